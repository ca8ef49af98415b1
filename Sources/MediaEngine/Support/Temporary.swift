// Stands in until the sources and outputs are here: delete this file then.
import CFFmpeg
import Foundation
enum SourceFactory {
    static func open(_ l: MediaLocator) throws(MediaError) -> any ByteSource {
        guard let h = FileHandle(forReadingAtPath: l.url.path) else {
            throw MediaError(.fileNotFound, "no file", url: l.url)
        }
        return TempFile(h)
    }
}
final class TempFile: ByteSource, @unchecked Sendable {
    let h: FileHandle; let n: Int64
    init(_ h: FileHandle) { self.h = h; n = Int64((try? h.seekToEnd()) ?? 0); try? h.seek(toOffset: 0) }
    var size: Int64? { n }
    var isSeekable: Bool { true }
    var mimeType: String? { nil }
    func read(into b: UnsafeMutableRawBufferPointer) throws(MediaError) -> Int {
        Foundation.read(h.fileDescriptor, b.baseAddress!, b.count)
    }
    func seek(to o: Int64) throws(MediaError) { lseek(h.fileDescriptor, off_t(o), SEEK_SET) }
    var bufferedAhead: Int? { nil }
    func cancel() {}
    func resume() {}
}
final class AudioConverter {
    let o: AudioFormat
    var swr: OpaquePointer?
    var fifo: [Float] = []
    var t = 0.0
    init(output: AudioFormat) { o = output }
    func setRate(_ r: Double, keepsPitch: Bool) {}
    func push(frame: UnsafePointer<AVFrame>, mediaTime: Double) throws(MediaError) {
        if swr == nil {
            var out = AVChannelLayout(); av_channel_layout_default(&out, 2)
            var inl = frame.pointee.ch_layout
            swr_alloc_set_opts2(
                &swr, &out, AV_SAMPLE_FMT_FLT, Int32(o.sampleRate), &inl,
                AVSampleFormat(rawValue: frame.pointee.format), frame.pointee.sample_rate, 0, nil)
            swr_init(swr)
        }
        if fifo.isEmpty { t = mediaTime }
        let n = Int(frame.pointee.nb_samples)
        var b = [Float](repeating: 0, count: n * 2 + 64)
        let got = b.withUnsafeMutableBytes { raw -> Int32 in
            var p: UnsafeMutablePointer<UInt8>? = raw.baseAddress!.assumingMemoryBound(to: UInt8.self)
            let ext = UnsafeRawPointer(frame.pointee.extended_data)!.assumingMemoryBound(to: UnsafePointer<UInt8>?.self)
            return swr_convert(swr, &p, Int32(n + 32), UnsafeMutablePointer(mutating: ext), Int32(n))
        }
        fifo.append(contentsOf: b.prefix(Int(got) * 2))
    }
    func pull(into: UnsafeMutableBufferPointer<Float>, frames: Int) -> (frames: Int, mediaTime: Double) {
        let n = min(frames, fifo.count / 2)
        for i in 0..<(n * 2) { into[i] = fifo[i] }
        fifo.removeFirst(n * 2)
        let m = t; t += Double(n) / Double(o.sampleRate)
        return (n, m)
    }
    func drain() {}
    func reset() { fifo = [] }
    var bufferedFrames: Int { fifo.count / 2 }
}
enum DefaultAudioOutput { static func make(clock: any HostClock) -> any AudioOutput { TempNull(clock) } }
final class TempNull: AudioOutput, @unchecked Sendable {
    let c: any HostClock; let l = NSLock(); var r: AudioRender?; var f = AudioFormat(sampleRate: 48000, channels: 2)
    var heard = 0.0; var at: Int64 = 0; var paused = true; var stopped = false
    init(_ c: any HostClock) { self.c = c }
    func start(
        format: AudioFormat, render: @escaping AudioRender, events: @escaping @Sendable (AudioOutputEvent) -> Void
    ) throws(MediaError) {
        f = format; r = render; at = c.now
        Thread {
            while !self.stopped {
                self.l.lock(); let n = self.c.now
                if !self.paused {
                    let k = Int(Double(n - self.at) / 1e9 * Double(self.f.sampleRate));
                    if k > 0 {
                        var b = [Float](repeating: 0, count: k * 2);
                        let g = b.withUnsafeMutableBufferPointer { self.r!($0, k) }
                        self.heard += Double(g); self.at += Int64(Double(k) / Double(self.f.sampleRate) * 1e9)
                    }
                } else {
                    self.at = n
                }
                self.l.unlock(); usleep(5000)
            }
        }.start()
    }
    func setPaused(_ p: Bool) { l.lock(); paused = p; at = c.now; l.unlock() }
    func flush() { l.lock(); heard = 0; l.unlock() }
    func wake() {}
    func position() -> AudioPosition {
        l.lock(); defer { l.unlock() }; return AudioPosition(framesHeard: heard, hostTime: at, isRunning: !paused)
    }
    var deviceName: String { "none" }
    func stop() { stopped = true }
}
