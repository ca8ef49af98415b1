/// The timed metadata of a ladder: one ID3 tag per segment, a second after its start, with the second of the programme as text.
struct TimedEvents {
    static let scheme = "https://aomedia.org/emsg/ID3"
    /// The scheme of a message that is not an ID3 tag, only in fragments.
    static let otherScheme = "urn:openavkit:second"

    var recipe: LadderRecipe

    /// Returns the tag's time in units at 90 kHz from the programme's start, including laps.
    func time(_ place: Rendition.Place) -> Int {
        let laps = recipe.programs == 1 ? place.lap * recipe.seconds : 0
        return (laps + second(place)) * TransportStream.clock
    }

    private func second(_ place: Rendition.Place) -> Int { place.index * recipe.segmentSeconds + 1 }

    /// Returns an ID3v2.4 tag with one TXXX frame.
    func tag(_ place: Rendition.Place) -> [UInt8] { PackedAudio.tag(frames: frame(place)) }

    func frame(_ place: Rendition.Place) -> [UInt8] {
        PackedAudio.frame("TXXX", [3] + Array("second".utf8) + [0] + Array("\(second(place))".utf8))
    }

    /// Returns the tag with its time on the media timeline (version 1 of `emsg`), and another message with a time relative to the segment's
    /// start (version 0).
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
