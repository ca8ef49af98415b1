import BusTestSupport
import DBus
import Foundation
import MediaTesting
import Testing

@Suite("avplayer ask", .enabled(if: Program.url != nil && PrivateBus.isAvailable))
struct AskCommandTests {
    private func ask(_ arguments: String..., bus: PrivateBus? = nil, locale: String = "en_US.UTF-8") async throws
        -> ExternalCommand.Outcome
    {
        var environment = Program.environment
        environment["XDG_RUNTIME_DIR"] = nil
        for name in ["LANGUAGE", "LC_ALL", "LC_MESSAGES"] { environment[name] = nil }
        environment["LANG"] = locale
        environment.merge(bus?.environment ?? [:]) { $1 }
        return try await ExternalCommand.run(
            try #require(Program.url), ["ask"] + arguments, environment: environment, timeout: 60)
    }

    @Test(
        "a question reaches the player on the session bus, in the session's language or another, and prints one sentence or object"
    )
    func question_isAnswered() async throws {
        let bus = try #require(PrivateBus())
        let connection = try await BusConnection.connect(to: bus.address)
        let calls = Reports<String>()
        let player = BusInterface(
            "org.mpris.MediaPlayer2.Player",
            methods: [
                BusMethod("Seek", arguments: [BusArgument("Offset", .int64)]) { call in
                    calls.add("Seek \(call.arguments.first?.integerValue ?? 0)")
                    try? call.reply()
                }
            ],
            properties: [
                BusProperty("PlaybackStatus", .string, .stored(.string("Playing"))),
                BusProperty("CanSeek", .boolean, .stored(.boolean(true))),
                BusProperty("Metadata", .dictionary, .stored(.dictionary(["xesam:title": .string("Esc\u{1B}[31m")]))),
            ])
        let object = try await connection.export([player], at: "/org/mpris/MediaPlayer2")
        let owned = Reports<NameOwnership>()
        let name = try connection.own("org.mpris.MediaPlayer2.fake") { owned.add($0) }
        #expect(await owned.wait(within: .seconds(30)) { $0.contains(.acquired) })

        let back = try await ask("go", "back", "20", "seconds", bus: bus)
        #expect(back.status == 0, "\(back.standardError)")
        #expect(back.standardOutput == "Back 20 seconds.\n")
        let german = try await ask("30 Sekunden vor", bus: bus)
        #expect(german.standardOutput == "30 Sekunden vor.\n")
        #expect(calls.all == ["Seek -20000000", "Seek 30000000"])
        let json = try await ask("forward 1 minute", "--json", "--player", "fake", bus: bus)
        let line = try #require(
            try JSONSerialization.jsonObject(with: Data(json.standardOutput.utf8)) as? [String: Any])
        #expect(line["intent"] as? String == "skipForward")
        #expect(line["seconds"] as? Double == 60)
        #expect(line["player"] as? String == "org.mpris.MediaPlayer2.fake")
        #expect(line["outcome"] as? String == "done")
        #expect(line["answer"] as? String == "Forward 1 minute.")
        // Control characters of a title do not reach the terminal.
        let title = try await ask("what is this", bus: bus)
        #expect(title.standardOutput == "This is “Esc\\u{1B}[31m”.\n")
        let refused = try await ask("next episode", bus: bus)
        #expect(refused.status == 1)
        #expect(refused.standardOutput == "There is no next episode.\n")
        let other = try await ask("pause", "--player", "other", bus: bus)
        #expect(other.status == 3)
        withExtendedLifetime((object, name)) {}
    }

    @Test("what is not understood ends with 1 and examples, a session without a bus with 3, and wrong usage with 2")
    func exitCodes() async throws {
        let unknown = try await ask("order a pizza", locale: "fr_FR.UTF-8")
        #expect(unknown.status == 1)
        #expect(unknown.standardOutput.contains("dites par exemple"), "\(unknown.standardOutput)")
        let ambiguous = try await ask("subtitles", "--json")
        #expect(ambiguous.status == 1)
        #expect(ambiguous.standardOutput.contains(#""meanings":["captionsOn","captionsOff"]"#))
        #expect(ambiguous.standardOutput.contains(#""examples":["Turn on the subtitles","Turn off the subtitles"]"#))
        let noBus = try await ask("pause")
        #expect(noBus.status == 3)
        #expect(noBus.standardError.contains("dbus-run-session"))
        #expect(try await ask("--language", "sv", "paus").status == 2)
        #expect(try await ask().status == 2)
    }
}
