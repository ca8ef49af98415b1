import Foundation

/// Builds a multivariant playlist from its tags and URIs.
struct MultivariantPlaylistBuilder {
    var playlist = MultivariantPlaylist()
    /// Whether the next line that is not a comment must be a URI.
    private(set) var expectsURI = false
    /// nil while `expectsURI` is set: the tag was dropped, and its URI is dropped too.
    private var stream: VariantStream?
    private var streamLine = 0
    private var defaults: Set<[String]> = []
    private var names: Set<[String]> = []
    private var dataKeys: Set<[String]> = []
    private var sessionKeys: Set<EncryptionKey> = []
    /// Whether there was any tag that only multivariant playlists have.
    private var hasTags = false

    mutating func read(_ tag: Tag, _ context: inout ParserContext) throws(TagFailure) {
        hasTags = true
        if expectsURI {
            if stream != nil {
                context.error(
                    "hls.stream-inf.uri", "The line after EXT-X-STREAM-INF must be its URI. The tag is ignored.",
                    line: streamLine)
            }
            expectsURI = false
            stream = nil
        }
        switch tag {
        case .streamInformation:
            let stream = try readStream(&context)
            self.stream = stream
            streamLine = context.line
            expectsURI = true
        case .iFrameStreamInformation:
            var stream = try readStream(&context)
            stream.uri = try context.needed(try context.quoted("URI"), "URI", "hls.i-frame-stream-inf.uri")
            playlist.iFrameVariants.append(stream)
        case .imageStreamInformation:
            var stream = try readStream(&context)
            stream.uri = try context.needed(try context.quoted("URI"), "URI", "hls.image-stream-inf.uri")
            playlist.imageVariants.append(stream)
        case .media: try readMedia(&context)
        case .sessionData: try readSessionData(&context)
        case .sessionKey: try readSessionKey(&context)
        case .contentSteering: try readSteering(&context)
        default: break
        }
    }

    /// Handles a tag of both playlist kinds that appears between EXT-X-STREAM-INF and its URI.
    mutating func interrupt(_ context: inout ParserContext) {
        guard expectsURI, stream != nil else { return }
        let message = "\(context.tagName) appears between EXT-X-STREAM-INF and its URI. Move it up."
        guard context.isStrict else { return context.warn("hls.stream-inf.uri", message) }
        context.error("hls.stream-inf.uri", message + " The variant is ignored.")
        dropStream()
    }

    /// Drops an unusable EXT-X-STREAM-INF together with its URI.
    mutating func dropStream() {
        expectsURI = true
        stream = nil
    }

    mutating func readURI(_ line: Range<Int>, _ context: inout ParserContext) throws(TagFailure) {
        expectsURI = false
        guard var stream else { return }
        self.stream = nil
        stream.uri = try context.text(line)
        playlist.variants.append(stream)
    }

