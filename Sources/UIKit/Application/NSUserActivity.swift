public import Foundation
import Synchronization

/// The delegate of an activity, notified when the activity is saved or continued by another app. All methods are optional.
public protocol NSUserActivityDelegate: AnyObject {
    func userActivityWillSave(_ userActivity: NSUserActivity)
    func userActivityWasContinued(_ userActivity: NSUserActivity)
}

extension NSUserActivityDelegate {
    public func userActivityWillSave(_ userActivity: NSUserActivity) {}
    public func userActivityWasContinued(_ userActivity: NSUserActivity) {}
}

/// A description of what the user is doing, so that the app, or another app of the user, can resume it later. Foundation on Linux has no
/// such class.
///
/// One activity is current at a time. A responder's activity becomes current when the responder appears on the screen (semantics 20). The
/// current activity of a program that `UIApplicationMain` or `@main` runs is published on the session bus.
open class NSUserActivity: NSObject, @unchecked Sendable {
    // Unchecked, as Apple's class is: used only from the main thread by convention.
    open private(set) var activityType: String
    open var title: String? { didSet { changed() } }
    /// Values of the types of property lists, URLs and UUIDs. Others are neither stored nor passed on.
    open var userInfo: [AnyHashable: Any]? { didSet { changed() } }
    /// The keys of `userInfo` that are passed on; nil for all.
    open var requiredUserInfoKeys: Set<String>? { didSet { changed() } }
    /// An http or https URL.
    open var webpageURL: URL? { didSet { changed() } }
    open var referrerURL: URL? { didSet { changed() } }
    open var keywords: Set<String> = [] { didSet { changed() } }
    /// The activity is not published after this date.
    open var expirationDate = Date.distantFuture { didSet { changed() } }
    /// Whether other apps of the user may continue the activity. `userInfo` is published only if they may.
    open var isEligibleForHandoff = true { didSet { changed() } }
    open var isEligibleForSearch = false
    open var isEligibleForPublicIndexing = false
    open var isEligibleForPrediction = false
    open var persistentIdentifier: String? { didSet { changed() } }
    open var targetContentIdentifier: String? { didSet { changed() } }
    /// The identifier of the displayed content in the provider's catalog: of a movie, show, season or episode
    /// (R206, R209).
    open var externalMediaContentIdentifier: String? { didSet { changed() } }
    open weak var delegate: (any NSUserActivityDelegate)?
    package private(set) var isInvalid = false

    /// Whether `userInfo` is out of date. Setting it makes the delegate and the owner update `userInfo` in the main
    /// loop's next turn.
    open var needsSave = false {
        didSet { if needsSave, !oldValue { askOwner() } }
    }
    /// The responder that updates the activity before the activity is saved.
    @MainActor weak var owner: UIResponder?

    private struct Current {
        weak var activity: NSUserActivity?
        /// The activity's identity, which its `deinit` still knows.
        var identity: ObjectIdentifier?
    }
    private static let current = Mutex(Current())

    public init(activityType: String) {
        self.activityType = activityType
    }

    deinit {
        let identity = ObjectIdentifier(self)
        let wasCurrent = Self.current.withLock { current in
            guard current.identity == identity else { return false }
            current = Current()
            return true
        }
        if wasCurrent { Self.notify(nil) }
    }

    /// The activity of the visible content, for other parts of the program; nil where no activity is current.
    package static var currentActivity: NSUserActivity? { current.withLock { $0.activity } }

    package var isCurrent: Bool { Self.currentActivity === self }

    open func addUserInfoEntries(from otherDictionary: [AnyHashable: Any]) {
        userInfo = (userInfo ?? [:]).merging(otherDictionary) { $1 }
    }

    open func becomeCurrent() {
        guard !isInvalid else { return }
        Self.current.withLock { $0 = Current(activity: self, identity: ObjectIdentifier(self)) }
        Self.notify(self)
    }

    open func resignCurrent() {
        guard isCurrent else { return }
        Self.current.withLock { $0 = Current() }
        Self.notify(nil)
    }

    /// Ends the activity permanently.
    open func invalidate() {
        isInvalid = true
        resignCurrent()
    }

    /// Posted when `currentActivity` changes. The notification's object is the new activity, or nil.
    package static let currentDidChange = Notification.Name("NSUserActivityCurrentDidChange")

    private static func notify(_ activity: NSUserActivity?) {
        NotificationCenter.default.post(name: currentDidChange, object: activity)
        ActivityPublisher.currentDidChange()
    }

    private func changed() { if isCurrent { ActivityPublisher.currentDidChange() } }

    private func askOwner() {
        Task { @MainActor [weak self] in
            guard let self, needsSave else { return }
            save()
        }
    }

    /// Lets the delegate and the owner update the activity.
    @MainActor func save() {
        guard !isInvalid else { return }
        delegate?.userActivityWillSave(self)
        owner?.updateUserActivityState(self)
        needsSave = false
        changed()
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
