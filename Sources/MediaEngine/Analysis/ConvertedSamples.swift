/// Samples of one layout: one plane of bytes for interleaved samples, otherwise one for each channel.
struct ConvertedSamples {
    private(set) var frames = 0
    private var planes: [[UInt8]]
    /// The bytes of a frame in one plane.
    private let stride: Int

    init(layout: SampleLayout, channels: Int) {
        planes = Array(repeating: [], count: layout.isInterleaved ? 1 : channels)
        stride = layout.bytesPerSample * (layout.isInterleaved ? channels : 1)
    }

    /// Replaces the samples by those that `body` writes, with room for a number of frames; `body` returns how many it wrote.
    mutating func fill(room: Int, _ body: (UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>) -> Int) {
        let size = room * stride
        let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: size * planes.count)
        defer { memory.deallocate() }
        var pointers: [UnsafeMutablePointer<UInt8>?] = planes.indices.map { memory + $0 * size }
        frames = pointers.withUnsafeMutableBufferPointer { $0.baseAddress.map(body) ?? 0 }
        for plane in planes.indices {
            planes[plane] = Array(UnsafeBufferPointer(start: memory + plane * size, count: frames * stride))
        }
    }

    mutating func append(_ other: ConvertedSamples) {
        guard frames > 0 else {
            self = other
            return
        }
        for plane in planes.indices { planes[plane] += other.planes[plane] }
        frames += other.frames
    }

    /// Passes the samples to a function of FFmpeg that reads them.
    func withPlanes(_ body: (UnsafeMutablePointer<UnsafeMutableRawPointer?>) -> Int32) -> Int32 {
        func pass(_ pointers: [UnsafeMutableRawPointer?]) -> Int32 {
            guard pointers.count < planes.count else {
                var pointers = pointers
                return pointers.withUnsafeMutableBufferPointer { $0.baseAddress.map(body) ?? 0 }
            }
            return planes[pointers.count].withUnsafeBytes {
                pass(pointers + [UnsafeMutableRawPointer(mutating: $0.baseAddress)])
            }
        }
        return pass([])
    }

    /// Copies frames to memory.
    /// - Parameters:
    ///   - offset: the first frame to copy.
    ///   - target: the planes of the memory, with room for `written + count` frames.
    ///   - written: the frames that the memory contains already.
    func copy(from offset: Int, count: Int, to target: [UnsafeMutableRawPointer], after written: Int) {
        for (plane, memory) in zip(planes, target) {
            plane.withUnsafeBytes { bytes in
                guard count > 0, let start = bytes.baseAddress else { return }
                (memory + written * stride).copyMemory(from: start + offset * stride, byteCount: count * stride)
            }
        }
    }
}