    private func readStream(_ context: inout ParserContext) throws(TagFailure) -> VariantStream {
        let bandwidth = try context.needed(context.count("BANDWIDTH"), "BANDWIDTH", "hls.stream-inf.bandwidth")
        if bandwidth == 0 {
            context.warn(
                "hls.stream-inf.bandwidth",
                "BANDWIDTH is 0. Set it to the variant's peak bit rate in bits per second.")
        }
        var stream = VariantStream(uri: "", bandwidth: bandwidth, line: context.line)
        stream.averageBandwidth = context.count("AVERAGE-BANDWIDTH")
        stream.score = context.positive("SCORE")
        stream.statedCodecs = try context.quoted("CODECS")
        stream.codecs = ParserContext.members(stream.statedCodecs)
        stream.supplementalCodecs = try context.list("SUPPLEMENTAL-CODECS")
        stream.resolution = context.resolution("RESOLUTION")
        if let level = context.word("HDCP-LEVEL") {
            guard let protection = VariantStream.CopyProtection(rawValue: level) else {
                throw .drop("hls.stream-inf.hdcp", "HDCP-LEVEL must be NONE, TYPE-0 or TYPE-1. The tag is ignored.")
            }
            stream.copyProtection = protection
        }
        for entry in try context.list("ALLOWED-CPC") {
            // A KEYFORMAT may contain colons; labels may not.
            guard let colon = entry.lastIndex(of: ":") else {
                context.error(
                    "hls.stream-inf.cpc",
                    "“\(entry.prefix(80))” in ALLOWED-CPC is not keyformat:LABEL. It is "
                        + "ignored.")
                continue
            }
            stream.allowedProtection.append(
                .init(
                    keyFormat: String(entry[..<colon]),
                    labels: entry[entry.index(after: colon)...].split(separator: "/").map(String.init)))
        }
        stream.videoRange = context.word("VIDEO-RANGE").map(VariantStream.VideoRange.init)
        if case .unknown(let name)? = stream.videoRange {
            context.warn(
                "hls.stream-inf.video-range",
                "VIDEO-RANGE=\(name.prefix(40)) is unknown: the variant is never selected.")
        }
        for entry in context.attributes.entries where context.bytes.starts(entry.name, with: "REQ-") {
            if context.bytes.equals(entry.name, "REQ-VIDEO-LAYOUT") {
                stream.videoLayout = try context.list("REQ-VIDEO-LAYOUT")
            } else {
                stream.unknownRequirements.append(context.bytes.text(entry.name))
                context.warn(
                    "hls.attribute.requirement",
                    "\(context.bytes.text(entry.name).prefix(80)) is an unknown requirement: the variant is "
                        + "never selected."
                )
            }
        }
        stream.stableID = try context.stableID("STABLE-VARIANT-ID")
        stream.videoGroup = try context.quoted("VIDEO")
        stream.pathwayID = try context.quoted("PATHWAY-ID")
        guard context.tag == .streamInformation else { return stream }
        stream.frameRate = context.positive("FRAME-RATE")
        stream.audioGroup = try context.quoted("AUDIO")
        stream.subtitleGroup = try context.quoted("SUBTITLES")
        if let entry = context.attributes.find("CLOSED-CAPTIONS", in: context.bytes) {
            if !entry.isQuoted, context.bytes.equals(entry.value, "NONE") {
                stream.closedCaptions = VariantStream.ClosedCaptions.none
            } else if let group = try context.quoted("CLOSED-CAPTIONS") {
                stream.closedCaptions = .group(group)
            }
        }
        return stream
    }

    private mutating func readMedia(_ context: inout ParserContext) throws(TagFailure) {
        let type = try context.needed(context.word("TYPE"), "TYPE", "hls.media.type")
        guard let kind = Rendition.Kind(rawValue: type) else {
            throw .drop(
                "hls.media.type",
                "TYPE=\(type.prefix(40)) is unknown. Use AUDIO, VIDEO, SUBTITLES or CLOSED-CAPTIONS. The tag is "
                    + "ignored.")
        }
        let group = try context.needed(try context.quoted("GROUP-ID"), "GROUP-ID", "hls.media.group")
        let name = try context.needed(try context.quoted("NAME"), "NAME", "hls.media.name")
        var rendition = Rendition(kind: kind, groupID: group, name: name, line: context.line)
        rendition.uri = try context.quoted("URI")
        rendition.language = try context.quoted("LANGUAGE")
        rendition.associatedLanguage = try context.quoted("ASSOC-LANGUAGE")
        rendition.stableID = try context.stableID("STABLE-RENDITION-ID")
        rendition.statedDefault = try context.yes("DEFAULT")
        rendition.statedAutoselect = try context.yes("AUTOSELECT")
        if rendition.isDefault, rendition.statedAutoselect == false {
            rendition.statedAutoselect = true
            context.warn("hls.media.autoselect", "DEFAULT=YES contradicts AUTOSELECT=NO. AUTOSELECT=YES is used.")
        }
        rendition.statedForced = try context.yes("FORCED")
        if rendition.statedForced != nil, kind != .subtitles {
            rendition.statedForced = nil
            context.error("hls.media.forced", "FORCED is only allowed for subtitles. The attribute is ignored.")
        }
        rendition.instreamID = try context.quoted("INSTREAM-ID")
        rendition.statedCharacteristics = try context.quoted("CHARACTERISTICS")
        rendition.characteristics = ParserContext.members(rendition.statedCharacteristics)
        rendition.channels = try context.quoted("CHANNELS")
        if kind == .audio {
            rendition.bitDepth = context.count("BIT-DEPTH")
            rendition.sampleRate = context.count("SAMPLE-RATE")
        }
        try check(rendition, &context)
        let isNew = names.insert([type, group, name]).inserted
        if !isNew {
            context.warn(
                "hls.media.name-repeated",
                "The group \(group.prefix(80)) already has a rendition of this NAME. Use a unique NAME.")
        }
        if rendition.isDefault, !defaults.insert([type, group]).inserted {
            context.warn(
                "hls.media.default-repeated",
                "The group \(group.prefix(80)) already has a DEFAULT=YES. The first one is used.")
            rendition.statedDefault = false
        }
        playlist.renditions.append(rendition)
    }

