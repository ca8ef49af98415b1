extension PlaylistReport {
    public struct Variant: Codable, Sendable, Hashable {
        public var uri: String
        public var bandwidth: Int
        public var averageBandwidth: Int?
        public var score: Double?
        /// As written.
        public var codecs: String?
        public var supplementalCodecs: String?
        public var resolution: PixelSize?
        public var frameRate: Double?
        public var videoRange: String?
        public var hdcpLevel: String?
        public var allowedCpc: String?
        public var reqVideoLayout: String?
        public var stableVariantId: String?
        public var pathwayId: String?
        public var audio: String?
        public var video: String?
        public var subtitles: String?
        /// A group, or NONE.
        public var closedCaptions: String?
    }

    public struct RenditionEntry: Codable, Sendable, Hashable {
        public var type: Rendition.Kind
        public var groupId: String
        public var name: String
        public var language: String?
        public var assocLanguage: String?
        public var stableRenditionId: String?
        public var `default`: Bool?
        public var autoselect: Bool?
        public var forced: Bool?
        public var channels: String?
        public var characteristics: String?
        public var uri: String?
        public var instreamId: String?
        public var bitDepth: Int?
        public var sampleRate: Int?
    }

    public struct Session: Codable, Sendable, Hashable {
        public var dataId: String
        public var value: String?
        public var uri: String?
        public var format: SessionData.Format?
        public var language: String?
    }

    public struct Steering: Codable, Sendable, Hashable {
        public var serverUri: String
        public var pathwayId: String?
    }

    mutating func fill(_ playlist: MultivariantPlaylist) {
        kind = .multivariant
        version = playlist.version
        variables = playlist.variables
        independentSegments = playlist.hasIndependentSegments ? true : nil
        start = playlist.start
        variants = playlist.variants.map(Variant.init)
        iFrameVariants = playlist.iFrameVariants.map(Variant.init)
        imageVariants = playlist.imageVariants.isEmpty ? nil : playlist.imageVariants.map(Variant.init)
        renditions = playlist.renditions.map(RenditionEntry.init)
        sessionData = playlist.sessionData.map(Session.init)
        sessionKeys = playlist.sessionKeys.map(Key.init)
        contentSteering = playlist.contentSteering.map { Steering(serverUri: $0.serverURI, pathwayId: $0.pathwayID) }
    }

    fileprivate static func joined(_ list: [String], _ separator: String = ",") -> String? {
        list.isEmpty ? nil : list.joined(separator: separator)
    }
}

extension PlaylistReport.Variant {
    init(_ stream: VariantStream) {
        uri = stream.uri
        bandwidth = stream.bandwidth
        averageBandwidth = stream.averageBandwidth
        score = stream.score
        codecs = stream.statedCodecs
        supplementalCodecs = PlaylistReport.joined(stream.supplementalCodecs)
        resolution = stream.resolution
        frameRate = stream.frameRate
        videoRange = stream.videoRange?.name
        hdcpLevel = stream.copyProtection?.rawValue
        allowedCpc = PlaylistReport.joined(
            stream.allowedProtection.map { "\($0.keyFormat):" + $0.labels.joined(separator: "/") })
        reqVideoLayout = PlaylistReport.joined(stream.videoLayout)
        stableVariantId = stream.stableID
        pathwayId = stream.pathwayID
        audio = stream.audioGroup
        video = stream.videoGroup
        subtitles = stream.subtitleGroup
        switch stream.closedCaptions {
        case .group(let group)?: closedCaptions = group
        case .some(.none): closedCaptions = "NONE"
        case nil: closedCaptions = nil
        }
    }
}

extension PlaylistReport.RenditionEntry {
    init(_ rendition: Rendition) {
        type = rendition.kind
        groupId = rendition.groupID
        name = rendition.name
        language = rendition.language
        assocLanguage = rendition.associatedLanguage
        stableRenditionId = rendition.stableID
        self.default = rendition.statedDefault
        autoselect = rendition.statedAutoselect
        forced = rendition.statedForced
        channels = rendition.channels
        characteristics = rendition.statedCharacteristics
        uri = rendition.uri
        instreamId = rendition.instreamID
        bitDepth = rendition.bitDepth
        sampleRate = rendition.sampleRate
    }
}

extension PlaylistReport.Session {
    init(_ data: SessionData) {
        dataId = data.id
        language = data.language
        switch data.content {
        case .text(let text): value = text
        case .resource(let address, let kind):
            uri = address
            format = data.statesFormat ? kind : nil
        }
    }
}
