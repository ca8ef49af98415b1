/// The eligible variants, and why the others are not eligible (spec/hls.md section 3; bis sections 4.4.6.2 and 6.3.1).
public struct VariantSelection: Sendable, Hashable {
    public struct Candidate: Sendable, Hashable {
        /// The position in the playlist's `variants`.
        public var index: Int
        public var variant: VariantStream
        /// nil: the variant is eligible.
        public var exclusion: VariantExclusion?
        /// Codecs of SUPPLEMENTAL-CODECS that are decoded instead of those of CODECS.
        public var upgrades: [String] = []
    }

    /// All variants, in the playlist's order.
    public var candidates: [Candidate]
    /// The video range of the session; nil where no variant declares one.
    public var videoRange: VariantStream.VideoRange?

    /// The eligible variants, lowest bit rate first. Where all have a SCORE it rises with the bit rate.
    public var eligible: [Candidate] {
        candidates.filter { $0.exclusion == nil }.sorted {
            ($0.variant.bandwidth, $0.index) < ($1.variant.bandwidth, $1.index)
        }
    }

    /// Audio-only variants, lowest bit rate first: for when the network carries no video.
    public var emergencies: [Candidate] {
        candidates.filter { $0.exclusion == .audioOnly }.sorted { $0.variant.bandwidth < $1.variant.bandwidth }
    }

    /// The variant to start with: the first eligible one in the playlist's order.
    public var firstListed: Candidate? { candidates.first { $0.exclusion == nil } }
}

/// Filters variants in the order of steps in the specification. Each step sees only the variants that remain.
public struct VariantFilter: Sendable {
    public var environment: VariantEnvironment

    public init(_ environment: VariantEnvironment) { self.environment = environment }

    /// - Parameter sessionRange: the video range of the session, which adaptation never changes.
    public func select(
        from playlist: MultivariantPlaylist, sessionRange: VariantStream.VideoRange? = nil
    ) -> VariantSelection {
        select(playlist.variants, sessionRange: sessionRange)
    }

    /// Filters I-frame variants, for scrubbing and fast playback.
    public func selectIFrames(from playlist: MultivariantPlaylist) -> VariantSelection {
        select(playlist.iFrameVariants, sessionRange: nil)
    }

    private func select(
        _ variants: [VariantStream], sessionRange: VariantStream.VideoRange?
    ) -> VariantSelection {
        let audible = Self.audioCodecs(variants)
        var candidates = variants.enumerated().map { index, variant in
            let upgrades = upgrades(of: variant)
            let exclusion =
                requirementProblem(variant) ?? codecProblem(variant, audible: audible)
                ?? rangeProblem(variant)
            return VariantSelection.Candidate(
                index: index, variant: variant, exclusion: exclusion, upgrades: upgrades.map(\.name))
        }
        let range = chooseRange(&candidates, sessionRange)
        limitOutput(&candidates)
        exclude(&candidates) { contentProblem($0) }
        exclude(&candidates) { variant in
            environment.pathway.flatMap { $0 == variant.pathway ? nil : .pathway(variant.pathway) }
        }
        limitBitRate(&candidates)
        limitResolution(&candidates)
        limitView(&candidates)
        keepOne(&candidates) { environment.bannedURIs.contains($0.uri) ? .decoding : nil }
        if candidates.contains(where: { $0.exclusion == nil && !$0.variant.isAudioOnly }) {
            exclude(&candidates) { $0.isAudioOnly ? .audioOnly : nil }
        }
        chooseScore(&candidates)
        return VariantSelection(candidates: candidates, videoRange: range)
    }

    // MARK: Steps

    private func exclude(
        _ candidates: inout [VariantSelection.Candidate], _ reason: (VariantStream) -> VariantExclusion?
    ) {
        for index in candidates.indices where candidates[index].exclusion == nil {
            candidates[index].exclusion = reason(candidates[index].variant)
        }
    }

