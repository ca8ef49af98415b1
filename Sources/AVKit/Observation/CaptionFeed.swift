package import AVFoundation
package import Foundation
import KeyValueObserving

/// Reports an item's captions as they are to be shown, for as long as it is retained.
@MainActor
package final class CaptionFeed {
    private let item: AVPlayerItem
    private let output = AVPlayerItemLegibleOutput()
    private let receiver: Receiver

    package init(item: AVPlayerItem, show: @escaping @MainActor ([NSAttributedString]) -> Void) {
        self.item = item
        receiver = Receiver(show)
        output.setDelegate(receiver, queue: .main)
        item.add(output)
    }

    isolated deinit { item.remove(output) }

    private final class Receiver: NSObject, AVPlayerItemLegibleOutputPushDelegate {
        private let show: @MainActor ([NSAttributedString]) -> Void

        init(_ show: @escaping @MainActor ([NSAttributedString]) -> Void) { self.show = show }

        /// On the main queue, as asked for.
        func legibleOutput(
            _ output: AVPlayerItemLegibleOutput, didOutputAttributedStrings strings: [NSAttributedString],
            nativeSampleBuffers nativeSamples: [Any], forItemTime itemTime: CMTime
        ) {
            // Made for this call, and changed by nobody.
            nonisolated(unsafe) let texts = strings
            MainActor.assumeIsolated { show(texts) }
        }

        func outputSequenceWasFlushed(_ output: AVPlayerItemOutput) {
            // At once, or it would wipe away what is told next.
            MainActor.assumeIsolated { show([]) }
        }
    }
}
