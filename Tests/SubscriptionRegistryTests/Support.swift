import AppIdentity
import Foundation
import Synchronization

@testable import SubscriptionRegistry

/// A home of an app under test: a folder for its data and its files. Removed with its last reference.
final class TestHome: Sendable {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("home-\(UUID().uuidString)")
    let application: String

    init(_ application: String = "com.example.tv") throws {
        self.application = application
        try FileManager.default.createDirectory(
            at: url.appendingPathComponent("bin"), withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    var environment: [String: String] { ["XDG_DATA_HOME": url.path, "OPENAVKIT_APP_ID": application] }

    /// An identity with the capability and the Info.plist key.
    func identity(_ changes: [String: String] = [:], isPermitted: Bool = true) throws -> AppIdentity {
        let bin = url.appendingPathComponent("bin")
        func list(_ key: String) -> Data {
            Data("<plist version=\"1.0\"><dict><key>\(key)</key><\(isPermitted)/></dict></plist>".utf8)
        }
        try list(Capabilities.registrationKeys[0]).write(to: bin.appendingPathComponent("App.capabilities.plist"))
        try list(Capabilities.standardTVAppKey).write(to: bin.appendingPathComponent("Info.plist"))
        return AppIdentity(
            environment: environment.merging(changes) { $1 }, executable: bin.appendingPathComponent("App"))
    }

    var folder: URL { url.appendingPathComponent("openavkit/apps/\(application)") }

    func store() throws -> SubscriptionStore { SubscriptionStore(try identity()) }

    func data(_ name: String) throws -> Data { try Data(contentsOf: folder.appendingPathComponent(name)) }

    func write(_ data: Data, to name: String) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try data.write(to: folder.appendingPathComponent(name))
    }
}

/// A clock whose time the test sets. Alarms that are due ring during the change.
final class ManualClock: RegistryClock {
    private struct State {
        var now: Date
        var alarms: [UUID: (date: Date, body: @Sendable () -> Void)] = [:]
    }

    private final class Alarm: Sendable {
        let cancel: @Sendable () -> Void
        init(_ cancel: @escaping @Sendable () -> Void) { self.cancel = cancel }
        deinit { cancel() }
    }

    private let state: Mutex<State>

    init(_ now: Date = Date(timeIntervalSince1970: 1_800_000_000)) {
        state = Mutex(State(now: now))
    }

    var now: Date { state.withLock { $0.now } }
    /// The times of the alarms that are set.
    var alarms: [Date] { state.withLock { $0.alarms.values.map(\.date).sorted() } }

    func alarm(at date: Date, _ body: @escaping @Sendable () -> Void) -> any AnyObject & Sendable {
        let identifier = UUID()
        state.withLock { $0.alarms[identifier] = (date, body) }
        return Alarm { [weak self] in self?.state.withLock { $0.alarms[identifier] = nil } }
    }

    func set(_ now: Date) {
        let due = state.withLock { state in
            state.now = now
            return state.alarms.values.filter { $0.date <= now }.map(\.body)
        }
        for body in due { body() }
    }

    func advance(_ seconds: TimeInterval) { set(now + seconds) }
}
