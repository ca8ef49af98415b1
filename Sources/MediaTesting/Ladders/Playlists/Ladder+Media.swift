import Foundation

extension Ladder {
    /// The parts of a media playlist that every kind begins with (bis section 4.4.3).
    func mediaHead(first: Int, version: Int = 7) -> PlaylistText {
        var playlist = PlaylistText()
        playlist.tag("EXT-X-VERSION", "\(max(version, recipe.usesVariables ? 8 : 0))")
        playlist.tag("EXT-X-TARGETDURATION", "\(recipe.segmentSeconds)")
        if recipe.usesVariables {
            var attributes = PlaylistAttributes()
            attributes.add("IMPORT", quoted: "index")
            playlist.tag("EXT-X-DEFINE", attributes)
        }
        if first > 0 { playlist.tag("EXT-X-MEDIA-SEQUENCE", "\(first)") }
        return playlist
    }

    /// The whole of a rendition, ended: video on demand.
    /// - Parameters:
    ///   - name: "v0", "a1", "s0", …; nil comes back for others.
    ///   - authority: host and port, for the addresses of interstitials, which must be absolute.
    public func mediaPlaylist(of name: String, authority: String? = nil) throws -> PlaylistText? {
        var playlist = mediaHead(first: 0)
        playlist.tag("EXT-X-PLAYLIST-TYPE", "VOD")
        var writer = SegmentWriter(ladder: self, name: name)
        for number in 0..<recipe.segmentCount {
            guard try writer.put(number, date: number == 0 ? recipe.date : nil, in: &playlist) else { return nil }
        }
        putInterstitials(0..<recipe.segmentCount, origin: recipe.date, authority: authority, &playlist)
        playlist.tag("EXT-X-ENDLIST")
        return playlist
    }

    // MARK: - Keys

    /// The attributes of EXT-X-KEY for a segment in a folder that is `folder` ("../" or "") away from the root.
    func keyAttributes(for number: Int, folder: String) -> PlaylistAttributes {
        var attributes = PlaylistAttributes()
        switch recipe.encryption {
        case .none: attributes.add("METHOD", "NONE")
        case .aes128(_, let hasVectors):
            attributes.add("METHOD", "AES-128")
            attributes.add("URI", quoted: "\(folder)keys/\(recipe.keyIndex(of: number)).key")
            if hasVectors { attributes.add("IV", bytes: LadderKeys.vector(number)) }
        case .sampleAES:
            attributes.add("METHOD", "SAMPLE-AES")
            attributes.add("URI", quoted: "\(folder)keys/0.key")
            attributes.add("IV", bytes: LadderKeys.vector(0))
            attributes.add("KEYFORMAT", quoted: "identity")
        }
        return attributes
    }

    /// The key that the initialisation section of a fragmented rendition is under.
    func headKeyAttributes(program: Int) -> PlaylistAttributes {
        switch recipe.encryption {
        case .sampleAES: return keyAttributes(for: 0, folder: "../")
        case .aes128(_, true):
            var attributes = PlaylistAttributes()
            attributes.add("METHOD", "AES-128")
            attributes.add("URI", quoted: "../keys/0.key")
            attributes.add("IV", bytes: LadderKeys.headVector(program))
            return attributes
        default:
            var attributes = PlaylistAttributes()
            attributes.add("METHOD", "NONE")
            return attributes
        }
    }

    // MARK: - Key pictures

    /// The key pictures of a variant as byte ranges of its segments.
    func keyPicturePlaylist(of name: String) throws -> PlaylistText? {
        guard let rendition = rendition(name), rendition.hasPicture else { return nil }
        var playlist = mediaHead(first: 0)
        playlist.tag("EXT-X-PLAYLIST-TYPE", "VOD")
        playlist.tag("EXT-X-I-FRAMES-ONLY")
        var writer = SegmentWriter(ladder: self, name: name)
        for number in 0..<recipe.segmentCount {
            guard try writer.putState(number, date: number == 0 ? recipe.date : nil, in: &playlist) else { return nil }
            let pictures = try rendition.keyPictures(of: number)
            let start = try recipe.addressing == .byteRanges ? range(of: number, in: rendition).lowerBound : 0
            for (index, picture) in pictures.enumerated() {
                let end = index + 1 < pictures.count ? pictures[index + 1].offset : rendition.duration(of: number)
                playlist.tag("EXTINF", PlaylistNumber.text(end - picture.offset) + ",")
                playlist.tag("EXT-X-BYTERANGE", "\(picture.range.count)@\(start + picture.range.lowerBound)")
                playlist.uri(writer.uri(of: number))
            }
        }
        playlist.tag("EXT-X-ENDLIST")
        return playlist
    }

