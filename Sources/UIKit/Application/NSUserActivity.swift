public import Foundation
import Synchronization

/// The delegate of an activity, notified when the activity is saved or continued on another device. All methods are
/// optional.
public protocol NSUserActivityDelegate: AnyObject {
    func userActivityWillSave(_ userActivity: NSUserActivity)
    func userActivityWasContinued(_ userActivity: NSUserActivity)
}

extension NSUserActivityDelegate {
    public func userActivityWillSave(_ userActivity: NSUserActivity) {}
    public func userActivityWasContinued(_ userActivity: NSUserActivity) {}
}

/// A description of what the user is doing, so that the app can resume it later. Foundation on Linux has no such class;
/// this one is not shared with other processes.
///
/// One activity is current at a time. A responder's activity becomes current when the responder appears on the screen
/// (semantics 20).
open class NSUserActivity: NSObject, @unchecked Sendable {
    // Unchecked, as Apple's class is: used only from the main thread by convention.
    public let activityType: String
    open var title: String?
    open var userInfo: [AnyHashable: Any]?
    open var requiredUserInfoKeys: Set<String>?
    open var webpageURL: URL?
    open var referrerURL: URL?
    open var keywords: Set<String> = []
    open var expirationDate = Date.distantFuture
    open var isEligibleForHandoff = true
    open var isEligibleForSearch = false
    open var isEligibleForPublicIndexing = false
    open var isEligibleForPrediction = false
    open var persistentIdentifier: String?
    open var targetContentIdentifier: String?
    /// The identifier of the displayed content in the provider's catalog: of a movie, show, season or episode
    /// (R206, R209).
    open var externalMediaContentIdentifier: String?
    open weak var delegate: (any NSUserActivityDelegate)?
    open private(set) var isInvalid = false

    /// Whether `userInfo` is out of date. Setting it makes the delegate and the owner update `userInfo` in the main
    /// loop's next turn.
    open var needsSave = false {
        didSet { if needsSave, !oldValue { askOwner() } }
    }
    /// The responder that updates the activity before the activity is saved.
    @MainActor weak var owner: UIResponder?

    private struct Weak { weak var activity: NSUserActivity? }
    private static let current = Mutex(Weak())

    public init(activityType: String) {
        self.activityType = activityType
    }

    /// The activity of the visible content, for other parts of the program; nil where no activity is current.
    package static var currentActivity: NSUserActivity? { current.withLock { $0.activity } }

    package var isCurrent: Bool { Self.currentActivity === self }

    open func addUserInfoEntries(from otherDictionary: [AnyHashable: Any]) {
        userInfo = (userInfo ?? [:]).merging(otherDictionary) { $1 }
    }

    open func becomeCurrent() {
        guard !isInvalid else { return }
        Self.current.withLock { $0.activity = self }
        NotificationCenter.default.post(name: Self.currentDidChange, object: self)
    }

    open func resignCurrent() {
        guard isCurrent else { return }
        Self.current.withLock { $0.activity = nil }
        NotificationCenter.default.post(name: Self.currentDidChange, object: nil)
    }

    /// Ends the activity permanently.
    open func invalidate() {
        isInvalid = true
        resignCurrent()
    }

    /// Posted when `currentActivity` changes. The notification's object is the new activity, or nil.
    package static let currentDidChange = Notification.Name("NSUserActivityCurrentDidChange")

    private func askOwner() {
        Task { @MainActor [weak self] in self?.save() }
    }

    @MainActor private func save() {
        guard needsSave, !isInvalid else { return }
        delegate?.userActivityWillSave(self)
        owner?.updateUserActivityState(self)
        needsSave = false
    }
}

public let NSUserActivityTypeBrowsingWeb = "NSUserActivityTypeBrowsingWeb"

extension NSUserActivity {
    /// Creates an activity of the type `NSUserActivityTypeBrowsingWeb` for a web link that the user has opened.
    convenience init(webLink url: URL) {
        self.init(activityType: NSUserActivityTypeBrowsingWeb)
        webpageURL = url
    }
}

extension URL {
    var isWebLink: Bool { ["http", "https"].contains(scheme?.lowercased()) }
}
