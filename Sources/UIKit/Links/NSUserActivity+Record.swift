import AppLinks
import Foundation

extension NSUserActivity {
    /// The activity as a value: for the bus and for storage.
    /// - Parameter withUserInfo: whether `userInfo` is included, as far as its values can be carried.
    func record(withUserInfo: Bool = true) -> ActivityRecord {
        var record = ActivityRecord(activityType: activityType)
        record.title = title
        record.contentIdentifier = externalMediaContentIdentifier
        record.webpageURL = webpageURL
        record.referrerURL = referrerURL
        record.targetContentIdentifier = targetContentIdentifier
        record.persistentIdentifier = persistentIdentifier
        record.keywords = keywords.sorted()
        record.requiredKeys = (requiredUserInfoKeys ?? []).sorted()
        record.expirationDate = expirationDate == .distantFuture ? nil : expirationDate
        if withUserInfo {
            let table = ActivityValue.table(userInfo ?? [:])
            record.userInfo = requiredUserInfoKeys.map { keys in table.filter { keys.contains($0.key) } } ?? table
        }
        return record
    }

    convenience init(_ record: ActivityRecord) {
        self.init(activityType: record.activityType)
        title = record.title
        externalMediaContentIdentifier = record.contentIdentifier
        webpageURL = record.webpageURL
        referrerURL = record.referrerURL
        targetContentIdentifier = record.targetContentIdentifier
        persistentIdentifier = record.persistentIdentifier
        keywords = Set(record.keywords)
        requiredUserInfoKeys = record.requiredKeys.isEmpty ? nil : Set(record.requiredKeys)
        expirationDate = record.expirationDate ?? .distantFuture
        let values: [AnyHashable: Any] = Dictionary(
            uniqueKeysWithValues: record.userInfo.map { (AnyHashable($0.key), $0.value.any) })
        userInfo = values.isEmpty ? nil : values
    }
}
