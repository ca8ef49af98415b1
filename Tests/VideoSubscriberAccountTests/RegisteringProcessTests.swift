import AppIdentity
import BusTestSupport
import DBus
import Foundation
import MediaTesting
import SubscriptionRegistry
import Synchronization
import Testing

/// A running app: `subscription-probe` with an environment of its own.
private final class RunningApp: Sendable {
    static let url = program("subscription-probe")

    private let input: FileHandle
    private let text = Mutex("")
    private let errors = Mutex("")
    private let isOver = Mutex(false)
    let identifier: Int32

    init(_ environment: [String: String]) throws {
        let process = Process()
        let program: URL = try #require(Self.url)
        process.executableURL = program
        let own = ProcessInfo.processInfo.environment
        process.environment = ["PATH": own["PATH"] ?? "", "LD_LIBRARY_PATH": own["LD_LIBRARY_PATH"] ?? ""]
            .merging(environment) { $1 }
        let (input, output, error) = (Pipe(), Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = output
        process.standardError = error
        self.input = input.fileHandleForWriting
        try process.runHearingSignals()
        identifier = process.processIdentifier
        collect(output) { [weak self] more in self?.text.withLock { $0 += more } }
        collect(error) { [weak self] more in self?.errors.withLock { $0 += more } }
        let waiter = Thread { [weak self] in
            process.waitUntilExit()
            self?.isOver.withLock { $0 = true }
        }
        waiter.start()
    }

    deinit { kill() }

    private func collect(_ pipe: Pipe, _ receive: @escaping @Sendable (String) -> Void) {
        let reader = pipe.fileHandleForReading
        let thread = Thread {
            while true {
                let data = reader.availableData
                if data.isEmpty { return }
                receive(String(decoding: data, as: UTF8.self))
            }
        }
        thread.start()
    }

    /// The complete lines of standard output.
    var lines: [Substring] {
        text.withLock { text in text.last == "\n" ? text.split(separator: "\n") : text.split(separator: "\n").dropLast()
        }
    }

    var errorText: String { errors.withLock { $0 } }
    var hasEnded: Bool { isOver.withLock { $0 } }

    /// Sends a command and waits for its answer.
    func send(_ command: String) async throws {
        let count = lines.count { $0 == "done" }
        try input.write(contentsOf: Data((command + "\n").utf8))
        #expect(await eventually { lines.count { $0 == "done" } > count }, "\(command) \(errorText)")
    }

    func write(_ command: String) throws { try input.write(contentsOf: Data((command + "\n").utf8)) }
    func kill() { if !hasEnded { Glibc.kill(identifier, SIGKILL) } }

    func quit() async throws {
        try input.close()
        #expect(await eventually { hasEnded })
    }
}

/// Real processes of an app, its files, and a TV app on a private bus.
@Suite(.enabled(if: PrivateBus.isAvailable && RunningApp.url != nil), .timeLimit(.minutes(5)))
struct RegisteringProcessTests {
    private let bus: PrivateBus
    private let client: BusConnection
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("app-\(UUID().uuidString)")
    private let application = "com.example.process"