    private func check(_ rendition: Rendition, _ context: inout ParserContext) throws(TagFailure) {
        switch rendition.kind {
        case .closedCaptions:
            guard rendition.uri == nil else {
                throw .drop(
                    "hls.media.uri",
                    "Closed captions are carried in the video and must not have a URI. The tag is ignored.")
            }
            guard let id = rendition.instreamID, Self.isCaptionID(id) else {
                throw .drop(
                    "hls.media.instream-id",
                    "Closed captions need an INSTREAM-ID of CC1 to CC4 or SERVICE1 to SERVICE63. The tag is ignored.")
            }
            if id.hasPrefix("SERVICE") { context.features.note(.serviceInstream, context.line) }
        case .subtitles:
            guard rendition.uri != nil else {
                throw .drop("hls.media.uri", "Subtitles need a URI. The tag is ignored.")
            }
            fallthrough
        case .audio, .video:
            if rendition.instreamID != nil { context.features.note(.freeInstream, context.line) }
        }
    }

    private static func isCaptionID(_ id: String) -> Bool {
        if ["CC1", "CC2", "CC3", "CC4"].contains(id) { return true }
        guard id.hasPrefix("SERVICE"), let number = Int(id.dropFirst(7)) else { return false }
        return (1...63).contains(number) && id == "SERVICE\(number)"
    }

    private mutating func readSessionData(_ context: inout ParserContext) throws(TagFailure) {
        let id = try context.demanded(try context.quoted("DATA-ID"), "DATA-ID", "hls.session-data.id")
        let value = try context.quoted("VALUE", allowsEmpty: true)
        let uri = try context.quoted("URI")
        let language = try context.quoted("LANGUAGE")
        let content: SessionData.Content
        var statesFormat = false
        switch (value, uri) {
        case (let value?, nil): content = .text(value)
        case (nil, let uri?):
            let word = context.word("FORMAT") ?? "JSON"
            statesFormat = context.has("FORMAT")
            guard let format = SessionData.Format(rawValue: word) else {
                throw .drop("hls.session-data.format", "FORMAT must be JSON or RAW. The tag is ignored.")
            }
            content = .resource(uri: uri, format: format)
        default:
            throw .drop(
                "hls.session-data.value",
                "EXT-X-SESSION-DATA must have either VALUE or URI; this one has "
                    + (value == nil ? "neither" : "both") + ". The tag is ignored.")
        }
        guard dataKeys.insert([id, language ?? ""]).inserted else {
            context.warn(
                "hls.session-data.repeated",
                "There is already session data “\(id.prefix(80))” of this LANGUAGE. The first one is used.")
            return
        }
        playlist.sessionData.append(
            SessionData(id: id, content: content, statesFormat: statesFormat, language: language, line: context.line))
    }

