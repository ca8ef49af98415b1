import Foundation
import HLS

/// The variants of a stream, and those excluded because they failed, cannot be decoded or exceed the app's limits.
///
/// A value type; all host times are on one clock. `VariantAdaptation` chooses among the remaining variants.
struct VariantSelector {
    /// The source that plays after a variant failed.
    enum Fallback: Equatable {
        /// A redundant stream of the same variant.
        case redundantStream
        case variant(Int)
        /// Every variant of the pathway has failed for the chunk.
        case exhausted
    }

    /// How long a variant that failed is excluded.
    static let exclusionTime = Duration.seconds(60)
    /// How long it is remembered that a variant's server did not respond.
    private static let silenceMemory = Duration.seconds(120)

    private(set) var playlist: MultivariantPlaylist?
    private(set) var ladder: VariantLadder?
    /// By variant: the index of the redundant stream that plays, if not the first.
    private(set) var copies: [Int: Int] = [:]
    /// Variants excluded by the size of the view or by the app's limits.
    private(set) var limited: Set<Int> = []
    /// Variants that failed, with the time until which they are excluded.
    private(set) var excludedUntil: [Int: Duration] = [:]
    var decoderLimits = DecoderLimits()
    /// URIs of variants whose codecs have no decoder.
    private(set) var undecodable: Set<String> = []
    /// Variants whose servers did not respond, with the time.
    private var silentAt: [Int: Duration] = [:]
    /// Nil if there is only one pathway.
    var steering: ContentSteeringState?
    /// Whether a request of the steering manifest is in flight.
    var isSteeringLoading = false

    /// Stores the multivariant playlist, or its version for another pathway.
    mutating func adopt(_ playlist: MultivariantPlaylist) { self.playlist = playlist }

    /// Replaces all variants. State recorded by variant index is reset.
    mutating func begin(_ other: VariantLadder, under environment: VariantEnvironment) {
        ladder = other
        limited = other.excluded(under: environment)
        excludedUntil = [:]
        copies = [:]
    }

    /// Replaces all variants because none with the current codecs can be decoded.
    mutating func begin(
        _ other: VariantLadder, under environment: VariantEnvironment, undecodable: Set<String>
    ) {
        self.undecodable = undecodable
        decoderLimits = DecoderLimits()
        silentAt = [:]
        begin(other, under: environment)
    }

    mutating func limit(under environment: VariantEnvironment) {
        limited = ladder?.excluded(under: environment) ?? []
    }

    func url(of variant: Int) -> URL? { ladder?.url(of: variant, copy: copies[variant] ?? 0) }

    func isExcluded(_ variant: Int, at now: Duration) -> Bool { excludedUntil[variant].map { $0 > now } ?? false }

    mutating func forgetExclusions() { excludedUntil = [:] }

    /// Returns the variants that the adaptation must exclude now.
    /// - Parameter failed: variants in which the next chunk failed; these take precedence over failures of other chunks.
    func adaptationLimits(failed: Set<Int>, at now: Duration) -> AdaptationLimits {
        let hard = limited.union(failed)
        let blamed = failed.union(excludedUntil.filter { $0.value > now }.keys)
            .union(decoderLimits.excluded(at: now.inSeconds))
        // Continuing playback takes precedence over the app's limits.
        let chosen = [hard.union(blamed), hard, blamed, failed].first { $0.count < ladder?.levels.count ?? 0 }
        return AdaptationLimits(excludedVariants: chosen ?? hard)
    }

    /// Finds another source for a chunk that failed in a variant.
    /// - Parameters:
    ///   - failures: the chunk's failures; the variant is added.
    ///   - blame: whether the variant is excluded for a while; a gap does not affect the chunks after it.
    mutating func fallBack(
        from variant: Int, _ failures: inout ChunkFailures, blame: Blame, at now: Duration
    ) -> Fallback {
        guard let ladder else { return .exhausted }
        let tried = failures.copies[variant, default: 0] + 1
        if ladder.levels.indices.contains(variant), tried < ladder.levels[variant].indices.count {
            failures.copies[variant] = tried
            copies[variant] = (copies[variant, default: 0] + 1) % ladder.levels[variant].indices.count
            return .redundantStream
        }
        if blame == .variant { excludedUntil[variant] = now + Self.exclusionTime }
        failures.variants.insert(variant)
        let untried = ladder.levels.indices.filter { !failures.variants.contains($0) && !limited.contains($0) }
        // A variant in which another chunk failed is better than none.
        let undecoded = decoderLimits.excluded(at: now.inSeconds)
        let sound = untried.filter { !isExcluded($0, at: now) && !undecoded.contains($0) }
        let left = sound.isEmpty ? untried : sound
        return (left.last { $0 < variant } ?? left.first).map { .variant($0) } ?? .exhausted
    }

    /// Finds a variant beyond the app's limits when every variant within them has failed, because continuing playback takes precedence.
    /// - Parameter failures: the chunk's failures.
    /// - Returns: nil if every variant has failed.
    func variantBeyondLimits(_ failures: ChunkFailures) -> Int? {
        ladder?.levels.indices.first { limited.contains($0) && !failures.variants.contains($0) }
    }

    /// Decides whether an error excludes a variant. A timeout of the network excludes the variant only if it repeats soon with the same
    /// variant.
    mutating func recordBlame(of variant: Int, for error: MediaError, at now: Duration) -> Blame {
        guard error.isSilence else { return .variant }
        defer { silentAt[variant] = now }
        return silentAt[variant].map { now - $0 < Self.silenceMemory } ?? false ? .variant : .unattributed
    }

    enum Blame { case variant, unattributed }
}
