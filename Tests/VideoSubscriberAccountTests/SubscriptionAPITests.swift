import AppIdentity
import AppService
import Foundation
import MediaTesting
import SubscriptionRegistry
import Synchronization
import Testing
import UIKit

@testable import VideoSubscriberAccount

/// The registry of an app without a bus, in a home of its own.
final class RegistryHome: Sendable {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("vsa-\(UUID().uuidString)")
    let registry: SubscriptionRegistry

    init(isStrict: Bool = false) throws {
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        let environment = [
            "XDG_DATA_HOME": url.path, "OPENAVKIT_APP_ID": "com.example.vsa",
            "OPENAVKIT_STRICT_CAPABILITIES": isStrict ? "1" : "0",
        ]
        let identity = AppIdentity(environment: environment, executable: url.appendingPathComponent("App"))
        registry = SubscriptionRegistry(
            identity: identity, object: AppBusObject(name: identity.busName, environment: [:])
        ) { _ in }
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    var center: VSSubscriptionRegistrationCenter { VSSubscriptionRegistrationCenter { [registry] in registry } }
    var manager: VSUserAccountManager { VSUserAccountManager { [registry] in registry } }
}

struct VSSubscriptionTests {
    @Test("the shared center is one object (R157)")
    func center_default_isShared() {
        #expect(VSSubscriptionRegistrationCenter.default() === VSSubscriptionRegistrationCenter.default())
    }

    @Test("a subscription has Apple's defaults, and nil restores them (R158)")
    func subscription_defaults_areRestored() {
        let subscription = VSSubscription()
        #expect(subscription.expirationDate == .distantFuture)
        #expect(subscription.accessLevel == .unknown)
        #expect(subscription.tierIdentifiers == [])
        #expect(subscription.billingIdentifier == nil)
        let date = Date(timeIntervalSince1970: 5)
        subscription.expirationDate = date
        subscription.tierIdentifiers = ["A"]
        #expect(subscription.expirationDate == date)
        subscription.expirationDate = nil
        subscription.tierIdentifiers = nil
        #expect(subscription.expirationDate == .distantFuture)
        #expect(subscription.tierIdentifiers == [])
    }

    @Test(
        "a subscription is registered with the values it has at the call; later changes need another call (R159, R163, R164, S19.1)"
    )
    func registration_copies_values() throws {
        let home = try RegistryHome()
        let subscription = VSSubscription()
        subscription.accessLevel = .paid
        subscription.expirationDate = .distantFuture
        subscription.tierIdentifiers = ["Tier1", "Tier2"]
        subscription.billingIdentifier = "hash"
        home.center.setCurrentSubscription(subscription)
        subscription.tierIdentifiers = ["Tier3"]
        subscription.accessLevel = .unknown
        #expect(home.registry.current?.access == .paid)
        #expect(home.registry.current?.tiers == ["Tier1", "Tier2"])
        #expect(home.registry.current?.expiration == .distantFuture)
        #expect(home.registry.current?.billing?.matches("hash") == true)
        subscription.accessLevel = .freeWithAccount
        home.center.setCurrentSubscription(subscription)
        #expect(home.registry.current?.access == .freeWithAccount)
        #expect(home.registry.current?.tiers == ["Tier3"])
        home.center.setCurrentSubscription(nil)
        #expect(home.registry.current == nil)
    }

    @Test("a level of unknown is a programming error with a remedy (S19.1)")
    func registration_unknown_traps() async {
        let result = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            let home = try RegistryHome()
            home.center.setCurrentSubscription(VSSubscription())
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("Set accessLevel to .paid or .freeWithAccount"), "\(text)")
    }

    @Test("the access level and the tiers map to the offers of the availability feed (R166)")
    func registration_levels_map() throws {
        let home = try RegistryHome()
        let subscription = VSSubscription()
        for (level, name) in [(VSSubscriptionAccessLevel.freeWithAccount, "freeWithAccount"), (.paid, "paid")] {
            subscription.accessLevel = level
            home.center.setCurrentSubscription(subscription)
            // The names are those of `umc availability --access`.
            #expect(home.registry.current?.access.rawValue == name)
        }
        #expect(VSSubscriptionAccessLevel.paid.rawValue == 2)
    }
}

struct VSUserAccountTests {
    @Test("an account is registered with all its values, listed, and gives the subscription")
    func account_update_isListed() async throws {
        let home = try RegistryHome()
        var account = VSUserAccount(accountType: .paid, updateURL: URL(string: "https://example.com/update.js"))
        account.identifier = "user-1"
        account.requiresSystemTrust = true
        account.accountProviderIdentifier = "provider"
        account.subscriptionBillingCycleEndDate = Date(timeIntervalSince1970: 4_000_000_000)
        account.tierIdentifiers = ["Sports"]
        account.billingIdentifier = "94110"
        account.authenticationData = "token"
        account.appleSubscription = VSAppleSubscription(customerID: "c", productCodes: ["p1", "p2"])
        try await home.manager.update(account)
        let listed = try await home.manager.userAccounts(options: .allDevices)
        #expect(listed.count == 1)
        var read = try #require(listed.first)
        #expect(read.billingIdentifier == nil)
        #expect(read.isFromCurrentDevice)
        #expect(read.deviceCategory == .other)
        #expect(read.authenticationData == "token")
        #expect(read.appleSubscription == account.appleSubscription)
        let current = try #require(home.registry.current)
        #expect(current.access == .paid)
        #expect(current.tiers == ["Sports"])
        #expect(current.expiration == account.subscriptionBillingCycleEndDate)
        #expect(current.billing?.matches("94110") == true)

        // An account that was read keeps its billing identifier, unless it is set.
        read.tierIdentifiers = ["Sports", "Movies"]
        try await home.manager.update(read)
        #expect(try await home.manager.userAccounts().count == 1)
        #expect(home.registry.current?.tiers == ["Sports", "Movies"])
        #expect(home.registry.current?.billing == current.billing)
        read.billingIdentifier = nil
        read.isSignedOut = true
        try await home.manager.update(read)
        #expect(home.registry.current == nil)
        #expect(try await home.manager.userAccounts().map(\.isSignedOut) == [true])
    }

