public import CoreMedia
public import Foundation
import MediaEngine
import Synchronization

/// Gives the captions of an item as text, when they are due.
open class AVPlayerItemLegibleOutput: AVPlayerItemOutput, @unchecked Sendable {
    private struct State: Sendable {
        weak var delegate: (any AVPlayerItemLegibleOutputPushDelegate)?
        var queue: DispatchQueue?
        var advance: TimeInterval = 0
        var styling = TextStylingResolution.default
        var shown: [TimedText] = []
    }

    private let state = Mutex(State())

    public override init() { super.init() }

    /// - Parameter subtypes: Apple: media subtypes to be given as samples. Here: all captions are given as text.
    public init(mediaSubtypesForNativeRepresentation subtypes: [NSNumber]) { super.init() }

    /// - Parameter delegateQueue: serial; nil is the main queue.
    public func setDelegate(
        _ delegate: (any AVPlayerItemLegibleOutputPushDelegate)?, queue delegateQueue: DispatchQueue?
    ) {
        state.withLock { state in
            state.delegate = delegate
            state.queue = delegateQueue
        }
    }

    public var delegate: (any AVPlayerItemLegibleOutputPushDelegate)? { state.withLock { $0.delegate } }

    public var delegateQueue: DispatchQueue? { state.withLock { $0.queue } }

    /// Seconds by which the delegate is told before captions are due.
    public var advanceIntervalForDelegateInvocation: TimeInterval {
        get { state.withLock { $0.advance } }
        set { state.withLock { $0.advance = newValue.isFinite ? max(0, newValue) : 0 } }
    }

    public var textStylingResolution: TextStylingResolution {
        get { state.withLock { $0.styling } }
        set { state.withLock { $0.styling = newValue } }
    }

    /// Which styles the strings carry. Here: none either way.
    public struct TextStylingResolution: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public static let `default` = TextStylingResolution(
            rawValue: "AVPlayerItemLegibleOutputTextStylingResolutionDefault")
        public static let sourceAndRulesOnly = TextStylingResolution(
            rawValue: "AVPlayerItemLegibleOutputTextStylingResolutionSourceAndRulesOnly")
    }

    /// These captions, and no others, show from this time on.
    func show(_ texts: [TimedText], at time: CMTime) {
        let changed = state.withLock { state in
            defer { state.shown = texts }
            return state.shown != texts
        }
        guard changed else { return }
        tell { output, delegate in
            delegate.legibleOutput(
                output, didOutputAttributedStrings: texts.map { NSAttributedString(string: $0.text) },
                nativeSampleBuffers: [], forItemTime: time)
        }
    }

    override func sequenceWasFlushed() {
        state.withLock { $0.shown = [] }
        tell { $1.outputSequenceWasFlushed($0) }
    }

    private func tell(
        _ body: @escaping @Sendable (AVPlayerItemLegibleOutput, any AVPlayerItemLegibleOutputPushDelegate) -> Void
    ) {
        let (delegate, queue) = state.withLock { ($0.delegate, $0.queue) }
        guard let delegate else { return }
        (queue ?? .main).async { [weak self, weak delegate] in
            guard let self, let delegate else { return }
            body(self, delegate)
        }
    }
}

/// Told of captions.
public protocol AVPlayerItemLegibleOutputPushDelegate: AVPlayerItemOutputPushDelegate {
    /// The captions that show from `itemTime` on; none where `strings` is empty.
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
