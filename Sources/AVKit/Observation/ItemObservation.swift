package import AVFoundation
import Foundation
import KeyValueObserving

/// A change of an observed item.
package enum ItemEvent {
    case statusChanged
    /// The duration, the loaded ranges or the presentation size.
    case propertiesChanged
    /// A seek has begun, completed or been cancelled: `AVPlayerItem.isSeekPending`.
    case seekPendingChanged
    case selectionChanged
    case playedToEnd
    /// nil: the notification carried no error.
    case failedToPlayToEnd((any Error)?)
    case errorLogged
    case stalled
    case jumped
}

/// Reports the changes of one item on the main actor, in order, for as long as the observation is retained.
@MainActor
package final class ItemObservation {
    package let item: AVPlayerItem
    private var observations: [NSKeyValueObservation] = []
    private var tokens: [any NSObjectProtocol] = []

    /// - Parameter handler: also called once for the current status, after `init` returns.
    package init(_ item: AVPlayerItem, handler: @escaping @MainActor (ItemEvent) -> Void) {
        self.item = item
        let report: @Sendable (@escaping @MainActor @Sendable () -> ItemEvent) -> Void = { [weak self] event in
            Task { @MainActor in if self != nil { handler(event()) } }
        }
        observations = [
            item.observe(\.status, options: .initial) { _, _ in report { .statusChanged } },
            item.observe(\.duration) { _, _ in report { .propertiesChanged } },
            item.observe(\.loadedTimeRanges) { _, _ in report { .propertiesChanged } },
            item.observe(\.presentationSize) { _, _ in report { .propertiesChanged } },
            item.observe(\.isSeekPending) { _, _ in report { .seekPendingChanged } },
        ]
        func observe(_ name: Notification.Name, _ event: @escaping @Sendable (Notification) -> ItemEvent) {
            let token = NotificationCenter.default.addObserver(forName: name, object: item, queue: nil) { note in
                let event = event(note)
                report { event }
            }
            tokens.append(token)
        }
        observe(AVPlayerItem.didPlayToEndTimeNotification) { _ in .playedToEnd }
        observe(AVPlayerItem.failedToPlayToEndTimeNotification) { note in
            .failedToPlayToEnd(note.userInfo?[AVPlayerItemFailedToPlayToEndTimeErrorKey] as? any Error)
        }
        observe(AVPlayerItem.newErrorLogEntryNotification) { _ in .errorLogged }
        observe(AVPlayerItem.playbackStalledNotification) { _ in .stalled }
        observe(AVPlayerItem.timeJumpedNotification) { _ in .jumped }
        observe(AVPlayerItem.mediaSelectionDidChangeNotification) { _ in .selectionChanged }
    }

    isolated deinit {
        for token in tokens { NotificationCenter.default.removeObserver(token) }
    }
}