    /// Applies a limit that must not exclude all variants: where it would, the one of the lowest bit rate stays.
    private func keepOne(
        _ candidates: inout [VariantSelection.Candidate], _ reason: (VariantStream) -> VariantExclusion?
    ) {
        let cheapest = candidates.filter { $0.exclusion == nil }.min { $0.variant.bandwidth < $1.variant.bandwidth }
        exclude(&candidates, reason)
        guard let cheapest, !candidates.contains(where: { $0.exclusion == nil }) else { return }
        candidates[cheapest.index].exclusion = nil
    }

    private func requirementProblem(_ variant: VariantStream) -> VariantExclusion? {
        if let unknown = variant.unknownRequirements.first { return .requirement(unknown) }
        return variant.videoLayout.first { !environment.videoLayouts.contains($0) }.map { .videoLayout($0) }
    }

    private func upgrades(of variant: VariantStream) -> [Codec] {
        variant.supplementalCodecs.compactMap { entry in
            let parts = entry.split(separator: "/").map(String.init)
            guard let name = parts.first, let codec = Codec(name), environment.codecs.contains(codec.family) else {
                return nil
            }
            // The brand describes the base layer; where the variant's range contradicts the brand, ignore the entry.
            let range = variant.videoRange ?? .standard
            if parts.dropFirst().contains("db1p"), range != .perceptualQuantizer { return nil }
            if parts.dropFirst().contains("db4h"), range != .hybridLogGamma { return nil }
            return codec
        }
    }

    private func codecProblem(
        _ variant: VariantStream, audible: [String: Set<Codec.Family>]
    ) -> VariantExclusion? {
        if environment.undecodableURIs.contains(variant.uri) { return .media }
        var missingAudio: String?
        for name in variant.codecs {
            guard let codec = Codec(name), environment.codecs.contains(codec.family) else {
                // An unsupported text codec does not exclude the variant.
                if let codec = Codec(name), codec.kind == .text { continue }
                if let codec = Codec(name), codec.kind == .audio {
                    missingAudio = name
                    continue
                }
                return .codec(name)
            }
        }
        guard let missingAudio else { return nil }
        // Other members of its audio group may have another codec that can be decoded.
        guard let group = variant.audioGroup else { return .codec(missingAudio) }
        let playable =
            variant.codecs(.audio).contains { environment.codecs.contains($0.family) }
            || (audible[group] ?? []).contains { environment.codecs.contains($0) }
        return playable ? nil : .audioGroup(group)
    }

    /// Returns the audio codecs of each group, from the variants that refer to it.
    private static func audioCodecs(_ variants: [VariantStream]) -> [String: Set<Codec.Family>] {
        var result: [String: Set<Codec.Family>] = [:]
        for variant in variants {
            if let group = variant.audioGroup {
                result[group, default: []].formUnion(variant.codecs(.audio).map(\.family))
            }
        }
        return result
    }

    private func rangeProblem(_ variant: VariantStream) -> VariantExclusion? {
        if case .unknown(let name)? = variant.videoRange { .videoRange(name) } else { nil }
    }

    /// Selects one range for the whole session: the current one, else the best that the screen displays, else SDR where there is any.
    private func chooseRange(
        _ candidates: inout [VariantSelection.Candidate], _ present: VariantStream.VideoRange?
    ) -> VariantStream.VideoRange? {
        let withVideo = candidates.filter { $0.exclusion == nil && !$0.variant.isAudioOnly }
        let ranges = Set(withVideo.map { $0.variant.videoRange ?? .standard })
        guard !ranges.isEmpty else { return nil }
        let order: [VariantStream.VideoRange] =
            environment.showsHighDynamicRange
            ? [.perceptualQuantizer, .hybridLogGamma, .standard] : [.standard, .hybridLogGamma, .perceptualQuantizer]
        let chosen = present.flatMap { ranges.contains($0) ? $0 : nil } ?? order.first { ranges.contains($0) }
        guard let chosen else { return nil }
        exclude(&candidates) { variant in
            !variant.isAudioOnly && (variant.videoRange ?? .standard) != chosen ? .otherVideoRange : nil
        }
        return chosen
    }

