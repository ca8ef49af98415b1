import BusTestSupport
import DBus
import Foundation
import MediaTesting
import Synchronization
import Testing

/// The built programs, next to the test program.
enum LinkPrograms {
    static let probe = url("link-probe")
    static let open = url("openavkit-open")
    static let register = url("openavkit-register")
    static let areAvailable = probe != nil && open != nil && register != nil && PrivateBus.isAvailable

    private static func url(_ name: String) -> URL? {
        guard let test = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") else {
            return nil
        }
        let url = URL(fileURLWithPath: test).deletingLastPathComponent().appendingPathComponent(name)
        return FileManager.default.isExecutableFile(atPath: url.path) ? url : nil
    }
}

/// A user with folders and a session bus that starts the user's apps. The apps end with this object.
final class LinkDesktop: Sendable {
    static let app = "com.example.probe"

    let folder: URL
    let bus: PrivateBus
    let connection: BusConnection
    private let settings: [String: String]
    private let apps = Mutex<Set<String>>([])

    /// - Parameter settings: of the probe, and of the programs of this desktop.
    init(_ settings: [String: String] = [:]) async throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("links-\(UUID().uuidString)")
        for name in ["data/dbus-1/services", "log", "config", "cache", "none"] {
            try FileManager.default.createDirectory(
                at: folder.appendingPathComponent(name), withIntermediateDirectories: true)
        }
        let configuration = folder.appendingPathComponent("bus.conf")
        try """
        <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
          "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
        <busconfig><type>session</type><keep_umask/><listen>unix:tmpdir=/tmp</listen>
        <servicedir>\(folder.path)/data/dbus-1/services</servicedir>
        <policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy>
        </busconfig>
        """.write(to: configuration, atomically: true, encoding: .utf8)
        bus = try #require(PrivateBus(configuration: configuration.path))
        self.settings = settings
        connection = try await BusConnection.connect(to: bus.address)
        // The programs that the bus starts get this environment.
        let entries = environment.map { Variant.dictionaryEntry(.string($0.key), .string($0.value)) }
        _ = try await connection.call(
            "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
            method: "UpdateActivationEnvironment",
            arguments: [.array(of: .dictionaryEntry(key: .string, value: .string), entries)])
    }

    deinit {
        for app in apps.withLock({ $0 }) { for identifier in processes(app) { kill(identifier, SIGKILL) } }
        try? FileManager.default.removeItem(at: folder)
    }

    /// The environment of the desktop's programs.
    var environment: [String: String] {
        var environment = ProcessInfo.processInfo.environment
        for name in ["DISPLAY", "WAYLAND_DISPLAY"] { environment[name] = nil }
        let own = [
            "HOME": folder.path, "XDG_DATA_HOME": folder.path + "/data", "XDG_CONFIG_HOME": folder.path + "/config",
            "XDG_CACHE_HOME": folder.path + "/cache", "XDG_STATE_HOME": folder.path + "/state",
            "XDG_DATA_DIRS": folder.path + "/none", "XDG_RUNTIME_DIR": folder.path, "XDG_CURRENT_DESKTOP": "none",
            "PULSE_SERVER": "unix:/nonexistent", "LINK_PROBE_LOG": folder.path + "/log", "LINK_PROBE_HEADLESS": "1",
            "SWIFT_BACKTRACE": "enable=no", "LC_ALL": "C.UTF-8",
        ]
        return environment.merging(own) { $1 }.merging(bus.environment) { $1 }.merging(settings) { $1 }
    }

    // MARK: Programs

    /// Registers the probe as an app.
    func register(_ arguments: String..., as app: String = LinkDesktop.app, status: Int32 = 0) async throws {
        apps.withLock { _ = $0.insert(app) }
        let outcome = try await ExternalCommand.run(
            try #require(LinkPrograms.register), [try #require(LinkPrograms.probe).path, "--id", app] + arguments,
            environment: environment, timeout: 120)
        #expect(outcome.status == status, "\(outcome.standardError)")
    }

    /// Runs openavkit-open.
    @discardableResult
    func open(_ arguments: String..., more: [String: String] = [:]) async throws -> ExternalCommand.Outcome {
        try await ExternalCommand.run(
            try #require(LinkPrograms.open), arguments, environment: environment.merging(more) { $1 }, timeout: 120)
    }

    /// Calls a method of an app directly, as any program on the bus can.
    func call(
        _ method: String, _ arguments: [Variant], interface: String = "org.freedesktop.Application",
        app: String = LinkDesktop.app
    ) async throws(BusError) -> [Variant] {
        let isActivity = interface != "org.freedesktop.Application"
        return try await connection.call(
            Self.busName(app),
            path: isActivity ? "/org/openavkit/App" : "/" + Self.busName(app).replacing(".", with: "/"),
            interface: interface, method: method, arguments: arguments, timeout: .seconds(60))
    }

    static func busName(_ app: String) -> String {
        "org.openavkit.App." + app.replacing(".", with: "_").replacing("-", with: "_")
    }

    /// The app's current activity on the bus; nil while there is no app.
    func currentActivity(of app: String = LinkDesktop.app) async -> Variant? {
        let answer = try? await connection.call(
            Self.busName(app), path: "/org/openavkit/App", interface: "org.freedesktop.DBus.Properties", method: "Get",
            arguments: [.string("org.openavkit.UserActivity1"), .string("Current")], timeout: .seconds(30))
        return answer?.first?.unwrapped
    }

    // MARK: Log

    /// What the app has logged, except its start.
    func log(_ app: String = LinkDesktop.app) -> [String] { lines(app).filter { !$0.hasPrefix("start ") } }

    /// The processes of the app that have started, in order.
    func processes(_ app: String = LinkDesktop.app) -> [Int32] {
        lines(app).compactMap { $0.hasPrefix("start ") ? Int32($0.dropFirst(6)) : nil }
    }

    private func lines(_ app: String) -> [String] {
        let text = try? String(contentsOf: folder.appendingPathComponent("log/\(app)"), encoding: .utf8)
        return (text ?? "").split(separator: "\n").map(String.init)
    }

    /// Waits until the log contains a line.
    func logs(_ line: String, app: String = LinkDesktop.app) async -> Bool {
        await eventually(within: .seconds(60), every: .milliseconds(10)) { log(app).contains(line) }
    }

    /// Ends the last process of the app and waits for its end.
    func end(_ signal: Int32, app: String = LinkDesktop.app) async throws {
        let identifier = try #require(processes(app).last)
        kill(identifier, signal)
        #expect(await eventually(within: .seconds(60), every: .milliseconds(10)) { Self.hasEnded(identifier) })
    }

    /// Whether a process has ended. Its parent may not have collected it yet.
    private static func hasEnded(_ identifier: Int32) -> Bool {
        guard let text = try? String(contentsOfFile: "/proc/\(identifier)/stat", encoding: .utf8),
            let end = text.lastIndex(of: ")")
        else { return true }
        return text[end...].dropFirst(2).first == "Z"
    }

    /// Waits until no process owns the app's bus name.
    func isAbsent(_ app: String = LinkDesktop.app) async throws -> Bool {
        for _ in 0..<1_200 {
            let answer = try await connection.call(
                "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
                method: "NameHasOwner", arguments: [.string(Self.busName(app))])
            if answer.first?.boolValue == false { return true }
            try await Task.sleep(for: .milliseconds(25))
        }
        return false
    }
}
