/// Finds black and frozen stretches of decoded video.
struct VideoStretches {
    private(set) var black = StretchMeter()
    private(set) var frozen = StretchMeter()
    /// The seconds of all frames.
    private(set) var seconds = 0.0
    private var first: Double?
    private var last: Double?
    /// Samples of the first frame of the present stretch.
    private var anchor: [UInt8] = []

    /// Samples per row and column.
    private static let columns = 48
    private static let rows = 27
    /// Frames of a stretch differ by less than this on average.
    private static let meanTolerance = 1.5
    /// A sample that differs by more than this has changed.
    private static let sampleTolerance = 24
    /// Of this many samples, one may have changed.
    private static let changedShare = 250
    /// A frame is a repetition of the one before where they differ by less than the first on average, and a new one where they differ
    /// by more than the second.
    private static let repeatedTolerance = 0.3
    private static let newDifference = 0.8

    /// The samples of the last frame.
    private var previous: [UInt8] = []
    /// Whether the last two steps were repetitions of a frame, new frames, or neither (nil).
    private var steps: (older: Bool?, newer: Bool?) = (nil, nil)
    /// The number of new frames, and of repetitions of a frame between new ones.
    private(set) var newCount = 0
    private(set) var repeatedCount = 0
    /// The number of samples, and of those that are darker than black or brighter than white of the limited range.
    private(set) var sampleCount = 0
    private(set) var outsideCount = 0
    private static let darkest: UInt8 = 10
    private static let brightest: UInt8 = 243

    /// A longer step is a jump of the timeline.
    private static let longestStep = 2.0

    /// - Parameter time: the presentation time in seconds.
    mutating func add(_ luma: PlanarLuma, time: Double, isBlack: Bool) {
        let start = first ?? time
        first = start
        let step = last.map { time - $0 } ?? 0
        last = time
        var samples: [UInt8] = []
        samples.reserveCapacity(Self.columns * Self.rows)
        for row in 0..<Self.rows {
            for column in 0..<Self.columns {
                let (x, y) = (column * luma.width / Self.columns, row * luma.height / Self.rows)
                samples.append(UInt8(clamping: luma.value(x, y)))
            }
        }
        noteStep(samples)
        for sample in samples where sample < Self.darkest || sample > Self.brightest { outsideCount += 1 }
        sampleCount += samples.count
        guard step >= 0, step < Self.longestStep else {
            black.finish()
            frozen.finish()
            anchor = samples
            return
        }
        seconds += step
        black.add(time - start, until: time - start, isBlack)
        let isSame = isLikeAnchor(samples)
        if !isSame { frozen.finish() }
        frozen.add(time - start, until: time - start, !isBlack)
        if !isSame { anchor = samples }
    }

    /// Counts new frames, and frames that are shown twice between two new ones.
    private mutating func noteStep(_ samples: [UInt8]) {
        defer { previous = samples }
        guard previous.count == samples.count, !samples.isEmpty else { return steps = (nil, nil) }
        var sum = 0
        for index in samples.indices { sum += abs(Int(samples[index]) - Int(previous[index])) }
        let difference = Double(sum) / Double(samples.count)
        let isNew: Bool? = difference < Self.repeatedTolerance ? false : difference > Self.newDifference ? true : nil
        if isNew == true {
            newCount += 1
            if steps.newer == false, steps.older == true { repeatedCount += 1 }
        }
        steps = (steps.newer, isNew)
    }

    mutating func finish() {
        black.finish()
        frozen.finish()
    }

    private func isLikeAnchor(_ samples: [UInt8]) -> Bool {
        guard anchor.count == samples.count else { return false }
        var (sum, changed) = (0, 0)
        for index in samples.indices {
            let difference = abs(Int(samples[index]) - Int(anchor[index]))
            sum += difference
            if difference > Self.sampleTolerance { changed += 1 }
        }
        return Double(sum) < Self.meanTolerance * Double(samples.count) && changed * Self.changedShare <= samples.count
    }
}