    private mutating func readSessionKey(_ context: inout ParserContext) throws(TagFailure) {
        let key = try KeyReader.read(&context)
        guard key.method != .none else {
            throw .drop("hls.session-key.none", "METHOD of EXT-X-SESSION-KEY must not be NONE. The tag is ignored.")
        }
        guard sessionKeys.insert(key).inserted else {
            context.warn("hls.session-key.repeated", "The same key appears more than once. Keep one.")
            return
        }
        playlist.sessionKeys.append(key)
    }

    private mutating func readSteering(_ context: inout ParserContext) throws(TagFailure) {
        guard playlist.contentSteering == nil else {
            context.rejectIfStrict(
                "hls.content-steering.repeated", "EXT-X-CONTENT-STEERING appears more than once. Keep one.")
            return
        }
        let uri = try context.needed(try context.quoted("SERVER-URI"), "SERVER-URI", "hls.content-steering.uri")
        playlist.contentSteering = ContentSteering(
            serverURI: uri, pathwayID: try context.quoted("PATHWAY-ID"), line: context.line)
    }

    // MARK: Final checks

    mutating func finish(_ context: inout ParserContext) {
        if expectsURI, stream != nil {
            context.error(
                "hls.stream-inf.uri", "The line after EXT-X-STREAM-INF must be its URI. The tag is ignored.",
                line: streamLine)
        }
        if playlist.variants.isEmpty, hasTags {
            context.error(
                "hls.variants.none",
                "The playlist has no usable variant: no valid EXT-X-STREAM-INF followed by a URI. Add one.")
        }
        checkGroups(&context)
        checkCaptions(&context)
        let silent = playlist.variants.filter(\.codecs.isEmpty)
        if let first = silent.first {
            context.warn(
                "hls.stream-inf.codecs",
                "\(silent.count == 1 ? "One of the variants has" : "\(silent.count) of the variants have") no CODECS: "
                    + "unsupported codecs are detected only after segments are loaded. Add CODECS.", line: first.line)
        }
        let scored = playlist.variants.filter { $0.score != nil }.count
        if scored > 0, scored < playlist.variants.count {
            context.warn(
                "hls.stream-inf.score",
                "Only some of the variants have a SCORE, so SCORE is ignored. Add it to all or none.",
                line: playlist.variants.first { $0.score == nil }?.line)
        }
    }

    private func checkCaptions(_ context: inout ParserContext) {
        let isSilent = playlist.variants.filter { $0.closedCaptions == VariantStream.ClosedCaptions.none }
        guard !isSilent.isEmpty, let other = playlist.variants.first(where: { $0.closedCaptions != .some(.none) })
        else { return }
        context.warn(
            "hls.stream-inf.closed-captions",
            "CLOSED-CAPTIONS=NONE must be on all variants or none, and this one lacks it. Make them consistent.",
            line: other.line)
    }

    private func checkGroups(_ context: inout ParserContext) {
        let known = Set(playlist.renditions.map { [$0.kind.rawValue, $0.groupID] })
        var reported: Set<[String]> = []
        for stream in playlist.variants + playlist.iFrameVariants {
            var captions: String?
            if case .group(let group)? = stream.closedCaptions { captions = group }
            let uses: [(Rendition.Kind, String?)] = [
                (.audio, stream.audioGroup), (.video, stream.videoGroup), (.subtitles, stream.subtitleGroup),
                (.closedCaptions, captions),
            ]
            for case (let kind, let group?) in uses
            where !known.contains([kind.rawValue, group]) && reported.insert([kind.rawValue, group]).inserted {
                context.warn(
                    "hls.stream-inf.group",
                    "\(kind.rawValue)=\"\(group.prefix(80))\" refers to a group without an EXT-X-MEDIA of "
                        + "TYPE=\(kind.rawValue).",
                    line: stream.line)
            }
        }
    }
}
