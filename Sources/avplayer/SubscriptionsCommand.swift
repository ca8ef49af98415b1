import ArgumentParser
import Foundation
import SubscriptionRegistry
import Synchronization

/// `avplayer subscriptions`: lists what the apps of the user have registered, as a TV app reads it.
struct SubscriptionsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "subscriptions",
        abstract: "Lists the subscriptions that the user's apps have registered.",
        discussion: """
            Apps that run are read on the session bus, and other apps from their files. Billing identifiers are salted hashes.

            The tiers are checked against availability feeds by
              avplayer subscriptions --json com.example.tv | umc validate --registrations - availability.xml
            """)

    @Argument(help: ArgumentHelp("Identifiers of apps (default: every app).", valueName: "app"))
    var applications: [String] = []

    @Flag(help: "Print one JSON object per line.")
    var json = false

    func run() throws {
        let result = Self.read()
        for problem in result.problems { Report.printError(problem) }
        let listings = result.listings.filter { applications.isEmpty || applications.contains($0.application) }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        for listing in listings {
            if json {
                Report.json(String(decoding: try encoder.encode(listing), as: UTF8.self))
            } else {
                Report.line(Self.text(listing), isError: false)
            }
        }
        let missing = applications.filter { name in !listings.contains { $0.application == name } }
        for name in missing { Report.printError("The app '\(name)' has registered nothing, and is not on the bus.") }
        if listings.isEmpty, !json, missing.isEmpty {
            Report.line("no app has registered a subscription", isError: false)
        }
        if !missing.isEmpty || (listings.isEmpty && !result.problems.isEmpty) {
            throw ExitCode(PlayerExit.nothingRead.rawValue)
        }
    }

    static func text(_ listing: SubscriptionListing) -> String {
        var parts = [listing.accessLevel?.rawValue ?? "no subscription"]
        if !listing.tiers.isEmpty { parts.append("tiers " + listing.tiers.joined(separator: ", ")) }
        if let expiration = listing.expiration { parts.append("until \(expiration)") }
        if listing.billingHash != nil { parts.append("billing region") }
        if let lastUse = listing.lastUse { parts.append("used \(lastUse)") }
        return "\(listing.application)\(listing.isRunning ? "" : " (not running)"): " + parts.joined(separator: "; ")
    }

    private static func read() -> SubscriptionReader.Result {
        let result = Mutex<SubscriptionReader.Result?>(nil)
        let end = DispatchSemaphore(value: 0)
        Task.detached {
            let read = await SubscriptionReader().list()
            result.withLock { $0 = read }
            end.signal()
        }
        end.wait()
        return result.withLock { $0 } ?? SubscriptionReader.Result()
    }
}
