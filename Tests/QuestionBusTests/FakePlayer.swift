import DBus
import Foundation
import Synchronization

/// A player on the bus whose state a test sets: MPRIS, and OpenAVKit's interface where `hasNowPlaying` is true.
final class FakePlayer: Sendable {
    struct State: Sendable {
        var identity = "Fake"
        var status = "Playing"
        /// Seconds.
        var position = 100.0
        var rate = 1.0
        var duration: Double? = 5_640
        var title = "The Salt Clock"
        var people = ["Ada Quillfeather", "Jonas Tern"]
        var info: [String: Variant] = ["externalContentIdentifier": .string("NL-MOV-SaltClock")]
        var commands = [
            "changePlaybackPosition", "changePlaybackRate", "disableLanguageOption", "enableLanguageOption",
            "skipBackward", "skipForward",
        ]
        var audible = ["en", "de"]
        var legible = ["en", "de-DE"]
        var selectedAudible = "en"
        var selectedLegible: String?
        var publishesSelection = true
        var chapters: [(Double, String)] = []
        var permits: Set<String> = ["Play", "Pause", "Seek", "GoNext", "GoPrevious", "Control"]
        /// The status that `Perform` answers.
        var performStatus: Int32 = 0
        /// The calls of methods and the properties set, with their values.
        var calls: [String] = []
    }

    let name: String
    private let state: Mutex<State>
    private let connection: BusConnection
    private let kept: Mutex<(ExportedObject?, BusRegistration?)>

    var calls: [String] { state.withLock { $0.calls } }
    func change(_ body: (inout State) -> Void) { state.withLock { body(&$0) } }
    var selectedLegible: String? { state.withLock { $0.selectedLegible } }

    /// Exports a player on a connection of its own; it has its name when the initializer returns.
    init(
        _ name: String, at address: String, hasNowPlaying: Bool = true, _ adjust: (inout State) -> Void = { _ in }
    ) async throws {
        self.name = "org.mpris.MediaPlayer2." + name
        var initial = State()
        adjust(&initial)
        state = Mutex(initial)
        kept = Mutex((nil, nil))
        connection = try await BusConnection.connect(to: address)
        var interfaces = [rootInterface, playerInterface]
        if hasNowPlaying { interfaces.append(nowPlayingInterface) }
        let object = try await connection.export(interfaces, at: "/org/mpris/MediaPlayer2")
        let (owned, continuation) = AsyncStream.makeStream(of: NameOwnership.self)
        let registration = try connection.own(self.name) { continuation.yield($0) }
        for await ownership in owned where ownership == .acquired { break }
        kept.withLock { $0 = (object, registration) }
    }

    /// Leaves the bus as a crash would.
    func leave() { kept.withLock { $0 = (nil, nil) } }

    private func computed(_ name: String, _ type: VariantType, _ value: @escaping @Sendable (State) -> Variant)
        -> BusProperty
    {
        BusProperty(
            name, type,
            .computed { [weak self] in
                let state = self?.state.withLock { $0 } ?? State()
                return value(state)
            })
    }

    private func method(
        _ name: String, _ arguments: [BusArgument] = [],
        _ body: @escaping @Sendable (inout State, [Variant]) -> Void = { _, _ in }
    ) -> BusMethod {
        BusMethod(name, arguments: arguments) { [weak self] call in
            self?.state.withLock {
                $0.calls.append(([name] + call.arguments.map(Self.text)).joined(separator: " "))
                body(&$0, call.arguments)
            }
            try? call.reply()
        }
    }

    private static func text(_ value: Variant) -> String {
        switch value.unwrapped {
        case .array:
            (value.elements ?? []).compactMap { entry in
                if case .dictionaryEntry(.string(let key), let value) = entry { "\(key)=\(text(value))" } else { nil }
            }.joined(separator: " ")
        case .double(let value): "\(value)"
        default: value.stringValue ?? value.integerValue.map { "\($0)" } ?? "?"
        }
    }

    private var rootInterface: BusInterface {
        BusInterface("org.mpris.MediaPlayer2", properties: [computed("Identity", .string) { .string($0.identity) }])
    }

