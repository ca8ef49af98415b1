import Foundation

/// The samples of one channel, or of several that are interleaved.
public struct AudioBuffer {
    public var mNumberChannels: UInt32
    /// In bytes.
    public var mDataByteSize: UInt32
    public var mData: UnsafeMutableRawPointer?

    public init(mNumberChannels: UInt32 = 0, mDataByteSize: UInt32 = 0, mData: UnsafeMutableRawPointer? = nil) {
        self.mNumberChannels = mNumberChannels
        self.mDataByteSize = mDataByteSize
        self.mData = mData
    }
}

/// A list of buffers, of which the first is in the structure and the others follow it in memory; see
/// `UnsafeMutableAudioBufferListPointer`.
public struct AudioBufferList {
    public var mNumberBuffers: UInt32
    public var mBuffers: AudioBuffer

    public init(mNumberBuffers: UInt32 = 0, mBuffers: AudioBuffer = AudioBuffer()) {
        self.mNumberBuffers = mNumberBuffers
        self.mBuffers = mBuffers
    }
}

extension AudioBufferList {
    /// The offset of the first buffer.
    private static var offset: Int { MemoryLayout<AudioBufferList>.offset(of: \.mBuffers) ?? 8 }

    /// The size in bytes of a list of some buffers.
    public static func sizeInBytes(maximumBuffers: Int) -> Int {
        offset + max(1, maximumBuffers) * MemoryLayout<AudioBuffer>.stride
    }

    /// Allocates a list of empty buffers. The caller frees it with `free`.
    public static func allocate(maximumBuffers: Int) -> UnsafeMutableAudioBufferListPointer {
        let size = sizeInBytes(maximumBuffers: maximumBuffers)
        // Apple's function returns no optional; a few bytes for each buffer are missing only where no memory is left at all.
        guard let memory = calloc(1, size) else { fatalError("There is no memory for \(size) bytes.") }
        let list = memory.bindMemory(to: AudioBufferList.self, capacity: 1)
        list.pointee.mNumberBuffers = UInt32(maximumBuffers)
        return UnsafeMutableAudioBufferListPointer(list)
    }

    fileprivate static func buffers(
        _ list: UnsafeMutablePointer<AudioBufferList>
    ) -> UnsafeMutablePointer<AudioBuffer> {
        UnsafeMutableRawPointer(list).advanced(by: offset).assumingMemoryBound(to: AudioBuffer.self)
    }
}

/// The buffers of an `AudioBufferList` as a collection.
public struct UnsafeMutableAudioBufferListPointer: MutableCollection, RandomAccessCollection {
    public var unsafeMutablePointer: UnsafeMutablePointer<AudioBufferList>

    public init(_ p: UnsafeMutablePointer<AudioBufferList>) { unsafeMutablePointer = p }

    public init?(_ p: UnsafeMutablePointer<AudioBufferList>?) {
        guard let p else { return nil }
        self.init(p)
    }

    public var unsafePointer: UnsafePointer<AudioBufferList> { UnsafePointer(unsafeMutablePointer) }

    public var count: Int {
        get { Int(unsafeMutablePointer.pointee.mNumberBuffers) }
        nonmutating set { unsafeMutablePointer.pointee.mNumberBuffers = UInt32(newValue) }
    }

    public var startIndex: Int { 0 }
    public var endIndex: Int { count }

    public subscript(index: Int) -> AudioBuffer {
        get {
            precondition(index >= 0 && index < count, "The list has no buffer \(index).")
            return AudioBufferList.buffers(unsafeMutablePointer)[index]
        }
        nonmutating set {
            precondition(index >= 0 && index < count, "The list has no buffer \(index).")
            AudioBufferList.buffers(unsafeMutablePointer)[index] = newValue
        }
    }
}
