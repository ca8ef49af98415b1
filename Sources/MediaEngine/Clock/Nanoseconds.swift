import CFFmpeg
import CoreMedia

/// Media and host times inside the engine in whole nanoseconds, which cover 292 years and compare exactly.
typealias Nanoseconds = Int64

extension Nanoseconds {
    static let second: Nanoseconds = 1_000_000_000
    static let millisecond: Nanoseconds = 1_000_000
    /// An unset time; far enough from real times that additions do not overflow.
    static let never: Nanoseconds = Int64.max / 4

    /// Converts a stream's ticks to nanoseconds, rounded to the nearest; nil for FFmpeg's unset timestamp.
    init?(ticks: Int64, base: AVRational) {
        guard ticks != ff_no_pts, base.num > 0, base.den > 0 else { return nil }
        self = av_rescale_q_rnd(ticks, base, AVRational(num: 1, den: 1_000_000_000), AV_ROUND_NEAR_INF)
    }

    init?(_ time: CMTime) {
        guard time.flags.contains(.valid), time.flags.isDisjoint(with: .impliedValueFlagsMask), time.timescale > 0
        else {
            return nil
        }
        self = av_rescale_q_rnd(
            time.value, AVRational(num: 1, den: time.timescale), AVRational(num: 1, den: 1_000_000_000),
            AV_ROUND_NEAR_INF)
    }

    /// Returns the time in a stream's ticks, rounded down.
    func ticks(base: AVRational) -> Int64 {
        av_rescale_q_rnd(self, AVRational(num: 1, den: 1_000_000_000), base, AV_ROUND_DOWN)
    }

    var seconds: Double { Double(self) / 1e9 }

    init(seconds: Double) {
        guard seconds.isFinite else {
            self = seconds == .infinity ? .never : 0
            return
        }
        self = Int64((seconds * 1e9).rounded().clamped(-4e18, 4e18))
    }

    var time: CMTime { CMTime(value: self, timescale: 1_000_000_000) }
}

extension Double {
    func clamped(_ low: Double, _ high: Double) -> Double { Swift.min(Swift.max(self, low), high) }
}
