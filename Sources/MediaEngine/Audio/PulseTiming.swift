import CPulse
import Foundation

/// What a sound server has reported about a stream: how far it has read, and how far its sink is behind that.
struct PulseTiming {
    private let format: AudioFormat
    private var position: DevicePosition
    private var isPaused = true
    /// The frame of the server's count that was heard when the stream last stood.
    private var standing: Double?
    /// The server's count at the first frame since the last flush; nil until the server has reported it.
    private var origin: Double?

    init(format: AudioFormat) {
        self.format = format
        position = DevicePosition(sampleRate: format.sampleRate)
    }

    private var bytesPerFrame: Double { Double(format.channels * 4) }

    /// Stands until the next report: the stream is paused, resumed or moved, and earlier reports do not say where it will be.
    mutating func interrupt(isPaused: Bool, at host: Int64) {
        self.isPaused = isPaused
        standing = position.frame(at: host) ?? standing
        position.reset()
    }

    /// What was written and not yet heard is forgotten; frames are counted from 0 again.
    mutating func flush() { origin = nil }

    /// Uses what libpulse holds as the last report. Called when it has received one.
    mutating func take(_ timing: pa_timing_info, at host: Int64) -> DevicePosition.Verdict {
        guard timing.read_index_corrupt == 0 else { return .accepted }
        var wall = timeval()
        gettimeofday(&wall, nil)
        let age =
            Int64(wall.tv_sec - timing.timestamp.tv_sec) * 1_000_000_000
            + Int64(wall.tv_usec - timing.timestamp.tv_usec) * 1000
        let inSink = Double(timing.sink_usec) / 1e6 * Double(format.sampleRate)
        let frame = Double(timing.read_index) / bytesPerFrame - inSink
        guard timing.playing != 0, !isPaused else {
            position.reset()
            standing = frame
            return .accepted
        }
        return position.add(DevicePosition.Report(frame: frame, host: host - min(max(0, age), .second)))
    }

    /// Learns where the frames written since the last flush begin in the server's count.
    mutating func locate(_ framesWritten: Int64, _ timing: pa_timing_info) {
        guard timing.write_index_corrupt == 0 else { return }
        origin = Double(timing.write_index) / bytesPerFrame - Double(framesWritten)
    }

    /// Frames heard since the last flush at a host time; nil where the server has not reported enough to say.
    ///
    /// libpulse's own interpolation is not used: it runs ahead while a sink that rests has not begun to read, and stays ahead.
    func framesHeard(at host: Int64) -> Double? {
        guard let origin, let heard = position.frame(at: host) ?? standing else { return nil }
        return heard - origin
    }
}
