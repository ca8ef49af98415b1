package import AppIdentity
import Foundation

/// What the Info.plist of an app says about its links.
package struct AppBundleInfo: Sendable, Hashable {
    package var identifier: String?
    package var name: String?
    package var schemes: [String] = []
    package var domains: [String] = []
    package var activityTypes: [String] = []
    package var isTVAppCompatible = false

    /// The key of an app's domains: `applinks:www.example.com`. On Apple's platforms they are in the entitlements.
    static let domainsKey = "com.apple.developer.associated-domains"

    package init() {}

    /// - Parameter tvAppKey: the key that marks the app as compatible with the TV app, whose value is a Boolean (R155).
    package init(_ file: PropertyListFile, tvAppKey: String) {
        let table = file.values
        func texts(_ value: PropertyListValue?) -> [String] { (value?.array ?? []).compactMap(\.string) }
        identifier = table["CFBundleIdentifier"]?.string
        name = table["CFBundleDisplayName"]?.string ?? table["CFBundleName"]?.string
        for type in table["CFBundleURLTypes"]?.array ?? [] {
            schemes += texts(type["CFBundleURLSchemes"]).map { $0.lowercased() }
        }
        for domain in texts(table[Self.domainsKey]) where domain.hasPrefix("applinks:") {
            domains.append(String(domain.dropFirst(9).prefix { $0 != "?" }).lowercased())
        }
        activityTypes = texts(table["NSUserActivityTypes"])
        isTVAppCompatible = table[tvAppKey]?.boolean == true
    }
}
