import HLS

/// A chunk of one variant that could not be read.
struct ChunkIdentity: Equatable {
    var variant: Int
    var number: UInt64
    var part: Int?

    init(_ loading: SegmentLoading) {
        (variant, number, part) = (loading.rung, loading.piece.sequenceNumber, loading.piece.part)
    }
}

/// What failed about the chunk that comes next, and what is accepted of a rendition that is damaged throughout.
struct ChunkFailures {
    /// Servers that do not answer.
    struct Outage: Equatable {
        var since: Duration
        /// How many requests failed since then.
        var count: Int
    }

    /// Variants in which the chunk failed.
    var variants: Set<Int> = []
    /// By variant: how many of its redundant streams failed for the chunk.
    var copies: [Int: Int] = [:]
    /// How often every server answered that it does not have the chunk.
    var misses = 0
    /// Chunks in a row that were skipped.
    var skipped = 0
    var outage: Outage?
    /// The chunk that was requested again because it made no sense.
    var repeated: ChunkIdentity?
    /// Whether damaged chunks are played without a second request, since every source of the previous one was damaged.
    var acceptsDamage = false
    /// Whether chunks that are too short are played without a second request, since the previous one was short twice.
    var acceptsShortness = false

    /// The rendition continues at another position.
    mutating func startAnew() {
        passedChunk()
        skipped = 0
        outage = nil
    }

    /// The chunk is demuxed or skipped.
    mutating func passedChunk() {
        variants = []
        copies = [:]
        misses = 0
    }

    /// The chunk was demuxed.
    mutating func demuxedChunk() {
        skipped = 0
        outage = nil
    }

    /// Every variant may be tried again for the chunk.
    mutating func forgetVariants() {
        variants = []
        copies = [:]
    }
}
