import CoreMedia
import Dispatch
import Foundation

/// Whom an output tells of what comes due, where, and how long before. A value; whoever holds it guards it.
struct PushDelivery: Sendable {
    weak var delegate: (any AVPlayerItemOutputPushDelegate)?
    /// Serial; nil is the main queue.
    var queue: DispatchQueue?
    /// Seconds of item time.
    var advance: TimeInterval = 0 {
        didSet { advance = advance.isFinite ? min(max(0, advance), Self.longestAdvance) : 0 }
    }

    private static let longestAdvance = 3600.0
    private static let timescale: CMTimeScale = 1000

    var ahead: CMTime { CMTime(seconds: advance, preferredTimescale: Self.timescale) }

    /// Runs `body` on the delegate's queue, unless one of both is gone by then.
    func tell<Output: AVPlayerItemOutput>(
        _ output: Output, _ body: @escaping @Sendable (Output, any AVPlayerItemOutputPushDelegate) -> Void
    ) {
        guard let delegate else { return }
        (queue ?? .main).async { [weak output, weak delegate] in
            guard let output, let delegate else { return }
            body(output, delegate)
        }
    }
}
