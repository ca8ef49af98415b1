import CoreMedia
import Dispatch
import Foundation

/// The delegate of an output, its queue and its advance interval. A value; its owner guards it with a lock.
struct PushDelivery: Sendable {
    weak var delegate: (any AVPlayerItemOutputPushDelegate)?
    /// A serial queue; nil is the main queue.
    var queue: DispatchQueue?
    /// Seconds of item time.
    var advance: TimeInterval = 0 {
        didSet { advance = advance.isFinite ? min(max(0, advance), Self.longestAdvance) : 0 }
    }

    private static let longestAdvance = 3600.0
    private static let timescale: CMTimeScale = 1000

    var ahead: CMTime { CMTime(seconds: advance, preferredTimescale: Self.timescale) }

    /// Runs `body` on the delegate's queue, unless the output or the delegate has been released by then.
    func callDelegate<Output: AVPlayerItemOutput>(
        _ output: Output, _ body: @escaping @Sendable (Output, any AVPlayerItemOutputPushDelegate) -> Void
    ) {
        guard let delegate else { return }
        (queue ?? .main).async { [weak output, weak delegate] in
            guard let output, let delegate else { return }
            body(output, delegate)
        }
    }
}