    @Test(
        "an account without a capability in strict mode, and one with invalid values, are errors of Apple's codes (R154)"
    )
    func account_invalid_isAnError() async throws {
        let strict = try RegistryHome(isStrict: true)
        let account = VSUserAccount(updateURL: nil)
        #expect(account.accountType == .free)
        let denied = await #expect(throws: VSError.self) { try await strict.manager.update(account) }
        #expect(denied?.code == .accessNotGranted)
        #expect(denied?.localizedDescription.contains("org.openavkit.subscription-registration") == true)
        let home = try RegistryHome()
        var wrong = account
        wrong.tierIdentifiers = [""]
        let rejected = await #expect(throws: VSError.self) { try await home.manager.update(wrong) }
        #expect(rejected?.code == .rejected)
        #expect(try await home.manager.userAccounts().isEmpty)
        try await home.manager.update(account)
        #expect(home.registry.current?.access == .freeWithAccount)
    }

    @Test("errors have Apple's codes and match by code")
    func error_codes_match() {
        #expect(
            [
                VSError.accessNotGranted, .unsupportedProvider, .userCancelled, .serviceTemporarilyUnavailable,
                .providerRejected, .invalidVerificationToken, .rejected, .unsupported,
            ].map(\.rawValue) == Array(0...7))
        do { throw VSError(.userCancelled) } catch VSError.userCancelled {} catch { Issue.record("\(error)") }
        #expect((VSError(.rejected) as NSError).domain == VSErrorDomain)
        do { throw VSError(.rejected) } catch let error as NSError where error.code == 6 {} catch {
            Issue.record("\(error)")
        }
        #expect((NSError(domain: VSErrorDomain, code: 2) as any Error as? VSError)?.code == .userCancelled)
        #expect(VSError(_nsError: NSError(domain: VSErrorDomain, code: 4)).code == .providerRejected)
    }
}

struct VSAccountManagerTests {
    @Test("there is no TV provider: access is not determined, and every request fails with a reason")
    func manager_requests_fail() async throws {
        let manager = VSAccountManager()
        let (status, error) = await withCheckedContinuation {
            (continuation: CheckedContinuation<(VSAccountAccessStatus, VSError?), Never>) in
            manager.checkAccessStatus(options: [.prompt: true]) { status, error in
                continuation.resume(returning: (status, error as? VSError))
            }
        }
        #expect(status == .notDetermined)
        #expect(error?.code == .serviceTemporarilyUnavailable)
        #expect(error?.localizedDescription.contains("no TV provider") == true)
        let thrown = await #expect(throws: VSError.self) { try await manager.checkAccessStatus() }
        #expect(thrown?.code == .serviceTemporarilyUnavailable)
        for (token, code) in [(nil, VSError.Code.serviceTemporarilyUnavailable), ("t", .unsupported)] {
            let request = VSAccountMetadataRequest()
            request.accountProviderAuthenticationToken = token
            let answers = Mutex<[VSError.Code?]>([])
            let result = manager.enqueue(request) { metadata, error in
                answers.withLock { $0.append(metadata == nil ? (error as? VSError)?.code : nil) }
            }
            #expect(await eventually { !answers.withLock { $0.isEmpty } })
            result.cancel()
            #expect(answers.withLock { $0 } == [code])
        }
    }

    @Test("a request that is cancelled before its answer fails with userCancelled, once")
    func result_cancel_isReportedOnce() async {
        let codes = Mutex<[VSError.Code]>([])
        let result = VSAccountManagerResult { error in codes.withLock { $0.append(error.code) } }
        result.cancel()
        result.cancel()
        result.finish(VSError(.unsupported))
        #expect(await eventually { !codes.withLock { $0.isEmpty } })
        #expect(codes.withLock { $0 } == [.userCancelled])
    }

    @Test("a controller can be the delegate, without the optional method")
    @MainActor func delegate_conformance_compiles() {
        final class Controller: UIViewController, VSAccountManagerDelegate {
            func accountManager(_ accountManager: VSAccountManager, present viewController: UIViewController) {}
            func accountManager(_ accountManager: VSAccountManager, dismiss viewController: UIViewController) {}
        }
        let manager = VSAccountManager()
        let controller = Controller()
        manager.delegate = controller
        #expect(manager.delegate === controller)
        #expect(controller.accountManager(manager, shouldAuthenticateAccountProviderWithIdentifier: "x"))
    }
}
