/// The best playback possible with full knowledge of the link, for comparison with algorithms.
///
/// Dynamic programming over the segments: for each last variant and time (on a grid), the most valuable way to have loaded the first n
/// segments is kept, and the one with the best value including its buffer. (Between ways that end at the same time only stalls differ, and
/// a stall is never better now than later.) Each way is an exact playback, so the result is achievable; because of the grid it can be
/// slightly below the true optimum. Separate audio is counted with the video segments.
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

    private struct Way {
        var value: Double
        var time: Double
        var buffer: Double
        var startup: Double
        var stalled: Double
        var parent: Int
        var variant: Int
    }

    private struct Place: Hashable {
        var variant: Int
        var time: Int
    }

    /// The ways kept for one grid point.
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

    /// Returns the best way as a playback.
    public func best() -> PlaybackOutcome {
        var ways = [Way(value: 0, time: 0, buffer: 0, startup: 0, stalled: 0, parent: -1, variant: -1)]
        var generation = [0]
        let qualities = stream.variants.indices.map(stream.megabits(ofVariant:))
        var mediaEnd = 0.0
        for segment in stream.durations.indices {
            mediaEnd += stream.durations[segment]
            let madeAt = liveWindow.map { mediaEnd - $0 } ?? 0
            var places: [Place: Kept] = [:]
            let duration = stream.durations[segment]
            let audio = stream.audioBandwidth * duration
            for index in generation {
                let way = ways[index]
                // No segment is requested while the buffer is full, or before the segment exists.
                let wait = max(0, way.buffer - bufferLimit, madeAt - way.time)
                let begin = way.time + wait
                for variant in qualities.indices {
                    let bits = Double(stream.byteCounts[segment][variant]) * 8 + audio
                    let end = trace.time(toCarry: bits, from: begin + latency)
                    let seconds = end - begin
                    let dry = max(0, wait + seconds - way.buffer)
                    var next = way
                    next.parent = index
                    next.variant = variant
                    next.time = end
                    next.buffer = max(0, way.buffer - wait - seconds) + duration
                    if segment == 0 { next.startup = seconds } else { next.stalled += dry }
                    next.value += qualities[variant]
                    if segment > 0 || value.countsStartup { next.value -= value.stallCost * dry }
                    if segment > 0 { next.value -= value.switchCost * abs(qualities[variant] - qualities[way.variant]) }
                    ways.append(next)
                    let place = Place(variant: variant, time: Int(next.time / grain))
                    let mine = ways.count - 1
                    guard var kept = places[place] else {
                        places[place] = Kept(valuable: mine, richest: mine)
                        continue
                    }
                    if ways[kept.valuable].value < next.value { kept.valuable = mine }
                    if valueWithBuffer(ways[kept.richest]) < valueWithBuffer(next) { kept.richest = mine }
                    if kept.valuable != mine && kept.richest != mine {
                        ways.removeLast()
                    } else {
                        places[place] = kept
                    }
                }
            }
            generation = Set(places.values.flatMap { [$0.valuable, $0.richest] }).sorted()
            // Drop a way when the best one would still be worth more after waiting as long and stalling as much.
            if let champion = generation.max(by: { ways[$0].value < ways[$1].value }) {
                generation.removeAll { $0 != champion && isUseless(ways[$0], beside: ways[champion], qualities) }
            }
        }
        let best = generation.max { ways[$0].value < ways[$1].value } ?? 0
        var variants: [Int] = []
        var index = best
        while index > 0 {
            variants.append(ways[index].variant)
            index = ways[index].parent
        }
        variants.reverse()
        return PlaybackOutcome(
            variants: variants, startupSeconds: ways[best].startup, stallSeconds: ways[best].stalled,
            stallCount: ways[best].stalled > 0 ? 1 : 0, megabits: variants.map { qualities[$0] }, wastedBytes: 0,
            abandonedCount: 0, log: [])
    }

    private func valueWithBuffer(_ way: Way) -> Double { way.value + value.stallCost * way.buffer }

    private func isUseless(_ way: Way, beside champion: Way, _ qualities: [Double]) -> Bool {
        guard champion.time <= way.time else { return false }
        let stall = max(0, way.buffer - champion.buffer + way.time - champion.time)
        let change = 2 * value.switchCost * abs(qualities[way.variant] - qualities[champion.variant])
        return champion.value - value.stallCost * stall - change >= way.value
    }
}
