import Foundation

extension Ladder {
    /// Returns the first tags of every media playlist (bis section 4.4.3).
    func mediaHead(first: Int, version: Int = 7, targetDuration: Int? = nil) -> PlaylistText {
        var playlist = PlaylistText()
        playlist.tag("EXT-X-VERSION", "\(max(version, recipe.token != nil ? 11 : recipe.usesVariables ? 8 : 0))")
        playlist.tag("EXT-X-TARGETDURATION", "\(targetDuration ?? recipe.segmentSeconds)")
        putToken(&playlist)
        if recipe.usesVariables {
            var attributes = PlaylistAttributes()
            attributes.add("IMPORT", quoted: "index")
            playlist.tag("EXT-X-DEFINE", attributes)
        }
        if first > 0 { playlist.tag("EXT-X-MEDIA-SEQUENCE", "\(first)") }
        return playlist
    }

    /// Returns the complete playlist of a rendition, as video on demand.
    /// - Parameters:
    ///   - name: "v0", "a1", "s0", …; other names give nil.
    ///   - authority: host and port for the URLs of interstitials, which must be absolute.
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

    /// Returns the attributes of EXT-X-KEY for a segment; `folder` ("../" or "") is the path from its playlist to the root.
    func keyAttributes(for number: Int, folder: String) -> PlaylistAttributes {
        var attributes = PlaylistAttributes()
        switch recipe.encryption {
        case .none: attributes.add("METHOD", "NONE")
        case .aes128(_, let hasVectors):
            attributes.add("METHOD", "AES-128")
            attributes.add("URI", quoted: "\(folder)keys/\(recipe.keyIndex(of: number)).key\(recipe.tokenQuery)")
            if hasVectors { attributes.add("IV", bytes: LadderKeys.vector(number)) }
        case .sampleAES:
            attributes.add("METHOD", "SAMPLE-AES")
            attributes.add("URI", quoted: "\(folder)keys/\(recipe.keyIndex(of: number)).key\(recipe.tokenQuery)")
            attributes.add("IV", bytes: LadderKeys.vector(0))
            attributes.add("KEYFORMAT", quoted: "identity")
        }
        return attributes
    }

    /// Returns the key of the initialization section of a fragmented rendition.
    func headKeyAttributes(program: Int) -> PlaylistAttributes {
        switch recipe.encryption {
        case .sampleAES: return keyAttributes(for: 0, folder: "../")
        case .aes128(_, true):
            var attributes = PlaylistAttributes()
            attributes.add("METHOD", "AES-128")
            attributes.add("URI", quoted: "../keys/0.key\(recipe.tokenQuery)")
            attributes.add("IV", bytes: LadderKeys.headVector(program))
            return attributes
        default:
            var attributes = PlaylistAttributes()
            attributes.add("METHOD", "NONE")
            return attributes
        }
    }

    // MARK: - Key frames

    /// Returns the I-frame playlist of a variant, with byte ranges of its segments.
    func iFramePlaylist(of name: String) throws -> PlaylistText? {
        guard let rendition = rendition(name), rendition.hasVideo else { return nil }
        var playlist = mediaHead(first: 0)
        playlist.tag("EXT-X-PLAYLIST-TYPE", "VOD")
        playlist.tag("EXT-X-I-FRAMES-ONLY")
        try putIFrames(0..<recipe.segmentCount, of: rendition, origin: recipe.date, in: &playlist)
        playlist.tag("EXT-X-ENDLIST")
        return playlist
    }

    func putIFrames(
        _ numbers: Range<Int>, of rendition: Rendition, origin: Date?, in playlist: inout PlaylistText
    ) throws {
        var writer = SegmentWriter(ladder: self, name: rendition.name)
        for number in numbers {
            let date = number == numbers.lowerBound ? origin?.addingTimeInterval(rendition.start(of: number)) : nil
            guard try writer.putState(number, date: date, in: &playlist) else { return }
            let keyFrames = try rendition.keyFrames(of: number)
            let start = try recipe.addressing == .byteRanges ? range(of: number, in: rendition).lowerBound : 0
            for (index, picture) in keyFrames.enumerated() {
                let end = index + 1 < keyFrames.count ? keyFrames[index + 1].offset : rendition.duration(of: number)
                playlist.tag("EXTINF", PlaylistNumber.text(end - picture.offset) + ",")
                playlist.tag("EXT-X-BYTERANGE", "\(picture.range.count)@\(start + picture.range.lowerBound)")
                playlist.uri(writer.uri(of: number))
            }
        }
    }

    // MARK: - Tiles

    func tilePlaylist() -> PlaylistText? {
        guard let tiles else { return nil }
        let sheet = Self.tileColumns * Self.tileRows
        var playlist = PlaylistText()
        playlist.tag("EXT-X-VERSION", "7")
        playlist.tag("EXT-X-TARGETDURATION", "\(sheet)")
        putToken(&playlist)
        playlist.tag("EXT-X-PLAYLIST-TYPE", "VOD")
        playlist.tag("EXT-X-IMAGES-ONLY")
        for index in tiles.samples.indices {
            playlist.tag("EXTINF", "\(sheet),")
            playlist.tag("EXT-X-TILES", "RESOLUTION=160x90,LAYOUT=\(Self.tileColumns)x\(Self.tileRows),DURATION=1")
            playlist.uri("\(index).jpg\(recipe.tokenQuery)")
        }
        playlist.tag("EXT-X-ENDLIST")
        return playlist
    }

    // MARK: - Byte ranges

    /// Returns the byte range of a segment in `media.*`: each programme's initialization section precedes its first segment.
    func range(of number: Int, in rendition: Rendition) throws -> Range<Int> {
        guard let facts = facts[rendition.name], facts.sizes.indices.contains(number) else {
            throw StreamMakerError(
                message: "only the first lap of a ladder has byte ranges; segment \(number) is beyond it")
        }
        let heads = facts.headSizes.prefix(number / recipe.segmentsPerProgram + 1).reduce(0, +)
        let start = facts.sizes.prefix(number).reduce(heads, +)
        return start..<(start + facts.sizes[number])
    }
}
