public import CoreMedia
public import CoreVideo
public import Foundation
import MediaEngine
import Synchronization
import VideoFrames

/// Gives the client the video frames of an item as pixel buffers, for requested item times.
///
/// Here: pixels are 32BGRA in the display size, whatever the attributes request.
open class AVPlayerItemVideoOutput: AVPlayerItemOutput, @unchecked Sendable {
    private struct State: Sendable {
        weak var delegate: (any AVPlayerItemOutputPullDelegate)?
        var queue: DispatchQueue?
        /// The time of the frame that was copied last.
        var lastTime: CMTime?
        var lastGeneration: UInt64 = 0
        var wantsNotification = false
        /// The video on which a change handler is set.
        var video: (any ItemVideo)?
    }

    private let state = Mutex(State())

    /// - Parameter pixelBufferAttributes: CoreVideo's keys. Here: ignored.
    public init(pixelBufferAttributes: [String: Any]? = nil) { super.init() }

    /// - Parameter outputSettings: as for an asset writer. Here: ignored.
    public init(outputSettings: [String: Any]?) { super.init() }

    private let pixelBuffers = PixelBufferMaker()

    private var video: (any ItemVideo)? { item?.sessionVideo }

    /// Returns whether the current frame has not been copied yet.
    open func hasNewPixelBuffer(forItemTime itemTime: CMTime) -> Bool {
        guard let current = video?.currentFrame else { return false }
        return state.withLock { state in
            guard let last = state.lastTime else { return true }
            return current.generation != state.lastGeneration && current.frame.presentationTime != last
        }
    }

    /// Returns the frame that is displayed at this time; nil where there is none. Retained by the caller.
    /// - Parameter outItemTimeForDisplay: receives the time of the frame.
    open func copyPixelBuffer(
        forItemTime itemTime: CMTime, itemTimeForDisplay outItemTimeForDisplay: UnsafeMutablePointer<CMTime>?
    ) -> CVPixelBuffer? {
        guard let video else { return nil }
        let generation = video.generation
        guard let frame = video.frame(at: itemTime.isNumeric ? itemTime : nil),
            let buffer = pixelBuffers.pixelBuffer(of: frame)
        else { return nil }
        state.withLock { state in
            state.lastTime = frame.presentationTime
            state.lastGeneration = generation
        }
        outItemTimeForDisplay?.pointee = frame.presentationTime
        return buffer
    }

    open func setDelegate(_ delegate: (any AVPlayerItemOutputPullDelegate)?, queue delegateQueue: DispatchQueue?) {
        state.withLock { state in
            state.delegate = delegate
            state.queue = delegateQueue
        }
    }

    open var delegate: (any AVPlayerItemOutputPullDelegate)? { state.withLock { $0.delegate } }

    open var delegateQueue: DispatchQueue? { state.withLock { $0.queue } }

    /// Requests one call of the delegate when there is a new frame.
    open func requestNotificationOfMediaDataChange(withAdvanceInterval interval: TimeInterval) {
        let video = video
        state.withLock { state in
            state.wantsNotification = true
            state.video = video
        }
        guard let video else { return }
        video.setChangeHandler(for: ObjectIdentifier(self)) { [weak self] in self?.videoChanged() }
        if hasNewPixelBuffer(forItemTime: .invalid) { videoChanged() }
    }

    override func attach(to item: (any OutputItem)?) {
        super.attach(to: item)
        dropHandler()
        state.withLock { $0.lastTime = nil }
        if item != nil, state.withLock({ $0.wantsNotification }) {
            requestNotificationOfMediaDataChange(withAdvanceInterval: 0)
        }
    }

    override func sequenceWasFlushed() {
        callDelegate { $1.outputSequenceWasFlushed($0) }
        state.withLock { $0.lastTime = nil }
        // The item may have a new session since the client's request.
        if state.withLock({ $0.wantsNotification }) { requestNotificationOfMediaDataChange(withAdvanceInterval: 0) }
    }

    private func videoChanged() {
        let wanted = state.withLock { state in
            defer { state.wantsNotification = false }
            return state.wantsNotification
        }
        guard wanted else { return }
        dropHandler()
        callDelegate { $1.outputMediaDataWillChange($0) }
    }

    private func dropHandler() {
        let video = state.withLock { state in
            defer { state.video = nil }
            return state.video
        }
        video?.setChangeHandler(for: ObjectIdentifier(self), nil)
    }

    private func callDelegate(
        _ body: @escaping @Sendable (AVPlayerItemVideoOutput, any AVPlayerItemOutputPullDelegate) -> Void
    ) {
        let (delegate, queue) = state.withLock { ($0.delegate, $0.queue) }
        guard let delegate else { return }
        (queue ?? .main).async { [weak self, weak delegate] in
            guard let self, let delegate else { return }
            body(self, delegate)
        }
    }

    deinit { dropHandler() }
}
