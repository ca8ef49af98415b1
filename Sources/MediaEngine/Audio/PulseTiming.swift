import CPulse
import Foundation

/// The audio server's timing reports of a stream: the read position, and the latency of the sink behind it.
struct PulseTiming {
    private let format: AudioFormat
    private var position: DevicePosition
    private var isPaused = true
    /// The frame in the server's count that was played when the stream last stopped.
    private var standing: Double?
    /// The server's count at the first frame since the last flush; nil until the server has reported it.
    private var origin: Double?

    init(format: AudioFormat) {
        self.format = format
        position = DevicePosition(sampleRate: format.sampleRate)
    }

    private var bytesPerFrame: Double { Double(format.channels * 4) }

    /// Stops the position until the next report: after a pause, resumption or move, earlier reports no longer apply.
    mutating func interrupt(isPaused: Bool, at host: Int64) {
        self.isPaused = isPaused
        standing = position.frame(at: host) ?? standing
        position.reset()
    }

    /// Restarts the count at 0 after a flush.
    mutating func flush() { origin = nil }

    /// Applies libpulse's last report. Called when it was received.
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

    /// Determines the position in the server's count of the first frame since the last flush.
    mutating func locate(_ framesWritten: Int64, _ timing: pa_timing_info) {
        guard timing.write_index_corrupt == 0 else { return }
        origin = Double(timing.write_index) / bytesPerFrame - Double(framesWritten)
    }

    /// Returns the frames played since the last flush at a host time; nil without sufficient reports.
    ///
    /// libpulse's own interpolation is not used: it runs ahead, and stays ahead, while a suspended sink has not started to read.
    func framesPlayed(at host: Int64) -> Double? {
        guard let origin, let played = position.frame(at: host) ?? standing else { return nil }
        return played - origin
    }
}
