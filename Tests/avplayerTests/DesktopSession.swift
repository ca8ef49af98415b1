import BusTestSupport
import CoreGraphics
import DBus
import Foundation
import MediaTesting
import Synchronization
import Testing

/// A desktop for the tests of one suite: a display, a session bus and the accessibility services on it.
final class DesktopSession: Sendable {
    static let launcher = "/usr/libexec/at-spi-bus-launcher"
    static let isAvailable =
        VirtualDisplay.isAvailable && PrivateBus.isAvailable && ExternalCommand.find("xdotool") != nil
        && FileManager.default.isExecutableFile(atPath: launcher)

    /// The desktop of the running test.
    @TaskLocal static var current: DesktopSession?

    let display: VirtualDisplay
    private let bus: PrivateBus
    private let folder: URL
    // Foundation's Process is used under this lock only.
    private let services: Mutex<Process>
    private let connection: BusConnection

    /// An element of a program's interface as assistive technology sees it.
    struct Element: Sendable {
        fileprivate var program: String
        fileprivate var path: String
        var role: String
        var name: String
        /// The frame on the display, in pixels.
        var frame: CGRect
        var center: CGPoint { CGPoint(x: frame.midX, y: frame.midY) }
    }

    init(width: Int, height: Int) async throws {
        display = try await VirtualDisplay(width: width, height: height)
        bus = try #require(PrivateBus())
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("desktop-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let process = Process()
        process.executableURL = URL(fileURLWithPath: Self.launcher)
        process.arguments = ["--launch-immediately"]
        process.environment = Program.environment.merging(
            bus.environment.merging(["HOME": folder.path, "XDG_RUNTIME_DIR": folder.path]) { $1 }
        ) { $1 }
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.runHearingSignals()
        services = Mutex(process)
        connection = try await Self.connectAccessibility(bus.address)
    }

    deinit {
        services.withLock { $0.terminate() }
        try? FileManager.default.removeItem(at: folder)
    }

    private static func connectAccessibility(_ address: String) async throws -> BusConnection {
        let session = try await BusConnection.connect(to: address)
        let end = ContinuousClock.now + .seconds(20)
        while true {
            do throws(BusError) {
                let answer = try await session.call(
                    "org.a11y.Bus", path: "/org/a11y/bus", interface: "org.a11y.Bus", method: "GetAddress")
                return try await BusConnection.connect(to: answer.first?.stringValue ?? "")
            } catch {
                guard ContinuousClock.now < end else { throw error }
            }
        }
    }

    /// The environment of a program of this desktop.
    var environment: [String: String] {
        ["DISPLAY": display.name, "HOME": folder.path, "XDG_RUNTIME_DIR": folder.path, "LANGUAGE": "en"]
            .merging(bus.environment) { $1 }
    }

    // MARK: Input

    /// Sends pointer and key events, in the words of `xdotool`.
    func input(_ words: String...) async throws {
        let tool: URL = try #require(ExternalCommand.find("xdotool"))
        _ = try await ExternalCommand.run(tool, words, environment: ["DISPLAY": display.name])
    }

    func move(to point: CGPoint) async throws { try await input("mousemove", "\(Int(point.x))", "\(Int(point.y))") }

    func click(at point: CGPoint, times: Int = 1) async throws {
        try await input(
            "mousemove", "\(Int(point.x))", "\(Int(point.y))", "click", "--repeat", "\(times)", "--delay", "30", "1")
    }

    // MARK: Accessibility

    /// Returns the elements of the first program's windows in reading order, the windows first; none before the program has registered.
    func elements() async -> [Element] {
        let root = "/org/a11y/atspi/accessible/root"
        guard let program = await children("org.a11y.atspi.Registry", root).first else { return [] }
        var found: [Element] = []
        var rest = await children(program.name, root)
        while let next = rest.first, found.count < 200 {
            rest.removeFirst()
            rest += await children(next.name, next.path)
            if let element = await element(next.name, next.path) { found.append(element) }
        }
        return found
    }

    /// Waits for an element with a name; nil if none appears within the time limit.
    func element(named name: String, role: String? = nil) async throws -> Element? {
        try await elements { $0.name == name && (role == nil || $0.role == role) }.first
    }

    /// Waits until elements fulfil a condition, and returns these.
    func elements(_ isWanted: (Element) -> Bool) async throws -> [Element] {
        let end = ContinuousClock.now + .seconds(20)
        while ContinuousClock.now < end {
            let found = await elements().filter(isWanted)
            if !found.isEmpty { return found }
        }
        return []
    }

    /// Performs an element's first action.
    func activate(_ element: Element) async throws {
        _ = try await connection.call(
            element.program, path: element.path, interface: "org.a11y.atspi.Action", method: "DoAction",
            arguments: [.int32(0)])
    }

    /// Waits until an element has the keyboard focus for assistive technology.
    func isFocused(_ element: Element) async throws -> Bool {
        // The number of the state in AT-SPI's list.
        let focused = 12
        let end = ContinuousClock.now + .seconds(10)
        while ContinuousClock.now < end {
            let answer = try await connection.call(
                element.program, path: element.path, interface: "org.a11y.atspi.Accessible", method: "GetState")
            let words = (answer.first?.elements ?? []).compactMap(\.integerValue)
            if let first = words.first, first >> focused & 1 == 1 { return true }
        }
        return false
    }

    /// The value that an element has for assistive technology; nil without one.
    func value(of element: Element) async -> String? {
        try? await connection.call(
            element.program, path: element.path, interface: "org.freedesktop.DBus.Properties", method: "Get",
            arguments: [.string("org.a11y.atspi.Value"), .string("Text")]
        ).first?.unwrapped.stringValue
    }

    /// The texts that programs of this desktop have passed on to be spoken.
    final class Speech: Sendable {
        private let texts = Mutex<[String]>([])
        private let registration = Mutex<BusRegistration?>(nil)

        fileprivate func start(_ connection: BusConnection) throws {
            let watch = try connection.watchSignals(
                interface: "org.a11y.atspi.Event.Object", name: "Announcement"
            ) { [weak self] event in
                guard let self, let text = event.arguments.first?.stringValue else { return }
                let spoken = event.arguments.dropFirst(3).first?.unwrapped.stringValue ?? ""
                texts.withLock { $0.append(spoken.isEmpty ? text : spoken) }
            }
            registration.withLock { $0 = watch }
        }

        /// Waits until a text has been passed on.
        func hears(_ text: String) async -> Bool {
            await eventually(within: .seconds(20), every: .milliseconds(20)) {
                texts.withLock { $0.contains { $0.hasPrefix(text) } }
            }
        }

        var all: [String] { texts.withLock(\.self) }
    }

    /// Listens to announcements, as a screen reader does.
    func listen() async throws -> Speech {
        let speech = Speech()
        try speech.start(connection)
        _ = try await connection.call(
            "org.a11y.atspi.Registry", path: "/org/a11y/atspi/registry", interface: "org.a11y.atspi.Registry",
            method: "RegisterEvent", arguments: [.string("object:announcement")])
        return speech
    }

    /// The keys that programs of this desktop have passed on to a screen reader.
    final class HeardKeys: Sendable {
        struct Key: Sendable, Hashable {
            var isPress: Bool
            /// The X key symbol.
            var symbol: Int
            /// The number of the physical key.
            var code: Int
            var modifiers: Int
            var text: String
        }

        private let keys = Mutex<[Key]>([])
        private let object = Mutex<ExportedObject?>(nil)

        var all: [Key] { keys.withLock(\.self) }

        /// Waits until a key has been passed on.
        func hears(_ key: Key) async -> Bool {
            await eventually(within: .seconds(10), every: .milliseconds(20)) { all.contains(key) }
        }

        fileprivate func note(_ call: MethodCall, taking text: String) {
            let fields = call.arguments.first?.elements ?? []
            let numbers = fields.map { $0.integerValue ?? 0 }
            guard fields.count == 7 else { return }
            let key = Key(
                isPress: numbers[0] == 0, symbol: numbers[1], code: numbers[2], modifiers: numbers[3],
                text: fields[5].stringValue ?? "")
            keys.withLock { $0.append(key) }
            try? call.reply([.boolean(key.text == text)])
        }

        fileprivate func retain(_ exported: ExportedObject) { object.withLock { $0 = exported } }
    }

    /// Registers for keys, as a screen reader does, and takes those with a text.
    func takeKeys(_ text: String) async throws -> HeardKeys {
        let heard = HeardKeys()
        let path = "/org/a11y/atspi/listeners/1"
        let event = BusArgument("event", try VariantType("(uiuuisb)"))
        let method = BusMethod("NotifyEvent", arguments: [event], results: [BusArgument("taken", .boolean)]) {
            [weak heard] in heard?.note($0, taking: text)
        }
        heard.retain(
            try await connection.export(
                [BusInterface("org.a11y.atspi.DeviceEventListener", methods: [method])], at: path))
        // Presses and releases.
        let types: UInt32 = 3
        _ = try await connection.call(
            "org.a11y.atspi.Registry", path: "/org/a11y/atspi/registry/deviceeventcontroller",
            interface: "org.a11y.atspi.DeviceEventController", method: "RegisterKeystrokeListener",
            arguments: [
                .objectPath(path), .array(of: try VariantType("(iisi)"), []), .uint32(0), .uint32(types),
                // Synchronous, before the program, and for this program's keys only.
                .tuple([.boolean(true), .boolean(true), .boolean(false)]),
            ])
        return heard
    }

    private func children(_ program: String, _ path: String) async -> [(name: String, path: String)] {
        let answer = try? await connection.call(
            program, path: path, interface: "org.a11y.atspi.Accessible", method: "GetChildren",
            timeout: .seconds(2))
        return (answer?.first?.elements ?? []).compactMap { child in
            guard let parts = child.elements, let name = parts.first?.stringValue, let path = parts.last?.stringValue
            else { return nil }
            return (name, path)
        }
    }

    private func element(_ program: String, _ path: String) async -> Element? {
        func ask(_ interface: String, _ method: String, _ arguments: [Variant] = []) async -> Variant? {
            try? await connection.call(
                program, path: path, interface: interface, method: method, arguments: arguments, timeout: .seconds(2)
            ).first
        }
        let name = await ask(
            "org.freedesktop.DBus.Properties", "Get", [.string("org.a11y.atspi.Accessible"), .string("Name")])
        guard let role = await ask("org.a11y.atspi.Accessible", "GetRoleName")?.stringValue,
            let extents = await ask("org.a11y.atspi.Component", "GetExtents", [.uint32(0)])?.elements,
            extents.count == 4
        else { return nil }
        let numbers = extents.map { $0.integerValue ?? 0 }
        return Element(
            program: program, path: path, role: role, name: name?.unwrapped.stringValue ?? "",
            frame: CGRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3]))
    }

    // MARK: Pixels

    /// Returns whether a condition on the display's pixels, B, G, R, X from the top left, comes true within ten seconds.
    func becomes(_ condition: (_ brightness: (_ x: Int, _ y: Int) -> Int) -> Bool) async throws -> Bool {
        try await eventually(within: .seconds(10), every: .milliseconds(20)) {
            let pixels = try display.pixels()
            return condition { x, y in
                let start = (y * display.width + x) * 4
                guard pixels.indices.contains(start + 2) else { return 0 }
                // The darkest of the components: bright for white only.
                return Int(min(pixels[start], pixels[start + 1], pixels[start + 2]))
            }
        }
    }
}

/// Runs the tests of a suite on one desktop.
struct OnDesktop: SuiteTrait, TestScoping {
    var width = 1600
    var height = 900

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        let session = try await DesktopSession(width: width, height: height)
        try await DesktopSession.$current.withValue(session) { try await function() }
    }
}

extension Trait where Self == OnDesktop {
    static var onDesktop: Self { OnDesktop() }
}
