import Foundation
import HLS

/// The variants of a stream, and which of them are left out because they failed, are not decodable or not wanted.
///
/// A value; host times are on one clock. `VariantAdaptation` chooses among the variants that are left.
struct VariantSelector {
    /// What plays after a variant has failed.
    enum Fallback: Equatable {
        /// Another stream of the same variant.
        case redundantStream
        case variant(Int)
        /// Every variant of the pathway has failed for the chunk.
        case exhausted
    }

    /// How long a variant that failed is left out.
    static let exclusionTime = Duration.seconds(60)
    /// How long the silence of a variant's server is remembered.
    private static let silenceMemory = Duration.seconds(120)

    private(set) var playlist: MultivariantPlaylist?
    private(set) var ladder: VariantLadder?
    /// By variant: which of its redundant streams plays, where that is not the first.
    private(set) var copies: [Int: Int] = [:]
    /// Variants that the view or the app's limits exclude.
    private(set) var limited: Set<Int> = []
    /// Variants that failed, and until when they are left out.
    private(set) var excludedUntil: [Int: Duration] = [:]
    var decoderLimits = DecoderLimits()
    /// URIs of variants whose codecs no decoder decodes.
    private(set) var undecodable: Set<String> = []
    /// Variants whose servers sent nothing, and when.
    private var silentAt: [Int: Duration] = [:]
    /// nil where there is one pathway only.
    var steering: ContentSteeringState?
    /// Whether the steering manifest is requested.
    var isSteeringLoading = false

    /// The multivariant playlist is here, or another pathway's version of it.
    mutating func adopt(_ playlist: MultivariantPlaylist) { self.playlist = playlist }

    /// Other variants replace the present ones: what was recorded by their indices is void.
    mutating func begin(_ other: VariantLadder, under environment: VariantEnvironment) {
        ladder = other
        limited = other.excluded(under: environment)
        excludedUntil = [:]
        copies = [:]
    }

    /// The same, where nothing of the codecs that played can be decoded.
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

    /// What the adaptation leaves out now.
    /// - Parameter failed: variants in which the next chunk failed, which count more than failures of other chunks.
    func adaptationLimits(failed: Set<Int>, at now: Duration) -> AdaptationLimits {
        let hard = limited.union(failed)
        let blamed = failed.union(excludedUntil.filter { $0.value > now }.keys)
            .union(decoderLimits.excluded(at: now.inSeconds))
        // The app's limits count less than playing on.
        let chosen = [hard.union(blamed), hard, blamed, failed].first { $0.count < ladder?.rungs.count ?? 0 }
        return AdaptationLimits(excludedRungs: chosen ?? hard)
    }

    /// Finds what else may bring a chunk that failed in a variant.
    /// - Parameters:
    ///   - failures: of the chunk; the variant is added.
    ///   - blame: whether the variant is left out for a while; a gap says nothing about the chunks behind it.
    mutating func fallBack(
        from variant: Int, _ failures: inout ChunkFailures, blame: Blame, at now: Duration
    ) -> Fallback {
        guard let ladder else { return .exhausted }
        let tried = failures.copies[variant, default: 0] + 1
        if ladder.rungs.indices.contains(variant), tried < ladder.rungs[variant].indices.count {
            failures.copies[variant] = tried
            copies[variant] = (copies[variant, default: 0] + 1) % ladder.rungs[variant].indices.count
            return .redundantStream
        }
        if blame == .variant { excludedUntil[variant] = now + Self.exclusionTime }
        failures.variants.insert(variant)
        let untried = ladder.rungs.indices.filter { !failures.variants.contains($0) && !limited.contains($0) }
        // A variant that failed with another chunk is better than none.
        let undecoded = decoderLimits.excluded(at: now.inSeconds)
        let sound = untried.filter { !isExcluded($0, at: now) && !undecoded.contains($0) }
        let left = sound.isEmpty ? untried : sound
        return (left.last { $0 < variant } ?? left.first).map { .variant($0) } ?? .exhausted
    }

    /// Finds a variant beyond the app's limits, which are no reason to end playback, where every variant within them has failed.
    /// - Parameter failures: of the chunk.
    /// - Returns: nil where each variant has failed.
    func variantBeyondLimits(_ failures: ChunkFailures) -> Int? {
        ladder?.rungs.indices.first { limited.contains($0) && !failures.variants.contains($0) }
    }

    /// Whether a variant is left out for an error. Silence of the network is no fault of the variant, unless it happens again soon with
    /// the same one.
    mutating func recordBlame(of variant: Int, for error: MediaError, at now: Duration) -> Blame {
        guard error.isSilence else { return .variant }
        defer { silentAt[variant] = now }
        return silentAt[variant].map { now - $0 < Self.silenceMemory } ?? false ? .variant : .nobody
    }

    enum Blame { case variant, nobody }
}
