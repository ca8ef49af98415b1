/// The best playback possible with full knowledge of the link, for comparison with algorithms.
///
/// Dynamic programming over the segments. A path is a choice of variants for the first n segments. For each last
/// variant and each point of a time grid, two paths are kept: the one with the highest value, and the one with the
/// highest value including its buffer. Paths that end at the same time differ only in their stalls, and a later stall
/// costs no more than an earlier one. Each path is an exact playback, so the result is achievable; because of the grid
/// it can be slightly below the true optimum. Separate audio is counted with the video segments.
public struct OfflineOptimum {
    public var stream: SimulatedStream
    public var trace: NetworkTrace
    public var latency: Double
    public var bufferLimit: Double
    public var value: QualityOfExperience
    /// As ``PlaybackSimulator/liveWindow``.
    public var liveWindow: Double?
    /// Seconds between two points of the grid of times.
    public var grain: Double

    private struct Path {
        var value: Double
        var time: Double
        var buffer: Double
        var startup: Double
        var stalled: Double
        var parent: Int
        var variant: Int
    }

    private struct GridPoint: Hashable {
        var variant: Int
        var time: Int
    }

    /// The indices of the paths that are kept for one grid point.
    private struct Kept {
        var valuable: Int
        var richest: Int
    }

    public init(
        stream: SimulatedStream, trace: NetworkTrace, latency: Double = 0.05, bufferLimit: Double = 45,
        value: QualityOfExperience = .linear, grain: Double = 0.25
    ) {
        self.stream = stream
        self.trace = trace
        self.latency = latency
        self.bufferLimit = bufferLimit
        self.value = value
        self.grain = grain
    }

    /// Returns the playback of the best path.
    public func best() -> PlaybackOutcome {
        var paths = [Path(value: 0, time: 0, buffer: 0, startup: 0, stalled: 0, parent: -1, variant: -1)]
        var generation = [0]
        let qualities = stream.variants.indices.map(stream.megabits(ofVariant:))
        var mediaEnd = 0.0
        for segment in stream.durations.indices {
            mediaEnd += stream.durations[segment]
            let madeAt = liveWindow.map { mediaEnd - $0 } ?? 0
            var points: [GridPoint: Kept] = [:]
            let duration = stream.durations[segment]
            let audio = stream.audioBandwidth * duration
            for index in generation {
                let path = paths[index]
                // No segment is requested while the buffer is full, or before the segment exists.
                let wait = max(0, path.buffer - bufferLimit, madeAt - path.time)
                let begin = path.time + wait
                for variant in qualities.indices {
                    let bits = Double(stream.byteCounts[segment][variant]) * 8 + audio
                    let end = trace.time(toCarry: bits, from: begin + latency)
                    let seconds = end - begin
                    let dry = max(0, wait + seconds - path.buffer)
                    var next = path
                    next.parent = index
                    next.variant = variant
                    next.time = end
                    next.buffer = max(0, path.buffer - wait - seconds) + duration
                    if segment == 0 { next.startup = seconds } else { next.stalled += dry }
                    next.value += qualities[variant]
                    if segment > 0 || value.countsStartup { next.value -= value.stallCost * dry }
                    if segment > 0 {
                        next.value -= value.switchCost * abs(qualities[variant] - qualities[path.variant])
                    }
                    paths.append(next)
                    let point = GridPoint(variant: variant, time: Int(next.time / grain))
                    let added = paths.count - 1
                    guard var kept = points[point] else {
                        points[point] = Kept(valuable: added, richest: added)
                        continue
                    }
                    if paths[kept.valuable].value < next.value { kept.valuable = added }
                    if valueWithBuffer(paths[kept.richest]) < valueWithBuffer(next) { kept.richest = added }
                    if kept.valuable != added && kept.richest != added {
                        paths.removeLast()
                    } else {
                        points[point] = kept
                    }
                }
            }
            generation = Set(points.values.flatMap { [$0.valuable, $0.richest] }).sorted()
            // Drop a path if the best one remains better after waiting as long, stalling as much and switching to the
            // same variant.
            if let champion = generation.max(by: { paths[$0].value < paths[$1].value }) {
                generation.removeAll { $0 != champion && isUseless(paths[$0], beside: paths[champion], qualities) }
            }
        }
        let best = generation.max { paths[$0].value < paths[$1].value } ?? 0
        var variants: [Int] = []
        var index = best
        while index > 0 {
            variants.append(paths[index].variant)
            index = paths[index].parent
        }
        variants.reverse()
        return PlaybackOutcome(
            variants: variants, startupSeconds: paths[best].startup, stallSeconds: paths[best].stalled,
            stallCount: paths[best].stalled > 0 ? 1 : 0, megabits: variants.map { qualities[$0] }, wastedBytes: 0,
            abandonedCount: 0, log: [])
    }

    private func valueWithBuffer(_ path: Path) -> Double { path.value + value.stallCost * path.buffer }

    private func isUseless(_ path: Path, beside champion: Path, _ qualities: [Double]) -> Bool {
        guard champion.time <= path.time else { return false }
        let stall = max(0, path.buffer - champion.buffer + path.time - champion.time)
        let change = 2 * value.switchCost * abs(qualities[path.variant] - qualities[champion.variant])
        return champion.value - value.stallCost * stall - change >= path.value
    }
}
