package import DBus
package import Foundation

/// An activity as a value: for storage, and for other programs.
package struct ActivityRecord: Codable, Sendable, Hashable {
    package var activityType: String
    package var title: String?
    package var contentIdentifier: String?
    package var webpageURL: URL?
    package var referrerURL: URL?
    package var targetContentIdentifier: String?
    package var persistentIdentifier: String?
    package var keywords: [String] = []
    package var requiredKeys: [String] = []
    package var expirationDate: Date?
    package var userInfo: [String: ActivityValue] = [:]

    package init(activityType: String) { self.activityType = activityType }

    /// Largest accepted size of a stored or received activity, in bytes.
    package static let maximumBytes = 1 << 20

    package var variant: Variant {
        var values: [String: Variant] = ["activityType": .string(activityType)]
        func add(_ name: String, _ text: String?) {
            if let text { values[name] = .string(text.replacing("\u{0}", with: "")) }
        }
        add("title", title)
        add("contentIdentifier", contentIdentifier)
        add("webpageURL", webpageURL?.absoluteString)
        add("referrerURL", referrerURL?.absoluteString)
        add("targetContentIdentifier", targetContentIdentifier)
        add("persistentIdentifier", persistentIdentifier)
        if let expirationDate { values["expirationDate"] = .double(expirationDate.timeIntervalSince1970) }
        if !keywords.isEmpty { values["keywords"] = .strings(keywords.sorted()) }
        if !requiredKeys.isEmpty { values["requiredUserInfoKeys"] = .strings(requiredKeys.sorted()) }
        if !userInfo.isEmpty { values["userInfo"] = .dictionary(userInfo.mapValues(\.variant)) }
        return .dictionary(values)
    }

    /// - Returns: nil where the dictionary names no activity. Values of other types are ignored.
    package init?(_ variant: Variant) {
        guard let type = variant["activityType"]?.stringValue else { return nil }
        activityType = type
        func webLink(_ name: String) -> URL? {
            // Apple: webpageURL is an http or https URL.
            guard let url = variant[name]?.stringValue.flatMap(URL.init(string:)) else { return nil }
            return ["http", "https"].contains(url.scheme?.lowercased()) ? url : nil
        }
        title = variant["title"]?.stringValue
        contentIdentifier = variant["contentIdentifier"]?.stringValue
        webpageURL = webLink("webpageURL")
        referrerURL = webLink("referrerURL")
        targetContentIdentifier = variant["targetContentIdentifier"]?.stringValue
        persistentIdentifier = variant["persistentIdentifier"]?.stringValue
        keywords = (variant["keywords"]?.elements ?? []).compactMap(\.stringValue)
        requiredKeys = (variant["requiredUserInfoKeys"]?.elements ?? []).compactMap(\.stringValue)
        expirationDate = variant["expirationDate"]?.doubleValue.flatMap {
            $0.isFinite ? Date(timeIntervalSince1970: $0) : nil
        }
        userInfo = variant["userInfo"].map { ActivityValue.table($0) } ?? [:]
    }
}
