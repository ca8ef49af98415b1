/// Groups of variants between which adaptation may switch: same codecs, video range, channels and pathway (spec/hls.md section 3). Copies
/// of a variant at other URLs form one entry: they are used after failures, not for adaptation.
public struct VariantGrouping: Sendable, Hashable {
    public struct Level: Sendable, Hashable {
        /// Positions in the playlist's `variants`, in order: the first is used, the others replace it when it fails.
        public var indices: [Int]
        public var variant: VariantStream
    }

    public struct Group: Sendable, Hashable {
        /// Lowest bit rate first.
        public var levels: [Level]
        public var pathway: String
    }

    /// In the order of each group's first variant in the playlist.
    public var groups: [Group]

    public init(_ selection: VariantSelection, renditions: [Rendition] = []) {
        let channels = Self.channels(renditions)
        var order: [Key] = []
        var members: [Key: [VariantSelection.Candidate]] = [:]
        for candidate in selection.candidates where candidate.exclusion == nil {
            let key = Key(candidate.variant, channels)
            if members[key] == nil { order.append(key) }
            members[key, default: []].append(candidate)
        }
        groups = order.map { key in
            Group(levels: Self.levels(members[key] ?? []), pathway: key.pathway)
        }
    }

    /// The group to play: the one with the most variants; among equals the first in the playlist.
    public var preferred: Group? {
        let most = groups.map(\.levels.count).max()
        return groups.first { $0.levels.count == most }
    }

    /// Returns the group that contains a variant of the playlist.
    public func group(ofVariant index: Int) -> Group? {
        groups.first { $0.levels.contains { $0.indices.contains(index) } }
    }

    private static func levels(_ candidates: [VariantSelection.Candidate]) -> [Level] {
        var order: [VariantStream] = []
        var indices: [VariantStream: [Int]] = [:]
        for candidate in candidates {
            let identity = candidate.variant.withoutURI
            if indices[identity] == nil { order.append(candidate.variant) }
            indices[identity, default: []].append(candidate.index)
        }
        return order.map { Level(indices: indices[$0.withoutURI] ?? [], variant: $0) }
            .sorted { ($0.variant.bandwidth, $0.indices[0]) < ($1.variant.bandwidth, $1.indices[0]) }
    }

    /// Returns the channel counts of each audio group, which a switch must not change.
    private static func channels(_ renditions: [Rendition]) -> [String: Set<Int>] {
        var result: [String: Set<Int>] = [:]
        for rendition in renditions where rendition.kind == .audio {
            if let layout = rendition.channelLayout { result[rendition.groupID, default: []].insert(layout.count) }
        }
        return result
    }

    private struct Key: Hashable {
        var video: Set<Codec.Family>
        var audio: Set<String>
        var channels: Set<Int>
        var range: VariantStream.VideoRange
        var pathway: String

        init(_ variant: VariantStream, _ channels: [String: Set<Int>]) {
            video = Set(variant.codecs(.video).map(\.family))
            // Lossless audio and AAC of the same channels may replace each other.
            audio = Set(variant.codecs(.audio).map { $0.isLossless ? Codec.Family.aac.rawValue : $0.family.rawValue })
            self.channels = variant.audioGroup.flatMap { channels[$0] } ?? []
            range = variant.videoRange ?? .standard
            pathway = variant.pathway
        }
    }
}

extension VariantStream {
    /// The variant without its URI and line, to compare copies at several URLs.
    fileprivate var withoutURI: VariantStream {
        var copy = self
        copy.uri = ""
        copy.line = 0
        return copy
    }
}
