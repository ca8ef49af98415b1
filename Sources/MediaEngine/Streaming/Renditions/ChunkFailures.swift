import HLS

/// The identity of a chunk that could not be read.
struct ChunkIdentity: Equatable {
    var variant: Int
    var number: UInt64
    var part: Int?

    init(_ loading: SegmentLoading) {
        (variant, number, part) = (loading.variant, loading.chunk.sequenceNumber, loading.chunk.part)
    }
}

/// The failures of the next chunk, and the defects that are accepted of a rendition that is damaged throughout.
struct ChunkFailures {
    /// A period in which servers do not respond.
    struct Outage: Equatable {
        var since: Duration
        /// The number of requests that failed since then.
        var count: Int
    }

    /// Variants in which the chunk failed.
    var variants: Set<Int> = []
    /// By variant: the number of its redundant streams that failed for the chunk.
    var copies: [Int: Int] = [:]
    /// The number of times that every server responded that it does not have the chunk.
    var missingResponses = 0
    /// The number of consecutive chunks that were skipped.
    var skipped = 0
    var outage: Outage?
    /// The chunk that was requested again because it could not be parsed.
    var repeated: ChunkIdentity?
    /// Whether damaged chunks are played without a second request, because every source of the previous one was damaged.
    var acceptsCorruption = false
    /// Whether chunks that are too short are played without a second request, because the previous one was short twice.
    var acceptsShortness = false

    /// Resets the state when the rendition continues at another position.
    mutating func reset() {
        passedChunk()
        skipped = 0
        outage = nil
    }

    /// Resets the state of a chunk that was demuxed or skipped.
    mutating func passedChunk() {
        variants = []
        copies = [:]
        missingResponses = 0
    }

    /// Resets the counters of consecutive failures after a chunk was demuxed.
    mutating func demuxedChunk() {
        skipped = 0
        outage = nil
    }

    /// Allows all variants to be tried again for the chunk.
    mutating func forgetVariants() {
        variants = []
        copies = [:]
    }
}
