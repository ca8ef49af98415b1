public import CoreMedia
public import Foundation
import MediaEngine
import Synchronization

/// Delivers the captions of an item as text when they are due.
open class AVPlayerItemLegibleOutput: AVPlayerItemOutput, @unchecked Sendable {
    private struct State: Sendable {
        var delivery = PushDelivery()
        var styling = TextStylingResolution.default
        var cursor = CaptionCursor()
    }

    private let state = Mutex(State())

    public override init() { super.init() }

    /// - Parameter subtypes: Apple: media subtypes to deliver as sample buffers. Here: all captions are delivered as text.
    public init(mediaSubtypesForNativeRepresentation subtypes: [NSNumber]) { super.init() }

    /// - Parameter delegateQueue: a serial queue; nil is the main queue.
    open func setDelegate(
        _ delegate: (any AVPlayerItemLegibleOutputPushDelegate)?, queue delegateQueue: DispatchQueue?
    ) {
        state.withLock { state in
            state.delivery.delegate = delegate
            state.delivery.queue = delegateQueue
        }
    }

    open var delegate: (any AVPlayerItemLegibleOutputPushDelegate)? {
        state.withLock { $0.delivery.delegate as? any AVPlayerItemLegibleOutputPushDelegate }
    }

    open var delegateQueue: DispatchQueue? { state.withLock { $0.delivery.queue } }

    /// How many seconds of item time before captions are due the delegate is called. Here: at most about 2 for captions in a track of their
    /// own, because they are not read earlier.
    open var advanceIntervalForDelegateInvocation: TimeInterval {
        get { state.withLock { $0.delivery.advance } }
        set {
            state.withLock { $0.delivery.advance = newValue }
            item?.followCaptions()
        }
    }

    open var textStylingResolution: TextStylingResolution {
        get { state.withLock { $0.styling } }
        set { state.withLock { $0.styling = newValue } }
    }

    /// The styles that the strings carry. Here: those of the source, as `kCMTextMarkupAttribute_…`, with either value.
    public struct TextStylingResolution: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public static let `default` = TextStylingResolution(
            rawValue: "AVPlayerItemLegibleOutputTextStylingResolutionDefault")
        public static let sourceAndRulesOnly = TextStylingResolution(
            rawValue: "AVPlayerItemLegibleOutputTextStylingResolutionSourceAndRulesOnly")
    }

    /// Delivers the changes of captions up to a time, after time has advanced or the captions have changed.
    /// - Parameters:
    ///   - delay: how much later than their times the captions are displayed.
    ///   - rules: the styles of captions that have none of their own.
    func follow(
        _ captions: CaptionList, to time: CMTime, delay: CMTime = .zero, rules: [AVTextStyleRule] = [],
        isBackwards: Bool
    ) {
        // Dispatched inside the lock, so that changes found on two threads are delivered in order; the delegate is called on its queue.
        let delegate = state.withLock { state in
            let delegate = state.delivery.delegate
            for change in state.cursor.move(
                to: time - delay, ahead: state.delivery.ahead, isBackwards: isBackwards, in: captions)
            {
                state.delivery.callDelegate(self) { output, delegate in
                    (delegate as? any AVPlayerItemLegibleOutputPushDelegate)?.legibleOutput(
                        output, didOutputAttributedStrings: change.strings(rules),
                        nativeSampleBuffers: [], forItemTime: change.time + delay)
                }
            }
            return delegate
        }
        // Not deallocated inside the lock, where its last other reference ends meanwhile: it may use the output then.
        withExtendedLifetime(delegate) {}
    }

    /// Delivers the captions of the present time once more with the next change.
    func deliverAgain() { state.withLock { $0.cursor.flush() } }

    override func sequenceWasFlushed() {
        let delegate = state.withLock { state in
            let delegate = state.delivery.delegate
            state.cursor.flush()
            state.delivery.callDelegate(self) { $1.outputSequenceWasFlushed($0) }
            return delegate
        }
        withExtendedLifetime(delegate) {}
    }

    override func attach(to item: (any OutputItem)?) {
        super.attach(to: item)
        state.withLock { $0.cursor.flush() }
        item?.followCaptions()
    }
}

/// The delegate of a legible output.
public protocol AVPlayerItemLegibleOutputPushDelegate: AVPlayerItemOutputPushDelegate {
    /// Delivers the captions that are displayed from `itemTime` on; `strings` is empty where there are none.
    func legibleOutput(
        _ output: AVPlayerItemLegibleOutput, didOutputAttributedStrings strings: [NSAttributedString],
        nativeSampleBuffers nativeSamples: [Any], forItemTime itemTime: CMTime)
}

extension AVPlayerItemLegibleOutputPushDelegate {
    public func legibleOutput(
        _ output: AVPlayerItemLegibleOutput, didOutputAttributedStrings strings: [NSAttributedString],
        nativeSampleBuffers nativeSamples: [Any], forItemTime itemTime: CMTime
    ) {}
}