    init() async throws {
        bus = try #require(PrivateBus())
        client = try await BusConnection.connect(to: bus.address)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    private var environment: [String: String] {
        ["HOME": folder.path, "XDG_DATA_HOME": folder.path, "OPENAVKIT_APP_ID": application]
            .merging(bus.environment) { $1 }
    }

    private func store() -> SubscriptionStore {
        let folder = folder.appendingPathComponent("openavkit/apps/\(application)")
        return SubscriptionStore(application: application) { folder }
    }

    private func listing() async -> SubscriptionListing? {
        await SubscriptionReader(environment: environment).list().listings.first { $0.application == application }
    }

    private func listing(where condition: (SubscriptionListing) -> Bool) async -> SubscriptionListing? {
        let end = ContinuousClock.now + .seconds(30)
        while ContinuousClock.now < end {
            if let listing = await listing(), condition(listing) { return listing }
            await elapse(.milliseconds(20))
        }
        return await listing()
    }

    @Test(
        "an app registers, the TV app reads it; the app that starts again is still registered, and signs out (R159, R160, R161, R163, S19.2)"
    )
    func app_lifeCycle_isSeen() async throws {
        let app = try RunningApp(environment)
        try await app.send("register paid Tier1,Tier2 94110 -")
        let first = await listing { $0.isRunning && $0.accessLevel == .paid }
        #expect(first?.tiers == ["Tier1", "Tier2"])
        #expect(first?.expiration == nil)
        #expect(BillingHash(hash: first?.billingHash ?? "", salt: first?.billingSalt ?? "")?.matches("94110") == true)
        try await app.quit()
        let stored = await listing { !$0.isRunning }
        #expect(stored?.tiers == ["Tier1", "Tier2"])

        let again = try RunningApp(environment)
        try await again.send("register paid Tier1,Tier2 94110 -")
        let second = await listing { $0.isRunning }
        #expect(second?.billingHash == first?.billingHash)
        #expect(second?.billingSalt == first?.billingSalt)
        try await again.send("remove")
        let removed = await listing { $0.isRunning && $0.accessLevel == nil }
        #expect(removed?.accessLevel == nil)
        #expect(removed?.tiers == [])
        // The capability and the Info.plist key are missing, which is printed once.
        #expect(again.errorText.split(separator: "may not register").count == 2, "\(again.errorText)")
        try await again.quit()
    }

    @Test("an app that is killed at any moment has lost no registration, and leaves no name on the bus")
    func app_killed_losesNothing() async throws {
        let store = store()
        let name = AppIdentifier.busName(of: application)
        let owners = Reports<String?>()
        let watch = try client.watch(name: name) { owners.add($0) }
        for round in 0..<6 {
            let app = try RunningApp(environment)
            try app.write("loop")
            let count = Int.random(in: 1...12)
            #expect(await eventually { app.lines.count >= count }, "\(app.errorText)")
            #expect(await owners.wait(within: .seconds(30)) { $0.last??.isEmpty == false })
            app.kill()
            #expect(await eventually { app.hasEnded })
            #expect(await owners.wait(within: .seconds(30)) { $0.last == .some(nil) }, "round \(round)")
            // Output that was written before the end is still in the pipe.
            #expect(await eventually { app.lines.count >= count })
            let last = app.lines.compactMap { Int($0) }.max() ?? 0
            let reading = try store.read()
            let tier = try #require(reading.content.registration?.tiers.first.flatMap { Int($0) })
            #expect(tier >= last, "round \(round): \(tier) is stored, \(last) was registered")
            #expect(reading.problems == [])
        }
        withExtendedLifetime(watch) {}
    }

    @Test(
        "strict mode rejects the registration of an app without the capability, with a remedy on standard error (R154, R155)"
    )
    func app_strict_isRejected() async throws {
        let app = try RunningApp(environment.merging(["OPENAVKIT_STRICT_CAPABILITIES": "1"]) { $1 })
        try await app.send("register paid A - -")
        #expect(await eventually { app.errorText.contains("UISupportsTVApp") })
        #expect(app.errorText.contains("org.openavkit.subscription-registration"))
        try await app.send("account paid A")
        #expect(app.lines.contains { $0.contains("may not register") })
        #expect(await listing() == nil)
        try await app.quit()
    }

    @Test("two processes of an app: the second one's registration is published by the first, and then by itself")
    func app_twice_isConsistent() async throws {
        let first = try RunningApp(environment)
        try await first.send("register paid A - -")
        #expect(await listing { $0.isRunning }?.tiers == ["A"])
        let second = try RunningApp(environment)
        try await second.send("account paid B")
        #expect(await listing { $0.isRunning && $0.tiers == ["B"] }?.tiers == ["B"])
        try await first.quit()
        #expect(await listing { $0.isRunning }?.tiers == ["B"])
        #expect(await listing { $0.isRunning }?.isRunning == true)
        try await second.quit()
    }

    @Test(
        "avplayer lists what an app has registered, and umc finds a tier whose letter case differs from the feed's (R156, R163, R166)",
        .enabled(if: program("avplayer") != nil && program("umc") != nil))
    func app_listing_isChecked() async throws {
        let app = try RunningApp(environment)
        try await app.send("register paid Movies,sports 94110 86400")
        #expect(await listing { $0.isRunning }?.tiers == ["Movies", "sports"])
        let player: URL = try #require(program("avplayer"))
        let tool: URL = try #require(program("umc"))
        let environment = ["PATH": "/usr/bin:/bin"].merging(environment) { $1 }
        let text = try await ExternalCommand.run(player, ["subscriptions", application], environment: environment)
        #expect(text.status == 0, "\(text)")
        #expect(text.standardOutput.hasPrefix("\(application): paid; tiers Movies, sports; until "), "\(text)")
        let json = try await ExternalCommand.run(
            player, ["subscriptions", "--json", application], environment: environment)
        #expect(json.standardOutput.contains("\"isRunning\":true"), "\(json)")
        #expect(!(text.standardOutput + json.standardOutput).contains("94110"))
        let other = try await ExternalCommand.run(
            player, ["subscriptions", "com.example.none"], environment: environment)
        #expect(other.status == 3, "\(other)")

        let registrations = folder.appendingPathComponent("registrations.json")
        try Data(json.standardOutput.utf8).write(to: registrations)
        var feeds: [String] = []
        for kind in ["availability", "linear-availability"] {
            let outcome = try await ExternalCommand.run(tool, ["new", kind], environment: environment)
            #expect(outcome.status == 0, "\(outcome)")
            feeds.append(folder.appendingPathComponent("\(kind).xml").path)
            try Data(outcome.standardOutput.utf8).write(to: URL(fileURLWithPath: feeds.last ?? ""))
        }
        let check = try await ExternalCommand.run(
            tool, ["validate", "--rule", "FEED-TIER", "--registrations", registrations.path] + feeds,
            environment: environment)
        #expect(check.status == 1, "\(check)")
        #expect(check.standardOutput.contains("registers the tier `sports`"), "\(check)")
        #expect(check.standardOutput.contains("differs only in letter case"), "\(check)")
        #expect(!check.standardOutput.contains("registers the tier `Movies`"), "\(check)")
        try await app.quit()
    }
}

/// A built program, next to the test program.
private func program(_ name: String) -> URL? {
    let test = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let url = URL(fileURLWithPath: test ?? "/").deletingLastPathComponent().appendingPathComponent(name)
    return FileManager.default.isExecutableFile(atPath: url.path) ? url : nil
}
