/// What a ladder says of moments of its media: one ID3 tag a segment, a second after its start, with the second of the programme as text.
struct TimedEvents {
    static let scheme = "https://aomedia.org/emsg/ID3"
    /// Of a message that is no tag, in fragments alone.
    static let otherScheme = "urn:openavkit:second"

    var recipe: LadderRecipe

    /// Units at 90 kHz from the programme's start, laps counted in.
    func time(_ place: Rendition.Place) -> Int {
        let laps = recipe.programs == 1 ? place.lap * recipe.seconds : 0
        return (laps + second(place)) * TransportStream.clock
    }

    private func second(_ place: Rendition.Place) -> Int { place.index * recipe.segmentSeconds + 1 }

    /// ID3v2.4 with one TXXX frame.
    func tag(_ place: Rendition.Place) -> [UInt8] { PackedAudio.tag(frames: frame(place)) }

    func frame(_ place: Rendition.Place) -> [UInt8] {
        PackedAudio.frame("TXXX", [3] + Array("second".utf8) + [0] + Array("\(second(place))".utf8))
    }

    /// The tag with its time on the media's clock (version 1 of `emsg`), and another message with a time from the segment's start (version 0).
    func messages(_ place: Rendition.Place) -> [UInt8] {
        var writer = BoxWriter()
        writer.fullBox("emsg", version: 1) {
            $0.put32(TransportStream.clock)
            $0.put64(time(place) + recipe.firstStamp)
            $0.put32(TransportStream.clock / 2)
            $0.put32(place.number + 1)
            $0.put(Self.scheme + "\0\0")
            $0.put(tag(place))
        }
        writer.fullBox("emsg") {
            $0.put(Self.otherScheme + "\0" + "value\0")
            $0.put32(1000)
            $0.put32(2000)
            $0.put32(Int(UInt32.max))
            $0.put32(place.number + 1)
            $0.put("\(second(place) + 1)")
        }
        return writer.bytes
    }
}
