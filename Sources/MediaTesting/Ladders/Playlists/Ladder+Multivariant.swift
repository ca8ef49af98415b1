extension Ladder {
    /// Returns the multivariant playlist (bis section 4.4.6).
    public func multivariantPlaylist() -> PlaylistText {
        var playlist = PlaylistText()
        playlist.tag("EXT-X-VERSION", recipe.token != nil ? "11" : recipe.usesVariables ? "8" : "7")
        playlist.tag("EXT-X-INDEPENDENT-SEGMENTS")
        putToken(&playlist)
        if recipe.usesVariables {
            define("index", "index", in: &playlist)
            define("kind", "v", in: &playlist)
        }
        if let start = recipe.start { playlist.tag("EXT-X-START", Self.attributes(of: start)) }
        putSessionTags(&playlist)
        putRenditions(&playlist)
        for copy in 0...recipe.redundantCopies { putVariants(copy: copy, &playlist) }
        return playlist
    }

    func putToken(_ playlist: inout PlaylistText) {
        if recipe.token != nil { playlist.tag("EXT-X-DEFINE", "QUERYPARAM=\"token\"") }
    }

    static func attributes(of start: LadderRecipe.Start) -> PlaylistAttributes {
        var attributes = PlaylistAttributes()
        attributes.add("TIME-OFFSET", start.offset)
        attributes.add("PRECISE", isSet: start.isPrecise)
        return attributes
    }

    private func define(_ name: String, _ value: String, in playlist: inout PlaylistText) {
        var attributes = PlaylistAttributes()
        attributes.add("NAME", quoted: name)
        attributes.add("VALUE", quoted: value)
        playlist.tag("EXT-X-DEFINE", attributes)
    }

    private func putSessionTags(_ playlist: inout PlaylistText) {
        if recipe.hasSteering {
            var attributes = PlaylistAttributes()
            attributes.add("SERVER-URI", quoted: "steering.json\(recipe.tokenQuery)")
            attributes.add("PATHWAY-ID", quoted: Self.pathway(0))
            playlist.tag("EXT-X-CONTENT-STEERING", attributes)
        }
        if !recipe.chapters.isEmpty {
            var attributes = PlaylistAttributes()
            attributes.add("DATA-ID", quoted: "com.apple.hls.chapters")
            attributes.add("URI", quoted: "chapters.json\(recipe.tokenQuery)")
            playlist.tag("EXT-X-SESSION-DATA", attributes)
        }
        for (id, value) in recipe.sessionData.sorted(by: { $0.key < $1.key }) {
            var attributes = PlaylistAttributes()
            attributes.add("DATA-ID", quoted: id)
            attributes.add("VALUE", quoted: value)
            attributes.add("LANGUAGE", quoted: "en")
            playlist.tag("EXT-X-SESSION-DATA", attributes)
        }
        if recipe.hasSessionKey, recipe.encryption != .none {
            playlist.tag("EXT-X-SESSION-KEY", keyAttributes(for: 0, folder: ""))
        }
    }

    // MARK: - Renditions

    private func putRenditions(_ playlist: inout PlaylistText) {
        guard !recipe.variants.isEmpty else { return }
        for (index, audio) in recipe.audio.enumerated() {
            var attributes = PlaylistAttributes()
            attributes.add("TYPE", "AUDIO")
            attributes.add("GROUP-ID", quoted: "sound")
            attributes.add("NAME", quoted: audio.name)
            attributes.add("LANGUAGE", quoted: audio.language)
            attributes.add("DEFAULT", isSet: index == 0)
            attributes.add("AUTOSELECT", isSet: true)
            attributes.add("CHANNELS", quoted: "\(audio.channels)")
            if rendition("a\(index)") != nil {
                attributes.add("URI", quoted: "a\(index)/index.m3u8\(recipe.tokenQuery)")
            }
            playlist.tag("EXT-X-MEDIA", attributes)
        }
        for (index, subtitles) in recipe.subtitles.enumerated() {
            var attributes = PlaylistAttributes()
            attributes.add("TYPE", "SUBTITLES")
            attributes.add("GROUP-ID", quoted: "text")
            attributes.add("NAME", quoted: subtitles.name)
            attributes.add("LANGUAGE", quoted: subtitles.language)
            attributes.add("AUTOSELECT", isSet: true)
            attributes.add("FORCED", isSet: subtitles.isForced)
            attributes.add("URI", quoted: "s\(index)/index.m3u8\(recipe.tokenQuery)")
            playlist.tag("EXT-X-MEDIA", attributes)
        }
        guard recipe.captionDeclaration == .group else { return }
        for captions in recipe.closedCaptions {
            var attributes = PlaylistAttributes()
            attributes.add("TYPE", "CLOSED-CAPTIONS")
            attributes.add("GROUP-ID", quoted: "captions")
            attributes.add("NAME", quoted: captions.name)
            attributes.add("LANGUAGE", quoted: captions.language)
            attributes.add("AUTOSELECT", isSet: true)
            attributes.add("INSTREAM-ID", quoted: captions.instreamID)
            playlist.tag("EXT-X-MEDIA", attributes)
        }
    }

    // MARK: - Variants

    static func pathway(_ copy: Int) -> String { String(UnicodeScalar(UInt8(ascii: "A") + UInt8(copy % 26))) }
    static func prefix(_ copy: Int) -> String { copy == 0 ? "" : pathway(copy).lowercased() + "/" }

    private func putVariants(copy: Int, _ playlist: inout PlaylistText) {
        let prefix = Self.prefix(copy)
        guard !recipe.variants.isEmpty else { return putAudioOnly(prefix, &playlist) }
        let isMuxed = recipe.audioForm == .muxed && !recipe.declaresMeasuredRates
        let sound = isMuxed ? [] : recipe.audio.indices.compactMap { facts["a\($0)"] }
        for (index, variant) in recipe.variants.enumerated() {
            guard let own = facts["v\(index)"] else { continue }
            var attributes = PlaylistAttributes()
            attributes.add("BANDWIDTH", own.peak + (sound.map(\.peak).max() ?? 0))
            attributes.add("AVERAGE-BANDWIDTH", own.average + (sound.map(\.average).max() ?? 0))
            attributes.add("CODECS", quoted: Self.joined(own.codecs + sound.flatMap(\.codecs)))
            attributes.add("RESOLUTION", "\(variant.width)x\(variant.height)")
            attributes.add("FRAME-RATE", "\(variant.framesPerSecond).000")
            if recipe.hasSteering { attributes.add("STABLE-VARIANT-ID", quoted: "variant-\(index)") }
            if !recipe.audio.isEmpty { attributes.add("AUDIO", quoted: "sound") }
            if !recipe.subtitles.isEmpty { attributes.add("SUBTITLES", quoted: "text") }
            switch recipe.captionDeclaration {
            case .none: attributes.add("CLOSED-CAPTIONS", "NONE")
            case .group: attributes.add("CLOSED-CAPTIONS", quoted: "captions")
            case .missing: break
            }
            if recipe.hasSteering { attributes.add("PATHWAY-ID", quoted: Self.pathway(copy)) }
            playlist.tag("EXT-X-STREAM-INF", attributes)
            playlist.uri(
                prefix + (recipe.usesVariables ? "{$kind}\(index)/{$index}.m3u8" : "v\(index)/index.m3u8")
                    + recipe.tokenQuery)
        }
        if recipe.hasIFrames { putIFrames(prefix, copy: copy, &playlist) }
        if tiles != nil, copy == 0 { putTiles(&playlist) }
    }

    private func putAudioOnly(_ prefix: String, _ playlist: inout PlaylistText) {
        for index in recipe.audio.indices {
            guard let own = facts["a\(index)"] else { continue }
            var attributes = PlaylistAttributes()
            attributes.add("BANDWIDTH", own.peak)
            attributes.add("AVERAGE-BANDWIDTH", own.average)
            attributes.add("CODECS", quoted: Self.joined(own.codecs))
            playlist.tag("EXT-X-STREAM-INF", attributes)
            playlist.uri("\(prefix)a\(index)/index.m3u8\(recipe.tokenQuery)")
        }
    }

    private func putIFrames(_ prefix: String, copy: Int, _ playlist: inout PlaylistText) {
        for (index, variant) in recipe.variants.enumerated() {
            guard let own = facts["v\(index)"] else { continue }
            var attributes = PlaylistAttributes()
            attributes.add("BANDWIDTH", own.keyPeak)
            attributes.add("CODECS", quoted: own.codecs[0])
            attributes.add("RESOLUTION", "\(variant.width)x\(variant.height)")
            if recipe.hasSteering { attributes.add("PATHWAY-ID", quoted: Self.pathway(copy)) }
            attributes.add("URI", quoted: "\(prefix)v\(index)/iframes.m3u8\(recipe.tokenQuery)")
            playlist.tag("EXT-X-I-FRAME-STREAM-INF", attributes)
        }
    }

    private func putTiles(_ playlist: inout PlaylistText) {
        guard let tiles, let sample = tiles.samples.first else { return }
        var attributes = PlaylistAttributes()
        attributes.add("BANDWIDTH", sample.range.count * 8 / (Self.tileColumns * Self.tileRows))
        attributes.add("RESOLUTION", "160x90")
        attributes.add("CODECS", quoted: "jpeg")
        attributes.add("URI", quoted: "tiles/index.m3u8\(recipe.tokenQuery)")
        playlist.tag("EXT-X-IMAGE-STREAM-INF", attributes)
    }

    private static func joined(_ codecs: [String]) -> String {
        codecs.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }.joined(separator: ",")
    }
}
