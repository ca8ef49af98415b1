import AVFoundation
import Foundation
import KeyValueObserving

/// Gets an item's captions to the view that shows them, for as long as it is held.
@MainActor
final class CaptionFeed {
    private let item: AVPlayerItem
    private let output = AVPlayerItemLegibleOutput()
    private let receiver: Receiver

    init(item: AVPlayerItem, show: @escaping @MainActor ([NSAttributedString]) -> Void) {
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
