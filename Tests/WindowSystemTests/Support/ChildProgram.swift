import DBus
import Foundation
import MediaTesting
import Synchronization

/// A child process of a test, whose output is read by line and which never outlives the test.
final class ChildProgram: Sendable {
    private struct State {
        var lines: [String] = []
        var rest = Data()
        var errors = ""
        var isOver = false
    }

    // Foundation's Process is accessed only under this lock.
    private let process: Mutex<Process>
    private let input = Pipe()
    private let state = Mutex(State())

    /// Starts the program; nil if the executable does not exist.
    init?(_ path: String, _ arguments: [String], environment: [String: String] = [:], removing: [String] = []) {
        guard FileManager.default.isExecutableFile(atPath: path) else { return nil }
        let child = Process()
        child.executableURL = URL(fileURLWithPath: path)
        child.arguments = arguments
        var inherited = ProcessInfo.processInfo.environment
        for name in removing { inherited[name] = nil }
        child.environment = inherited.merging(environment) { $1 }
        let pipe = Pipe()
        child.standardInput = input
        child.standardOutput = pipe
        let errors = Pipe()
        child.standardError = errors
        process = Mutex(child)
        errors.fileHandleForReading.readabilityHandler = { [weak self] handle in
            let data = handle.availableData
            if data.isEmpty { handle.readabilityHandler = nil }
            self?.state.withLock { $0.errors += String(decoding: data, as: UTF8.self) }
        }
        pipe.fileHandleForReading.readabilityHandler = { [weak self] handle in
            let data = handle.availableData
            if data.isEmpty { handle.readabilityHandler = nil }
            self?.take(data)
        }
        do { try process.withLock { try $0.runHearingSignals() } } catch { return nil }
    }

    deinit {
        process.withLock { process in
            guard process.isRunning else { return }
            // `timeout` leads a process group that contains the program.
            kill(-process.processIdentifier, SIGKILL)
            kill(process.processIdentifier, SIGKILL)
        }
    }

    private func take(_ data: Data) {
        state.withLock { state in
            guard !data.isEmpty else {
                state.isOver = true
                return
            }
            state.rest.append(data)
            while let end = state.rest.firstIndex(of: UInt8(ascii: "\n")) {
                state.lines.append(String(decoding: state.rest[state.rest.startIndex..<end], as: UTF8.self))
                state.rest = Data(state.rest[state.rest.index(after: end)...])
            }
        }
    }

    var lines: [String] { state.withLock { $0.lines } }
    /// The program's standard error output.
    var errors: String { state.withLock { $0.errors } }

