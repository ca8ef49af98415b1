public import Foundation

/// What the user is doing, so that it can be taken up again. Foundation on Linux lacks it: this one stays in the process.
open class NSUserActivity: NSObject, @unchecked Sendable {
    // Unchecked, as Apple's is: used from the main thread by convention.
    public let activityType: String
    open var title: String?
    open var userInfo: [AnyHashable: Any]?
    open var requiredUserInfoKeys: Set<String>?
    open var webpageURL: URL?
    open var keywords: Set<String> = []
    open var isEligibleForHandoff = true
    open var isEligibleForSearch = false
    open var isEligibleForPrediction = false
    open var persistentIdentifier: String?
    open var targetContentIdentifier: String?
    open var needsSave = false
    open private(set) var isCurrent = false

    public init(activityType: String) {
        self.activityType = activityType
    }

    open func addUserInfoEntries(from otherDictionary: [AnyHashable: Any]) {
        userInfo = (userInfo ?? [:]).merging(otherDictionary) { $1 }
    }
    open func becomeCurrent() { isCurrent = true }
    open func resignCurrent() { isCurrent = false }
    open func invalidate() { isCurrent = false }
}

public let NSUserActivityTypeBrowsingWeb = "NSUserActivityTypeBrowsingWeb"
