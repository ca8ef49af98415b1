import AppLinks
import AppService
import DBus
import Foundation
import Synchronization

/// Publishes the current activity on the session bus, once for all changes of one turn of the main loop. Main thread only.
@MainActor
final class ActivityPublisher {
    static let shared = ActivityPublisher()

    private var publication: AppPublication?
    nonisolated private static let isScheduled = Mutex(false)
    /// The value of the property, which only programs of the same user read.
    nonisolated private static let current = Mutex(Variant.dictionary([:]))
    /// Whether the program is run by `UIApplication`: only such programs publish.
    nonisolated private static let isOn = Mutex(false)

    /// Called on any thread when another activity is current, or the current one has changed.
    nonisolated static func currentDidChange() {
        guard isOn.withLock({ $0 }) else { return }
        let isFirst = isScheduled.withLock { isScheduled in
            defer { isScheduled = true }
            return !isScheduled
        }
        if isFirst { Task { @MainActor in shared.publish() } }
    }

    /// Begins to publish.
    /// - Parameter publication: of `interface`, for an app that can be asked to continue activities before it has one.
    func start(_ publication: AppPublication?) {
        self.publication = publication
        Self.isOn.withLock { $0 = true }
        if NSUserActivity.currentActivity != nil { Self.currentDidChange() }
    }

    private func publish() {
        Self.isScheduled.withLock { $0 = false }
        let activity = NSUserActivity.currentActivity.flatMap { $0.expirationDate > Date() ? $0 : nil }
        let record = activity.map { $0.record(withUserInfo: $0.isEligibleForHandoff) }
        guard publication != nil || record != nil else { return }
        openPublication()
        let value = record?.variant ?? .dictionary([:])
        let isNew = Self.current.withLock { current in
            defer { current = value }
            return current != value
        }
        // The property is declared as requested.
        if isNew { try? publication?.invalidate(["Current"]) }
    }

    private func openPublication() {
        guard publication == nil else { return }
        publication = AppBusObject.shared.publish(Self.interface)
    }

    nonisolated static let interface = BusInterface(
        ActivityBus.interface,
        methods: [
            BusMethod(
                "Take", arguments: [BusArgument("activityType", .string)],
                results: [BusArgument("activity", .dictionary)]
            ) { call in
                let type = call.arguments.first?.stringValue ?? ""
                Task { @MainActor in
                    guard let activity = ActivityPublisher.take(type) else {
                        return call.fail(AppBusError.refused, "The app has no current activity of the type '\(type)'.")
                    }
                    try? call.reply([activity])
                }
            },
            BusMethod(
                "Continue", arguments: [BusArgument("source", .string), BusArgument("activityType", .string)]
            ) { call in
                let texts = call.arguments.compactMap(\.stringValue)
                guard texts.count == 2 else { return }
                AppRequests.shared.continueActivity(texts[1], from: texts[0], call)
            },
        ],
        properties: [BusProperty("Current", .dictionary, .requested { current.withLock { $0 } })])

    /// Saves the current activity and returns it for another app.
    private static func take(_ type: String) -> Variant? {
        guard let activity = NSUserActivity.currentActivity, activity.activityType == type,
            activity.isEligibleForHandoff, activity.expirationDate > Date()
        else { return nil }
        activity.save()
        let variant = activity.record().variant
        activity.delegate?.userActivityWasContinued(activity)
        return variant
    }
}