    private var playerInterface: BusInterface {
        BusInterface(
            "org.mpris.MediaPlayer2.Player",
            methods: [
                method("Play"), method("Pause"), method("Next"), method("Previous"),
                method("Seek", [BusArgument("Offset", .int64)]) { state, arguments in
                    state.position = max(0, state.position + Double(arguments[0].integerValue ?? 0) / 1e6)
                },
                method("SetPosition", [BusArgument("TrackId", .objectPath), BusArgument("Position", .int64)]),
            ],
            properties: [
                computed("PlaybackStatus", .string) { .string($0.status) },
                BusProperty(
                    "Rate", .double, .computed { [weak self] in .double(self?.state.withLock { $0.rate } ?? 1) },
                    setter: { [weak self] value throws(BusError) in
                        self?.state.withLock { $0.calls.append("Rate \(value.doubleValue ?? 0)") }
                    }),
                computed("MinimumRate", .double) { _ in .double(0.5) },
                computed("MaximumRate", .double) { _ in .double(2) },
                computed("Position", .int64) { .int64(Int64($0.position * 1e6)) },
                computed("Metadata", .dictionary) { state in
                    var metadata: [String: Variant] = [
                        "mpris:trackid": .objectPath("/track/1"), "xesam:title": .string(state.title),
                        "xesam:artist": .strings(state.people),
                    ]
                    if let duration = state.duration { metadata["mpris:length"] = .int64(Int64(duration * 1e6)) }
                    return .dictionary(metadata)
                },
            ]
                + ["Play", "Pause", "Seek", "GoNext", "GoPrevious", "Control"].map { name in
                    computed("Can\(name)", .boolean) { .boolean($0.permits.contains(name)) }
                })
    }

    private var nowPlayingInterface: BusInterface {
        let option = VariantType.tuple([.string, .string, .array(.string)])
        let selected = VariantType.tuple([.string, .string])
        let chapter = VariantType.tuple([.double, .string])
        let perform = BusMethod(
            "Perform", arguments: [BusArgument("command", .string), BusArgument("arguments", .dictionary)],
            results: [BusArgument("status", .int32)]
        ) { [weak self] call in
            let status = self?.perform(call.arguments) ?? 200
            try? call.reply([.int32(status)])
        }
        var properties = [
            computed("Info", .dictionary) { .dictionary($0.info) },
            computed("Commands", .array(.string)) { .strings($0.commands) },
            computed("Application", .string) { _ in .string("example.northlight") },
            computed("Languages", .array(option)) { state in
                .array(
                    of: option,
                    state.audible.map { .tuple([.string("audible"), .string($0), .strings([])]) }
                        + state.legible.map {
                            .tuple([.string("legible"), .string($0), .strings(["sub-\($0)", "Name"])])
                        })
            },
            computed("Chapters", .array(chapter)) { state in
                .array(of: chapter, state.chapters.map { .tuple([.double($0.0), .string($0.1)]) })
            },
        ]
        if state.withLock({ $0.publishesSelection }) {
            properties.append(
                computed("CurrentLanguages", .array(selected)) { state in
                    let legible =
                        state.selectedLegible.map { [Variant.tuple([.string("legible"), .string($0)])] } ?? []
                    return .array(
                        of: selected, [.tuple([.string("audible"), .string(state.selectedAudible)])] + legible)
                })
        }
        return BusInterface("org.openavkit.NowPlaying1", methods: [perform], properties: properties)
    }

    private func perform(_ arguments: [Variant]) -> Int32 {
        state.withLock { state in
            let command = arguments[0].stringValue ?? ""
            state.calls.append(arguments.map(Self.text).filter { !$0.isEmpty }.joined(separator: " "))
            guard state.performStatus == 0 else { return state.performStatus }
            switch command {
            case "skipBackward": state.position = max(0, state.position - (arguments[1]["interval"]?.doubleValue ?? 0))
            case "enableLanguageOption" where arguments[1]["type"] == .string("legible"):
                state.selectedLegible = arguments[1]["languageTag"]?.stringValue
            case "disableLanguageOption": state.selectedLegible = nil
            default: break
            }
            return 0
        }
    }
}
