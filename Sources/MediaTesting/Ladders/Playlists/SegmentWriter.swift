import Foundation

/// Writes the segments of one playlist, and the tags that change between segments.
struct SegmentWriter {
    private let ladder: Ladder
    private let rendition: Rendition?
    private let name: String
    private var key: PlaylistAttributes?
    private var bitrate: Int?
    private var previous: Rendition.Place?
    private var map: Int?
    private var offset = 0

    init(ladder: Ladder, name: String) {
        self.ladder = ladder
        self.name = name
        rendition = ladder.rendition(name)
    }

    private var recipe: LadderRecipe { ladder.recipe }

    /// The index of the subtitles with this name, which have no media.
    private var subtitleIndex: Int? {
        guard name.first == "s", let index = Int(name.dropFirst()), recipe.subtitles.indices.contains(index) else {
            return nil
        }
        return index
    }

    func uri(of number: Int) -> String {
        if recipe.addressing == .byteRanges, let rendition {
            return "media." + rendition.fileExtension + recipe.tokenQuery
        }
        return "\(number)." + (rendition?.fileExtension ?? "vtt") + recipe.tokenQuery
    }

    func duration(of number: Int) -> Double { rendition?.duration(of: number) ?? Double(recipe.segmentSeconds) }

    /// - Returns: false where there is no such rendition.
    mutating func put(_ number: Int, date: Date?, in playlist: inout PlaylistText) throws -> Bool {
        guard try putState(number, date: date, in: &playlist) else { return false }
        try putSegment(number, in: &playlist)
        return true
    }

    /// Writes the segment after its state.
    mutating func putSegment(_ number: Int, query: String = "", in playlist: inout PlaylistText) throws {
        if recipe.gaps.contains(number) { playlist.tag("EXT-X-GAP") }
        if recipe.addressing == .byteRanges, let rendition {
            let range = try ladder.range(of: number, in: rendition)
            // Every other range omits its offset, as the specification allows.
            let isImplied = number % 2 == 1 && previous?.index != 0
            playlist.tag("EXT-X-BYTERANGE", "\(range.count)" + (isImplied ? "" : "@\(range.lowerBound)"))
        } else if recipe.hasBitrateTags, let rendition {
            let bits = Double(try rendition.sealedSegment(number).count * 8)
            let kilobits = Int((bits / duration(of: number) / 1000).rounded(.up))
            if kilobits != bitrate { playlist.tag("EXT-X-BITRATE", "\(kilobits)") }
            bitrate = kilobits
        }
        playlist.segment(duration: duration(of: number), uri: uri(of: number) + query)
    }

    /// Writes the tags before a segment: discontinuity, date, key, map.
    mutating func putState(_ number: Int, date: Date?, in playlist: inout PlaylistText) throws -> Bool {
        guard rendition != nil || subtitleIndex != nil else { return false }
        let place = rendition?.place(of: number) ?? recipe.place(of: number)
        if let previous, previous.discontinuities != place.discontinuities { playlist.tag("EXT-X-DISCONTINUITY") }
        if let date { playlist.tag("EXT-X-PROGRAM-DATE-TIME", LadderDate.text(date)) }
        defer { previous = place }
        guard let rendition else { return true }
        if rendition.form == .fragmented, map != place.program {
            map = place.program
            if recipe.encryption != .none {
                // The section is the same in every window, and so is its key; without explicit vectors it is not encrypted.
                let head = ladder.headKeyAttributes(program: place.program)
                if key != nil || head.text != "METHOD=NONE" { playlist.tag("EXT-X-KEY", head) }
                key = head
            }
            try putMap(rendition, place, &playlist)
        }
        if recipe.encryption != .none {
            let wanted = ladder.keyAttributes(for: number, folder: "../")
            if wanted != key { playlist.tag("EXT-X-KEY", wanted) }
            key = wanted
        }
        return true
    }

    private func putMap(_ rendition: Rendition, _ place: Rendition.Place, _ playlist: inout PlaylistText) throws {
        var attributes = PlaylistAttributes()
        if recipe.addressing == .byteRanges {
            attributes.add("URI", quoted: "media." + rendition.fileExtension + recipe.tokenQuery)
            let count = ladder.facts[name]?.headSizes[place.program] ?? 0
            let first = try ladder.range(of: place.number - place.index, in: rendition).lowerBound
            attributes.add("BYTERANGE", quoted: "\(count)@\(first - count)")
        } else {
            attributes.add("URI", quoted: "init-\(place.program).mp4\(recipe.tokenQuery)")
        }
        playlist.tag("EXT-X-MAP", attributes)
    }
}
