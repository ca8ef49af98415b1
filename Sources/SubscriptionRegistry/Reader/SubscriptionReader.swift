import DBus
import AppIdentity
import AppService
package import Foundation

/// The subscription of an app, as the TV app reads it.
package struct SubscriptionListing: Codable, Sendable, Hashable {
    package var application: String
    /// Whether the app is on the bus; otherwise the listing is that of its file.
    package var isRunning: Bool
    package var accessLevel: SubscriptionAccess?
    package var tiers: [String] = []
    package var billingHash: String?
    package var billingSalt: String?
    /// ISO 8601; nil for a subscription without an end.
    package var expiration: String?
    package var lastUse: String?

    init(_ application: String, isRunning: Bool, _ registration: Registration?, lastUse: String?) {
        self.application = application
        self.isRunning = isRunning
        self.lastUse = lastUse
        guard let registration else { return }
        accessLevel = registration.access
        tiers = registration.tiers
        billingHash = registration.billing?.hash
        billingSalt = registration.billing?.salt
        if registration.expiration < .distantFuture { expiration = SubscriptionInterface.text(registration.expiration) }
    }
}

/// Lists the subscriptions of this user's apps: those on the session bus, and the stored ones of apps that do not run.
package struct SubscriptionReader: Sendable {
    /// Apps beyond this number are not read.
    static let maximumApps = 500

    private let environment: [String: String]
    private let now: Date

    package init(environment: [String: String] = ProcessInfo.processInfo.environment, now: Date = Date()) {
        self.environment = environment
        self.now = now
    }

    /// The listings, sorted by the apps' identifiers, and sentences about what could not be read.
    package struct Result: Sendable {
        package var listings: [SubscriptionListing] = []
        package var problems: [String] = []

        package init() {}
    }

    package func list() async -> Result {
        var result = await running()
        let known = Set(result.listings.map(\.application))
        for stored in stored(&result.problems) where !known.contains(stored.application) {
            result.listings.append(stored)
        }
        result.listings.sort { $0.application < $1.application }
        return result
    }

    // MARK: Bus

    private func running() async -> Result {
        var result = Result()
        let connection: BusConnection
        let names: [String]
        do throws(BusError) {
            connection = try await BusConnection.session(environment: environment)
            names =
                try await connection.call(
                    "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
                    method: "ListNames"
                ).first?.elements?.compactMap(\.stringValue) ?? []
        } catch {
            if error.code != .noBus { result.problems.append("The session bus cannot be read: \(error)") }
            return result
        }
        for name in names.filter({ $0.hasPrefix(AppIdentifier.busNamePrefix) }).sorted().prefix(Self.maximumApps) {
            do throws(BusError) {
                guard let listing = try await read(name, on: connection) else { continue }
                result.listings.append(listing)
            } catch {
                result.problems.append("The subscription of '\(name)' cannot be read: \(error.message)")
            }
        }
        return result
    }

    /// Returns the listing of an app; nil if the app has no subscription interface.
    private func read(_ name: String, on connection: BusConnection) async throws(BusError) -> SubscriptionListing? {
        func malformed(_ reason: String) -> BusError { BusError(code: .remote, message: "\(reason).") }
        guard try await connection.userID(of: name) == geteuid() else {
            throw malformed("the program belongs to another user")
        }
        let values: Variant
        do throws(BusError) {
            // An app that does not answer must not delay the others for long.
            values =
                try await connection.call(
                    name, path: AppBusObject.path, interface: "org.freedesktop.DBus.Properties", method: "GetAll",
                    arguments: [.string(SubscriptionInterface.name)], timeout: .seconds(5)
                ).first ?? .dictionary([:])
        } catch {
            let isOther = ["UnknownInterface", "UnknownMethod", "InvalidArgs", "UnknownObject"]
                .contains { error.name == "org.freedesktop.DBus.Error.\($0)" }
            guard isOther else { throw error }
            return nil
        }
        guard let application = values["Application"]?.stringValue, AppIdentifier.isValid(application),
            AppIdentifier.busName(of: application) == name
        else { throw malformed("its identifier does not belong to its name") }
        do throws(SubscriptionInterface.Malformed) {
            let registration = try SubscriptionInterface.registration(values["Current"] ?? .dictionary([:]))
            let lastUse = values["LastUse"]?.stringValue.flatMap(SubscriptionInterface.date).map(
                SubscriptionInterface.text)
            return SubscriptionListing(application, isRunning: true, registration, lastUse: lastUse)
        } catch {
            throw malformed(error.description)
        }
    }

    // MARK: Files

    private func stored(_ problems: inout [String]) -> [SubscriptionListing] {
        guard let apps = AppIdentity.appsDirectory(environment: environment),
            let names = try? FileManager.default.contentsOfDirectory(atPath: apps.path)
        else { return [] }
        var listings: [SubscriptionListing] = []
        for name in names.sorted().filter(AppIdentifier.isValid).prefix(Self.maximumApps) {
            let store = SubscriptionStore(application: name) { apps.appendingPathComponent(name) }
            do throws(SubscriptionError) {
                let reading = try store.read()
                problems += reading.problems
                guard reading.content.generation > 0 else { continue }
                var machine = SubscriptionMachine()
                _ = machine.register(reading.content.registration, now: now)
                listings.append(
                    SubscriptionListing(
                        name, isRunning: false, machine.effective,
                        lastUse: reading.content.lastUse.map(SubscriptionInterface.text)))
            } catch {
                problems.append(error.description)
            }
        }
        return listings
    }
}
