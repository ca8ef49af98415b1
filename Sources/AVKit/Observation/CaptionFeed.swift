package import AVFoundation
package import Foundation
import KeyValueObserving

/// Reports the captions of an item when they are due, for as long as the feed is retained.
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

        /// Called on the main queue, as requested by `setDelegate`.
        func legibleOutput(
            _ output: AVPlayerItemLegibleOutput, didOutputAttributedStrings strings: [NSAttributedString],
            nativeSampleBuffers nativeSamples: [Any], forItemTime itemTime: CMTime
        ) {
            // The array was created for this call and is not modified.
            nonisolated(unsafe) let texts = strings
            MainActor.assumeIsolated { show(texts) }
        }

        func outputSequenceWasFlushed(_ output: AVPlayerItemOutput) {
            // Synchronously: a deferred call would remove captions that are reported after the flush.
            MainActor.assumeIsolated { show([]) }
        }
    }
}