    private func limitOutput(_ candidates: inout [VariantSelection.Candidate]) {
        let before = candidates
        exclude(&candidates) { variant in
            switch variant.copyProtection {
            case nil, .some(.none): nil
            case .type0?: environment.outputProtection < .type0 ? .outputProtection(.type0) : nil
            case .type1?: environment.outputProtection < .type1 ? .outputProtection(.type1) : nil
            }
        }
        if environment.allowsUnprotectedOutput, !candidates.contains(where: { $0.exclusion == nil }) {
            candidates = before
        }
    }

    private func contentProblem(_ variant: VariantStream) -> VariantExclusion? {
        for allowed in variant.allowedProtection where allowed.keyFormat != EncryptionKey.identityFormat {
            guard let labels = environment.protectionLabels[allowed.keyFormat] else { continue }
            if !allowed.labels.contains(where: labels.contains) {
                return .contentProtection(keyFormat: allowed.keyFormat)
            }
        }
        return nil
    }

    private func limitBitRate(_ candidates: inout [VariantSelection.Candidate]) {
        var limits = [environment.preferredPeakBitRate]
        if environment.isExpensiveNetwork { limits.append(environment.preferredPeakBitRateForExpensiveNetworks) }
        guard let limit = limits.compactMap({ $0 }).filter({ $0 > 0 }).min() else { return }
        keepOne(&candidates) { Double($0.bandwidth) > limit ? .bitRate : nil }
    }

    private func limitResolution(_ candidates: inout [VariantSelection.Candidate]) {
        var limits = [environment.preferredMaximumResolution]
        if environment.isExpensiveNetwork { limits.append(environment.preferredMaximumResolutionForExpensiveNetworks) }
        for case .some(let limit) in limits where limit.width > 0 && limit.height > 0 {
            keepOne(&candidates) { variant in
                guard let size = variant.resolution else { return nil }
                return size.width > limit.width || size.height > limit.height ? .resolution : nil
            }
        }
    }

    /// Keeps the smallest variant that fills the view, and all below it.
    private func limitView(_ candidates: inout [VariantSelection.Candidate]) {
        guard let view = environment.viewSize, view.width > 0, view.height > 0 else { return }
        let filling = candidates.compactMap { candidate -> Int? in
            guard candidate.exclusion == nil, let size = candidate.variant.resolution else { return nil }
            return Self.fills(size, view) ? size.area : nil
        }.min()
        guard let filling else { return }
        exclude(&candidates) { variant in
            variant.resolution.map { $0.area > filling } == true ? .viewSize : nil
        }
    }

    /// Returns whether video fitted into a view is not scaled up.
    private static func fills(_ size: PixelSize, _ view: PixelSize) -> Bool {
        size.width >= view.width || size.height >= view.height
    }

    /// SCORE is used only where all variants have one. A variant that needs as much bandwidth as a better one is excluded.
    private func chooseScore(_ candidates: inout [VariantSelection.Candidate]) {
        guard candidates.allSatisfy({ $0.variant.score != nil }) else { return }
        var best = -Double.infinity
        let rising = candidates.filter { $0.exclusion == nil }.sorted {
            ($0.variant.bandwidth, -($0.variant.score ?? 0)) < ($1.variant.bandwidth, -($1.variant.score ?? 0))
        }
        for candidate in rising {
            let score = candidate.variant.score ?? 0
            if score < best { candidates[candidate.index].exclusion = .score }
            best = max(best, score)
        }
    }
}

extension PixelSize {
    /// The area in pixels. The parser limits each side to a million, so it does not overflow.
    var area: Int { width &* height }
}
