package import DBus
package import Foundation

/// The interface `org.openavkit.Subscription1` on the app's object: its declaration, and the form of its values.
package enum SubscriptionInterface {
    package static let name = "org.openavkit.Subscription1"
    static let current = "Current"

    /// Declares the interface. The values are computed for each reader, and a change is reported without the new value.
    static func interface(of registry: SubscriptionRegistry, application: String) -> BusInterface {
        BusInterface(
            name,
            properties: [
                BusProperty(
                    current, .dictionary,
                    .requested { [weak registry] in .dictionary(values(of: registry?.current)) }),
                BusProperty("Application", .string, .stored(.string(application))),
                BusProperty(
                    "LastUse", .string, .computed { [weak registry] in .string(registry?.lastUse.map(text) ?? "") }),
            ])
    }

    static func values(of registration: Registration?) -> [String: Variant] {
        guard let registration else { return [:] }
        var values: [String: Variant] = [
            "accessLevel": .string(registration.access.rawValue), "tiers": .strings(registration.tiers),
            "expiration": .string(text(registration.expiration)),
        ]
        if let billing = registration.billing {
            values["billingHash"] = .string(billing.hash)
            values["billingSalt"] = .string(billing.salt)
        }
        return values
    }

    /// Returns the registration of a property's value; nil for the empty dictionary of an app without a subscription.
    /// - Throws: a sentence about a value that another program has sent in a wrong form.
    package static func registration(_ value: Variant) throws(Malformed) -> Registration? {
        guard value.type == .dictionary, let entries = value.elements else { throw Malformed("it is not a dictionary") }
        if entries.isEmpty { return nil }
        guard let access = value["accessLevel"]?.stringValue.flatMap(SubscriptionAccess.init) else {
            throw Malformed("it has no access level")
        }
        let tiers = value["tiers"]?.elements ?? []
        let names = tiers.compactMap(\.stringValue)
        guard names.count == tiers.count, names.count <= SubscriptionLimits.maximumTiers,
            names.allSatisfy({ (1...SubscriptionLimits.maximumLength).contains($0.utf8.count) })
        else { throw Malformed("its tiers are not texts of 1 to \(SubscriptionLimits.maximumLength) bytes") }
        guard let expiration = value["expiration"]?.stringValue.flatMap(date) else {
            throw Malformed("it has no expiration")
        }
        var billing: BillingHash?
        if let hash = value["billingHash"]?.stringValue {
            billing = BillingHash(hash: hash, salt: value["billingSalt"]?.stringValue ?? "")
            if billing == nil { throw Malformed("its billing hash is malformed") }
        }
        return Registration(access: access, tiers: names, billing: billing, expiration: expiration)
    }

    package struct Malformed: Error, CustomStringConvertible {
        package let description: String
        init(_ description: String) { self.description = description }
    }

    /// A date in ISO 8601, in whole seconds and UTC.
    package static func text(_ date: Date) -> String { date.formatted(.iso8601) }

    static func date(_ text: String) -> Date? {
        text.utf8.count <= 40 ? try? Date(text, strategy: .iso8601) : nil
    }
}
