public import Foundation
import Synchronization

/// Told about an activity that is saved or taken up elsewhere. All methods are optional.
public protocol NSUserActivityDelegate: AnyObject {
    func userActivityWillSave(_ userActivity: NSUserActivity)
    func userActivityWasContinued(_ userActivity: NSUserActivity)
}

extension NSUserActivityDelegate {
    public func userActivityWillSave(_ userActivity: NSUserActivity) {}
    public func userActivityWasContinued(_ userActivity: NSUserActivity) {}
}

/// What the user is doing, so that it can be taken up again. Foundation on Linux lacks it: this one stays in the process.
///
/// One activity is current at a time. A responder that is on the screen makes its own current (semantics 20).
open class NSUserActivity: NSObject, @unchecked Sendable {
    // Unchecked, as Apple's is: used from the main thread by convention.
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
    /// The identifier of what is shown, in the provider's catalog: of the film, or the show, season or episode (R206, R209).
    open var externalMediaContentIdentifier: String?
    open weak var delegate: (any NSUserActivityDelegate)?
    open private(set) var isInvalid = false

    /// Set to have the owner asked to bring `userInfo` up to date, with the loop's next turn.
    open var needsSave = false {
        didSet { if needsSave, !oldValue { askOwner() } }
    }
    /// Whoever writes into the activity before it is saved.
    @MainActor weak var owner: UIResponder?

    private struct Weak { weak var activity: NSUserActivity? }
    private static let current = Mutex(Weak())

    public init(activityType: String) {
        self.activityType = activityType
    }

    /// The activity of what is on the screen, for the program's other parts; nil where there is none.
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

    /// Ends the activity for good.
    open func invalidate() {
        isInvalid = true
        resignCurrent()
    }

    /// Posted when another activity, or none, has become current; the object is the new one.
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
    /// The activity of somebody who has followed a link of the web.
    convenience init(webLink url: URL) {
        self.init(activityType: NSUserActivityTypeBrowsingWeb)
        webpageURL = url
    }
}

extension URL {
    var isWebLink: Bool { ["http", "https"].contains(scheme?.lowercased()) }
}