    /// Writes a line to the program's standard input.
    func write(_ line: String) {
        // Writing to a program that has ended is an error here, not a signal.
        Self.ignoreBrokenPipes
        try? input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8))
    }

    private static let ignoreBrokenPipes: Void = { _ = Glibc.signal(SIGPIPE, SIG_IGN) }()

    /// Returns the rest of the first line from index `start` on that begins with `prefix`; nil if the program ends without such a line or
    /// the time limit is reached.
    func line(_ prefix: String, from start: Int = 0, within limit: Duration = .seconds(20)) async -> String? {
        var found: String?
        _ = await eventually(within: limit) {
            let (lines, isOver) = state.withLock { ($0.lines, $0.isOver) }
            found = lines.dropFirst(start).first { $0.hasPrefix(prefix) }
            return found != nil || isOver
        }
        return found.map { String($0.dropFirst(prefix.count)).trimmingCharacters(in: .whitespaces) }
    }

    func signal(_ number: Int32) {
        process.withLock { _ = kill($0.processIdentifier, number) }
    }

    /// Returns the exit code after the program has ended.
    func exitCode(within limit: Duration = .seconds(20)) async -> Int32? {
        var code: Int32?
        _ = await eventually(within: limit) {
            code = process.withLock { $0.isRunning ? nil : $0.terminationStatus }
            return code != nil
        }
        return code
    }

    /// Returns the full path of a program in PATH.
    static func find(_ name: String) -> String? {
        (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map { "\($0)/\(name)" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// Runs a program to its end and returns its output by line.
    static func output(_ name: String, _ arguments: [String], environment: [String: String] = [:]) async -> [String]? {
        guard let path = find(name), let child = ChildProgram(path, arguments, environment: environment) else {
            return nil
        }
        guard await child.exitCode() == 0 else { return nil }
        _ = await child.line("\u{0}no such line", within: .seconds(1))
        return child.lines
    }
}

/// The WindowProbe program, next to the test binary.
enum Probe {
    static let path: String = {
        let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        let beside = URL(fileURLWithPath: own).deletingLastPathComponent().appendingPathComponent("window-probe").path
        if FileManager.default.isExecutableFile(atPath: beside) { return beside }
        // The toolchain's test runner executes the bundle, whose path is among the arguments.
        for argument in CommandLine.arguments where argument.hasSuffix(".xctest") {
            let folder = URL(fileURLWithPath: argument).deletingLastPathComponent()
            return folder.appendingPathComponent("window-probe").path
        }
        return beside
    }()

    static func start(
        _ arguments: [String], environment: [String: String] = [:], removing: [String] = []
    ) -> ChildProgram? {
        ChildProgram(path, arguments, environment: environment, removing: removing)
    }
}

/// A virtual display for one test; it ends with the test.
final class TestDisplay: Sendable {
    private let server: ChildProgram
    private let folder: URL
    let name: String
    /// Without a session bus, SDL's D-Bus library would start one for each display. Such buses remain after the display has ended, and
    /// take the system's file watches.
    var environment: [String: String] {
        BusAddress.session() == nil
            ? ["DISPLAY": name, "DBUS_SESSION_BUS_ADDRESS": "disabled:"] : ["DISPLAY": name]
    }

    static var isAvailable: Bool { ChildProgram.find("Xvfb") != nil && ChildProgram.find("xdotool") != nil }

    private init(_ server: ChildProgram, _ folder: URL, _ name: String) {
        self.server = server
        self.folder = folder
        self.name = name
    }

    deinit {
        stop()
        try? FileManager.default.removeItem(at: folder)
    }

    static func start(_ options: String...) async -> TestDisplay? { await start(options) }

    /// Starts a display with the name of this one, which must have ended.
    func restarted() async -> TestDisplay? { await Self.start([name]) }

    private static func start(_ options: [String]) async -> TestDisplay? {
        guard let timeout = ChildProgram.find("timeout") else { return nil }
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("screen-\(UUID().uuidString)")
        guard (try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)) != nil else {
            return nil
        }
        let arguments =
            [
                "90", "Xvfb", "-displayfd", "1", "-screen", "0", "800x600x24", "-nolisten", "tcp", "-noreset",
                "-fbdir", folder.path,
            ] + options
        guard let server = ChildProgram(timeout, arguments), let number = await server.line("") else { return nil }
        return TestDisplay(server, folder, ":" + number)
    }

    func type(_ arguments: String...) async {
        _ = await ChildProgram.output("xdotool", arguments, environment: environment)
    }

    func stop() { server.signal(SIGTERM) }

    /// Ends the display and waits for its end.
    func end() async {
        stop()
        _ = await server.exitCode()
    }

    /// Starts a program on the display; it ends at the latest with the returned object.
    func run(_ name: String, _ arguments: String...) -> ChildProgram? {
        guard let timeout = ChildProgram.find("timeout"), let path = ChildProgram.find(name) else { return nil }
        return ChildProgram(timeout, ["90", path] + arguments, environment: environment)
    }

    /// Returns a property of a window as `xprop` prints it; nil if the window does not have it.
    func property(_ name: String, of window: String) async -> String? {
        let lines = await ChildProgram.output("xprop", ["-id", window, name], environment: environment) ?? []
        let text = lines.map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: "; ")
        return text.isEmpty || text.contains("not found") ? nil : text
    }

    /// Waits until a property satisfies the condition.
    /// - Returns: the last value.
    func property(_ name: String, of window: String, until isWanted: (String?) -> Bool) async -> String? {
        let end = ContinuousClock.now + .seconds(10)
        var value = await property(name, of: window)
        while !isWanted(value), ContinuousClock.now < end {
            try? await Task.sleep(for: .milliseconds(20))
            value = await property(name, of: window)
        }
        return value
    }

    /// Waits until a pixel of the screen has this color, 0xRRGGBB.
    /// - Returns: the last color of the pixel.
    func pixel(x: Int, y: Int, becoming wanted: UInt32) async -> UInt32? {
        var seen: UInt32?
        _ = await eventually(within: .seconds(10)) {
            seen = pixel(x: x, y: y)
            return seen == wanted
        }
        return seen
    }

    /// Returns the color of a pixel of the screen as 0xRRGGBB.
    private func pixel(x: Int, y: Int) -> UInt32? {
        let file = folder.appendingPathComponent("Xvfb_screen0")
        guard let data = try? Data(contentsOf: file), data.count > 100 else { return nil }
        func field(_ index: Int) -> Int { data[index * 4..<index * 4 + 4].reduce(0) { $0 << 8 | Int($1) } }
        // An X window dump: a header, a color map, the pixels.
        let start = field(0) + field(19) * 12 + y * field(12) + x * field(11) / 8
        guard data.indices.contains(start + 2) else { return nil }
        // Least significant byte first: blue, green, red.
        return UInt32(data[start]) | UInt32(data[start + 1]) << 8 | UInt32(data[start + 2]) << 16
    }
}
