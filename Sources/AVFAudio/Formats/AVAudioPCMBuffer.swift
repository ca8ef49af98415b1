public import CoreMedia

/// Memory for uncompressed audio. One thread at a time.
open class AVAudioPCMBuffer: AVAudioBuffer {
    /// The largest number of frames.
    public let frameCapacity: AVAudioFrameCount
    private let channels: UnsafeMutablePointer<UnsafeMutableRawPointer>

    /// The number of valid frames; initially 0. Apple: a length beyond `frameCapacity` raises an exception. Here: it is clamped.
    open var frameLength: AVAudioFrameCount = 0 {
        didSet {
            if frameLength > frameCapacity { frameLength = frameCapacity }
            setSizes(frameLength * format.streamDescription.pointee.mBytesPerFrame)
        }
    }

    /// Allocates memory of zeros.
    /// - Returns: nil for compressed audio, and for more than 4 GB.
    public convenience init?(pcmFormat format: AVAudioFormat, frameCapacity: AVAudioFrameCount) {
        guard let shape = Shape(format), let size = shape.bytes(frames: frameCapacity) else { return nil }
        let memory = UnsafeMutableRawPointer.allocate(byteCount: max(1, size) * shape.buffers, alignment: 16)
        memory.initializeMemory(as: UInt8.self, repeating: 0, count: max(1, size) * shape.buffers)
        let buffers = (0..<shape.buffers).map { index in
            AudioBuffer(
                mNumberChannels: shape.channelsPerBuffer, mDataByteSize: UInt32(size), mData: memory + index * size)
        }
        self.init(format: format, capacity: frameCapacity, buffers: buffers) { memory.deallocate() }
    }

    /// Uses a client's memory, without copying; `frameCapacity` and `frameLength` are those of the smallest buffer.
    /// - Parameter deallocator: called when the object is deallocated, with the list.
    /// - Returns: nil for compressed audio, and where the list has too few buffers or one without memory.
    public convenience init?(
        pcmFormat format: AVAudioFormat, bufferListNoCopy bufferList: UnsafePointer<AudioBufferList>,
        deallocator: ((UnsafePointer<AudioBufferList>) -> Void)? = nil
    ) {
        let list = UnsafeMutableAudioBufferListPointer(UnsafeMutablePointer(mutating: bufferList))
        guard let shape = Shape(format), list.count == shape.buffers, list.allSatisfy({ $0.mData != nil }),
            let smallest = list.map(\.mDataByteSize).min()
        else { return nil }
        let frames = smallest / shape.bytesPerFrame
        self.init(format: format, capacity: frames, buffers: Array(list)) { deallocator?(bufferList) }
        frameLength = frames
    }

    private init(
        format: AVAudioFormat, capacity: AVAudioFrameCount, buffers: [AudioBuffer], release: @escaping () -> Void
    ) {
        let count = Int(format.channelCount)
        let bytes = Int(format.streamDescription.pointee.mBitsPerChannel / 8)
        let starts = buffers.compactMap(\.mData)
        frameCapacity = capacity
        channels = .allocate(capacity: max(1, count))
        for channel in 0..<count {
            (channels + channel).initialize(
                to: format.isInterleaved ? starts[0] + channel * bytes : starts[channel])
        }
        super.init(format: format, buffers: buffers, release: release)
    }

    deinit { channels.deallocate() }

    /// The samples from one sample of a channel to the next one: the number of channels for interleaved audio, otherwise 1.
    open var stride: Int { format.isInterleaved ? Int(format.channelCount) : 1 }

    /// The first sample of each channel; nil unless the format is 32-bit floating point. Valid as long as this object.
    open var floatChannelData: UnsafePointer<UnsafeMutablePointer<Float>>? { data(.pcmFormatFloat32) }

    /// The first sample of each channel; nil unless the format has 16-bit integers. Valid as long as this object.
    open var int16ChannelData: UnsafePointer<UnsafeMutablePointer<Int16>>? { data(.pcmFormatInt16) }

    /// The first sample of each channel; nil unless the format has 32-bit integers. Valid as long as this object.
    open var int32ChannelData: UnsafePointer<UnsafeMutablePointer<Int32>>? { data(.pcmFormatInt32) }

    private func data<Sample>(_ common: AVAudioCommonFormat) -> UnsafePointer<UnsafeMutablePointer<Sample>>? {
        guard format.commonFormat == common else { return nil }
        return UnsafeRawPointer(channels).assumingMemoryBound(to: UnsafeMutablePointer<Sample>.self)
    }

    override func duplicate() -> AVAudioBuffer {
        guard let copy = AVAudioPCMBuffer(pcmFormat: format, frameCapacity: frameCapacity) else { return self }
        copy.frameLength = frameLength
        let bytes = Int(frameLength) * Int(format.streamDescription.pointee.mBytesPerFrame)
        for (from, to) in zip(planes, copy.planes) { to.copyMemory(from: from, byteCount: bytes) }
        return copy
    }

    /// How the frames of a format are divided into buffers.
    private struct Shape {
        let buffers: Int
        let channelsPerBuffer: UInt32
        let bytesPerFrame: UInt32

        /// - Returns: nil unless the format is uncompressed audio.
        init?(_ format: AVAudioFormat) {
            let description = format.streamDescription.pointee
            guard description.mFormatID == kAudioFormatLinearPCM, description.mBytesPerFrame > 0,
                (1...1024).contains(description.mChannelsPerFrame)
            else { return nil }
            buffers = format.isInterleaved ? 1 : Int(description.mChannelsPerFrame)
            channelsPerBuffer = format.isInterleaved ? description.mChannelsPerFrame : 1
            bytesPerFrame = description.mBytesPerFrame
            let bits = UInt64(description.mBitsPerChannel) * UInt64(channelsPerBuffer)
            guard UInt64(bytesPerFrame) * 8 >= bits else { return nil }
        }

        func bytes(frames: AVAudioFrameCount) -> Int? {
            let bytes = UInt64(frames) * UInt64(bytesPerFrame)
            return bytes <= UInt64(UInt32.max) ? Int(bytes) : nil
        }
    }
}
