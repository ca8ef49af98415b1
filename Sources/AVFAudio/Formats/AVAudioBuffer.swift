public import CoreMedia
public import Foundation

public typealias AVAudioFrameCount = UInt32
public typealias AVAudioFramePosition = Int64

/// Memory for audio. One thread at a time. See `AVAudioPCMBuffer`.
open class AVAudioBuffer: NSObject, NSCopying, NSMutableCopying {
    public let format: AVAudioFormat
    /// The buffers with the sizes of the present contents.
    private let present: UnsafeMutableAudioBufferListPointer
    /// The buffers with the sizes of their memory.
    private let whole: UnsafeMutableAudioBufferListPointer
    private let release: () -> Void

    /// - Parameters:
    ///   - buffers: with the sizes of their memory.
    ///   - release: called once, when the object is deallocated.
    init(format: AVAudioFormat, buffers: [AudioBuffer], release: @escaping () -> Void) {
        self.format = format
        self.release = release
        present = AudioBufferList.allocate(maximumBuffers: buffers.count)
        whole = AudioBufferList.allocate(maximumBuffers: buffers.count)
        for (index, buffer) in buffers.enumerated() {
            (present[index], whole[index]) = (buffer, buffer)
            present[index].mDataByteSize = 0
        }
        super.init()
    }

    deinit {
        free(present.unsafeMutablePointer)
        free(whole.unsafeMutablePointer)
        release()
    }

    func setSizes(_ bytes: UInt32) {
        for index in present.indices { present[index].mDataByteSize = bytes }
    }

    /// The memory, with the sizes of the present contents. Valid as long as this object.
    open var audioBufferList: UnsafePointer<AudioBufferList> { present.unsafePointer }

    /// The memory, with its whole sizes. After writing into it, set `frameLength`. Valid as long as this object.
    open var mutableAudioBufferList: UnsafeMutablePointer<AudioBufferList> { whole.unsafeMutablePointer }

    /// Returns a buffer with memory of its own, and the same capacity and contents.
    open func copy(with zone: NSZone? = nil) -> Any { duplicate() }

    /// Returns a buffer with memory of its own, and the same capacity and contents.
    open func mutableCopy(with zone: NSZone? = nil) -> Any { duplicate() }

    /// Subclasses return a copy.
    func duplicate() -> AVAudioBuffer { self }

    /// The start of each buffer's memory.
    package var planes: [UnsafeMutableRawPointer] { whole.compactMap(\.mData) }
}