    // MARK: - Tiles

    func tilePlaylist() -> PlaylistText? {
        guard let tiles else { return nil }
        let sheet = Self.tileColumns * Self.tileRows
        var playlist = PlaylistText()
        playlist.tag("EXT-X-VERSION", "7")
        playlist.tag("EXT-X-TARGETDURATION", "\(sheet)")
        playlist.tag("EXT-X-PLAYLIST-TYPE", "VOD")
        playlist.tag("EXT-X-IMAGES-ONLY")
        for index in tiles.samples.indices {
            playlist.tag("EXTINF", "\(sheet),")
            playlist.tag("EXT-X-TILES", "RESOLUTION=160x90,LAYOUT=\(Self.tileColumns)x\(Self.tileRows),DURATION=1")
            playlist.uri("\(index).jpg")
        }
        playlist.tag("EXT-X-ENDLIST")
        return playlist
    }

    // MARK: - Byte ranges

    /// Where a segment lies in `media.*`: each programme's initialisation section stands before its first segment.
    func range(of number: Int, in rendition: Rendition) throws -> Range<Int> {
        guard let facts = facts[rendition.name], facts.sizes.indices.contains(number) else {
            throw StreamMakerError(message: "only the first lap of a ladder has byte ranges; \(number) is beyond it")
        }
        let heads = facts.headSizes.prefix(number / recipe.segmentsPerProgram + 1).reduce(0, +)
        let start = facts.sizes.prefix(number).reduce(heads, +)
        return start..<(start + facts.sizes[number])
    }
}

/// Writes the segments of one playlist, with the tags that change only now and then.
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

    /// Whether the name is that of subtitles, which have no media.
    private var subtitleIndex: Int? {
        guard name.first == "s", let index = Int(name.dropFirst()), recipe.subtitles.indices.contains(index) else {
            return nil
        }
        return index
    }

    func uri(of number: Int) -> String {
        if recipe.addressing == .byteRanges, let rendition { return "media." + rendition.fileExtension }
        return "\(number)." + (rendition?.fileExtension ?? "vtt")
    }

    func duration(of number: Int) -> Double { rendition?.duration(of: number) ?? Double(recipe.segmentSeconds) }

    /// - Returns: false where there is no such rendition.
    mutating func put(_ number: Int, date: Date?, in playlist: inout PlaylistText) throws -> Bool {
        guard try putState(number, date: date, in: &playlist) else { return false }
        if recipe.gaps.contains(number) { playlist.tag("EXT-X-GAP") }
        if recipe.addressing == .byteRanges, let rendition {
            let range = try ladder.range(of: number, in: rendition)
            // Every other range leaves its offset to be the end of the one before, as the specification allows.
            let isImplied = number % 2 == 1 && previous?.index != 0
            playlist.tag("EXT-X-BYTERANGE", "\(range.count)" + (isImplied ? "" : "@\(range.lowerBound)"))
        } else if recipe.hasBitrateTags, let rendition {
            let bits = Double(try rendition.sealedSegment(number).count * 8)
            let kilobits = Int((bits / duration(of: number) / 1000).rounded(.up))
            if kilobits != bitrate { playlist.tag("EXT-X-BITRATE", "\(kilobits)") }
            bitrate = kilobits
        }
        playlist.segment(duration: duration(of: number), uri: uri(of: number))
        return true
    }

    /// The tags before a segment: discontinuity, date, key, map.
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
                // The section is the same in every window, so its key is, too; without vectors it stands in the clear.
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
            attributes.add("URI", quoted: "media." + rendition.fileExtension)
            let count = ladder.facts[name]?.headSizes[place.program] ?? 0
            let first = try ladder.range(of: place.number - place.index, in: rendition).lowerBound
            attributes.add("BYTERANGE", quoted: "\(count)@\(first - count)")
        } else {
            attributes.add("URI", quoted: "init-\(place.program).mp4")
        }
        playlist.tag("EXT-X-MAP", attributes)
    }
}

extension Rendition {
    var fileExtension: String {
        switch form {
        case .fragmented: "m4s"
        case .transportStream: "ts"
        case .packed: "aac"
        }
    }
}

enum LadderDate {
    /// ISO 8601 with milliseconds, in UTC.
    static func text(_ date: Date) -> String {
        date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    }
}
