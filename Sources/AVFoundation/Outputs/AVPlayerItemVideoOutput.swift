public import CoreMedia
public import CoreVideo
public import Foundation
import MediaEngine
import Synchronization

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
        var picture: (any ItemPicture)?
    }

    private let state = Mutex(State())

    /// - Parameter pixelBufferAttributes: CoreVideo's keys. Here: ignored.
    public init(pixelBufferAttributes: [String: Any]? = nil) { super.init() }

    /// - Parameter outputSettings: as for an asset writer. Here: ignored.
    public init(outputSettings: [String: Any]?) { super.init() }

    private var picture: (any ItemPicture)? { item?.sessionPicture }

    /// Returns whether the current frame has not been copied yet.
    public func hasNewPixelBuffer(forItemTime itemTime: CMTime) -> Bool {
        guard let picture, picture.generation != 0 else { return false }
        return state.withLock { state in
            guard let last = state.lastTime else { return true }
            return picture.generation != state.lastGeneration && picture.presentationTime != last
        }
    }

    /// Returns the frame that is displayed at this time; nil where there is none. Retained by the caller.
    /// - Parameter outItemTimeForDisplay: receives the time of the frame.
    public func copyPixelBuffer(
        forItemTime itemTime: CMTime, itemTimeForDisplay outItemTimeForDisplay: UnsafeMutablePointer<CMTime>?
    ) -> CVPixelBuffer? {
        guard let picture else { return nil }
        let generation = picture.generation
        let time = itemTime.isNumeric ? itemTime : nil
        guard let copy = picture.copyPixels(at: time, maximumWidth: 0, maximumHeight: 0), let buffer = copy.pixelBuffer
        else { return nil }
        state.withLock { state in
            state.lastTime = copy.presentationTime
            state.lastGeneration = generation
        }
        outItemTimeForDisplay?.pointee = copy.presentationTime
        return buffer
    }

    public func setDelegate(_ delegate: (any AVPlayerItemOutputPullDelegate)?, queue delegateQueue: DispatchQueue?) {
        state.withLock { state in
            state.delegate = delegate
            state.queue = delegateQueue
        }
    }

    public var delegate: (any AVPlayerItemOutputPullDelegate)? { state.withLock { $0.delegate } }

    public var delegateQueue: DispatchQueue? { state.withLock { $0.queue } }

    /// Requests one call of the delegate when there is a new frame.
    public func requestNotificationOfMediaDataChange(withAdvanceInterval interval: TimeInterval) {
        let picture = picture
        state.withLock { state in
            state.wantsNotification = true
            state.picture = picture
        }
        guard let picture else { return }
        picture.setChangeHandler(for: ObjectIdentifier(self)) { [weak self] in self?.pictureChanged() }
        if hasNewPixelBuffer(forItemTime: .invalid) { pictureChanged() }
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

    private func pictureChanged() {
        let wanted = state.withLock { state in
            defer { state.wantsNotification = false }
            return state.wantsNotification
        }
        guard wanted else { return }
        dropHandler()
        callDelegate { $1.outputMediaDataWillChange($0) }
    }

    private func dropHandler() {
        let picture = state.withLock { state in
            defer { state.picture = nil }
            return state.picture
        }
        picture?.setChangeHandler(for: ObjectIdentifier(self), nil)
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
