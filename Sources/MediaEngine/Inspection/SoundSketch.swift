import CFFmpeg
import Foundation

/// The level and the pitch of the sound of a segment in windows of 50 ms, with which tools compare the audio of variants.
package final class SoundSketch {
    package struct Result: Sendable {
        /// The presentation time of the first window, as a multiple of the length.
        package var firstWindow: Int64
        /// In decibels above -100 dB of full scale.
        package var levels: [UInt8]
        /// Crossings of zero in each window.
        package var crossings: [UInt8]
        /// The packets that were decoded, and those of them with errors.
        package var packetCount = 0
        package var errorCount = 0
    }

    private struct Window {
        var energy = 0.0
        var count = 0
        var crossings = 0
    }

    private static let windowLength: Int64 = 50_000_000
    private static let mostWindows: Int64 = 2_400
    /// In hertz. Audio with a lower rate is none.
    private static let lowestRate = 4_000.0
    /// Louder samples than this, of which full scale is 1, are damage, as are those that are no number.
    private static let loudest = 8.0

    /// AVERROR_INVALIDDATA.
    private static let invalidData: Int32 = -0x4144_4e49

    private var context: UnsafeMutablePointer<AVCodecContext>?
    private let frame = av_frame_alloc()
    private var track: Int?
    private var windows: [Int64: Window] = [:]
    private var first: Int64?
    private var next: Int64 = 0
    private var low = 0.0
    private var packetCount = 0
    private var errorCount = 0
    private var wasPositive = false

    init() {}

    deinit {
        avcodec_free_context(&context)
        var freed = frame
        av_frame_free(&freed)
    }

    func add(_ packet: Packet, track: Int, time: Int64) {
        if self.track == nil {
            self.track = track
            next = time
            open(packet)
        }
        guard track == self.track, let context, let frame, windows.count <= Self.mostWindows else { return }
        // The decoder has no delay beyond a frame: times continue from the packet before.
        if (next &- time).magnitude > 100_000_000 { next = time }
        packetCount += 1
        guard avcodec_send_packet(context, packet.raw) >= 0 else {
            errorCount += 1
            return
        }
        var hasError = false
        while true {
            let result = avcodec_receive_frame(context, frame)
            if result == Self.invalidData { hasError = true }
            guard result >= 0 else { break }
            if frame.pointee.decode_error_flags != 0 { hasError = true }
            measure(frame)
            av_frame_unref(frame)
        }
        if hasError { errorCount += 1 }
    }

    func finish() -> Result? {
        guard let start = windows.keys.min(), let end = windows.keys.max(), end - start < Self.mostWindows else {
            guard errorCount > 0 else { return nil }
            return Result(
                firstWindow: 0, levels: [], crossings: [], packetCount: packetCount, errorCount: errorCount)
        }
        var result = Result(
            firstWindow: start, levels: [], crossings: [], packetCount: packetCount, errorCount: errorCount)
        for index in start...end {
            let window = windows[index] ?? Window()
            let power = window.count > 0 ? window.energy / Double(window.count) : 0
            result.levels.append(UInt8(clamping: Int(10 * log10(max(power, 1e-10)) + 100)))
            result.crossings.append(UInt8(clamping: window.crossings))
        }
        return result
    }

    private func open(_ packet: Packet) {
        guard let codec = Decoders.find(packet.format.codec), let made = avcodec_alloc_context3(codec) else { return }
        context = made
        avcodec_parameters_to_context(made, packet.format.parameters)
        made.pointee.pkt_timebase = packet.format.timeBase
        made.pointee.thread_count = 1
        if avcodec_open2(made, codec, nil) < 0 { avcodec_free_context(&context) }
    }

    /// Adds the first channel of a frame. A low-pass filter makes encodes of different bandwidths alike.
    private func measure(_ frame: UnsafeMutablePointer<AVFrame>) {
        let rate = Double(frame.pointee.sample_rate)
        let count = Int(frame.pointee.nb_samples)
        guard rate >= Self.lowestRate, count > 0, let bytes = frame.pointee.data.0 else { return }
        let channels = max(1, Int(frame.pointee.ch_layout.nb_channels))
        let share = min(1, 2 * Double.pi * 2_000 / rate)
        let sample: (Int) -> Double
        let raw = UnsafeRawPointer(bytes)
        switch AVSampleFormat(rawValue: frame.pointee.format) {
        case AV_SAMPLE_FMT_FLTP: sample = { Double(raw.load(fromByteOffset: $0 * 4, as: Float.self)) }
        case AV_SAMPLE_FMT_FLT: sample = { Double(raw.load(fromByteOffset: $0 * channels * 4, as: Float.self)) }
        case AV_SAMPLE_FMT_S16P: sample = { Double(raw.load(fromByteOffset: $0 * 2, as: Int16.self)) / 32_768 }
        case AV_SAMPLE_FMT_S16:
            sample = { Double(raw.load(fromByteOffset: $0 * channels * 2, as: Int16.self)) / 32_768 }
        default: return
        }
        let step = 1e9 / rate
        var place = next / Self.windowLength
        var window = windows[place] ?? Window()
        for index in 0..<count {
            let now = (next &+ Int64(Double(index) * step)) / Self.windowLength
            if now != place {
                windows[place] = window
                place = now
                window = windows[place] ?? Window()
            }
            let value = sample(index)
            low += share * ((abs(value) <= Self.loudest ? value : 0) - low)
            window.energy += low * low
            window.count += 1
            if (low > 0) != wasPositive {
                wasPositive = low > 0
                window.crossings += 1
            }
        }
        windows[place] = window
        next = next &+ Int64(Double(count) * step)
    }
}
