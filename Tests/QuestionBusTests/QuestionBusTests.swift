import BusTestSupport
import DBus
import Foundation
import MediaTesting
import Questions
import Testing

@testable import QuestionBus

/// Questions to players on a private bus, which are other connections to it.
@Suite(.enabled(if: PrivateBus.isAvailable), .timeLimit(.minutes(5)))
struct QuestionBusTests {
    let bus: PrivateBus
    let asker: BusConnection

    init() async throws {
        bus = try #require(PrivateBus())
        asker = try await BusConnection.connect(to: bus.address)
    }

    private func ask(_ utterance: String, language: String = "en", player: String? = nil) async -> Answer {
        let question = QuestionParser(languages: [language]).parse(utterance)
        return await QuestionAnswerer(asker, player: player, pollInterval: .milliseconds(5)).answer(question)
    }

    private func player(
        _ name: String = "fake.instance1", hasNowPlaying: Bool = true,
        _ adjust: (inout FakePlayer.State) -> Void = { _ in }
    ) async throws -> FakePlayer {
        try await FakePlayer(name, at: bus.address, hasNowPlaying: hasNowPlaying, adjust)
    }

    // MARK: Information

    @Test(
        "R214: who is in this, what is this and how long is left are answered from the published metadata, in the asker's language"
    )
    func information_comesFromMetadata() async throws {
        let player = try await player { $0.position = 5_640 - 90 }
        #expect(await ask("who is in this?").text == "In “The Salt Clock”: Ada Quillfeather, Jonas Tern.")
        #expect(
            await ask("was ist das", language: "de").text
                == "Das ist „The Salt Clock“, mit Ada Quillfeather, Jonas Tern.")
        #expect(
            await ask("combien de temps reste-t-il", language: "fr").text
                == "Il reste 1 minute 30 secondes sur 1 heure 34 minutes.")
        #expect(await ask("これは何", language: "ja").text == "「The Salt Clock」、出演はAda Quillfeather、Jonas Ternです。")
        player.change { $0.people = [] }
        let people = await ask("who is in this?")
        #expect(people.outcome == .unavailable)
        #expect(people.text == "Fake does not say who is in “The Salt Clock”.")
        #expect(people.player == "org.mpris.MediaPlayer2.fake.instance1")
        player.change { $0.info["artist"] = .string("Ada Quillfeather") }
        #expect(await ask("who is in this?").text == "In “The Salt Clock”: Ada Quillfeather.")
        player.change { $0.info["isLiveStream"] = .boolean(true) }
        #expect(await ask("how long is left").text == "This is live and has no end.")
        #expect(player.calls.isEmpty)
    }

    @Test("values of wrong types, endless texts and control characters of a hostile player do no harm")
    func hostileValues_areIgnored() async throws {
        let player = try await player { state in
            state.title = String(repeating: "a\u{1B}\n", count: 10_000)
            state.info = [
                "title": .int32(7), "artist": .boolean(true), "playbackDuration": .double(.nan),
                "isLiveStream": .string("x"),
            ]
            state.duration = nil
            state.chapters = [(.nan, ""), (.infinity, "x"), (-5, "y")]
        }
        let title = await ask("what is this")
        #expect(title.outcome == .done)
        #expect(title.text.count < 300)
        #expect(!title.text.contains("\n"))
        #expect(await ask("how long is left").outcome == .unavailable)
        #expect(await ask("next chapter").outcome == .unavailable)
        #expect(player.calls.isEmpty)
    }

    // MARK: What did she say

    @Test("R214: after 'what did she say?' the last seconds are repeated with captions, which then go off again")
    func repeatedDialogue_showsCaptionsForAWhile() async throws {
        let player = try await player()
        let answer = await ask("what did she say?")
        #expect(answer.text == "Back 10 seconds, with subtitles until then.")
        #expect(
            player.calls == [
                "skipBackward interval=10.0", "enableLanguageOption identifier=sub-en languageTag=en type=legible",
            ])
        let afterwards = try #require(answer.afterwards)
        let task = Task { await afterwards() }
        // The captions stay while the interval is repeated.
        player.change { $0.position = 95 }
        await elapse(.milliseconds(100))
        #expect(player.selectedLegible == "en")
        player.change { $0.position = 100.1 }
        #expect(await eventually { player.selectedLegible == nil })
        await task.value
        #expect(player.calls.last == "disableLanguageOption identifier=sub-en languageTag=en type=legible")
    }

    @Test("captions that are on stay on, and the asker's language is preferred to that of the audio")
    func repeatedDialogue_respectsTheSelection() async throws {
        let player = try await player { $0.selectedLegible = "de-DE" }
        let answer = await ask("what did she say?")
        #expect(answer.afterwards == nil)
        #expect(player.calls == ["skipBackward interval=10.0"])
        player.change { $0.selectedLegible = nil }
        let german = await ask("was hat sie gesagt?", language: "de")
        #expect(player.selectedLegible == "de-DE")
        // The viewer selects other captions meanwhile: they are not switched off.
        player.change { $0.selectedLegible = "en" }
        let task = Task { await german.afterwards?() }
        await elapse(.milliseconds(100))
        player.change { $0.position = 300 }
        await task.value
        #expect(player.selectedLegible == "en")
    }

    @Test("when the asker leaves during the repeated interval, the captions go off at once")
    func repeatedDialogue_cancelled_switchesOff() async throws {
        let player = try await player()
        let answer = await ask("what did she say?")
        let afterwards = try #require(answer.afterwards)
        let task = Task { await afterwards() }
        #expect(player.selectedLegible == "en")
        task.cancel()
        await task.value
        #expect(player.selectedLegible == nil)
    }

    @Test("when the player leaves during the repeated interval, the asker does not wait for it")
    func repeatedDialogue_playerLeaves_ends() async throws {
        let player = try await player()
        let answer = await ask("what did she say?")
        player.leave()
        await answer.afterwards?()
        #expect(player.calls.count == 2)
    }

    @Test("a player without captions goes back, and the answer says so")
    func repeatedDialogue_withoutCaptions() async throws {
        let foreign = try await player("other", hasNowPlaying: false)
        let answer = await ask("what did she say 20 seconds ago?")
        #expect(answer.text == "Back 20 seconds; this player has no subtitles to show.")
        #expect(answer.afterwards == nil)
        #expect(foreign.calls == ["Seek -20000000"])
    }

    // MARK: Control

    @Test("play, pause, intervals, positions and speeds reach a player of OpenAVKit as remote commands")
    func control_performsCommands() async throws {
        let player = try await player()
        for (utterance, text, call) in [
            ("play", "Playing.", "Play"), ("pause", "Paused.", "Pause"),
            ("forward half a minute", "Forward 30 seconds.", "skipForward interval=30.0"),
            ("back 1 minute", "Back 1 minute.", "skipBackward interval=60.0"),
            ("go to 1:20:00", "Continuing at 1:20:00.", "changePlaybackPosition positionTime=4800.0"),
            ("from the beginning", "Playing from the beginning.", "changePlaybackPosition positionTime=0.0"),
            ("speed 1.5", "Speed 1.5.", "changePlaybackRate playbackRate=1.5"),
            ("faster", "Speed 1.25.", "changePlaybackRate playbackRate=1.25"),
            ("slower", "Speed 0.75.", "changePlaybackRate playbackRate=0.75"),
            ("next episode", "Next episode.", "Next"),
            ("previous episode", "Previous episode.", "Previous"),
        ] {
            let answer = await ask(utterance)
            #expect(answer.outcome == .done, "\(utterance): \(answer.text) \(answer.detail ?? "")")
            #expect(answer.text == text)
            #expect(player.calls.last == call)
        }
    }

    @Test("a player with MPRIS alone is controlled by its methods and properties")
    func control_byMPRIS() async throws {
        let player = try await player("other", hasNowPlaying: false) { $0.commands = [] }
        for (utterance, call) in [
            ("forward 30 seconds", "Seek 30000000"), ("go to 1:20", "SetPosition /track/1 80000000"),
            ("speed 1.5", "Rate 1.5"),
            ("from the beginning", "SetPosition /track/1 0"),
        ] {
            #expect(await ask(utterance).outcome == .done, "\(utterance)")
            #expect(player.calls.last == call)
        }
        let count = player.calls.count
        #expect(await ask("speed 4").text == "Fake does not support this.")
        #expect(await ask("subtitles on").outcome == .unavailable)
        #expect(await ask("play it in German").outcome == .unavailable)
        player.change { $0.permits = [] }
        for utterance in ["play", "pause", "back 10 seconds", "go to 1:20", "next episode"] {
            #expect(await ask(utterance).outcome == .unavailable, "\(utterance)")
        }
        #expect(await ask("next episode").text == "There is no next episode.")
        #expect(player.calls.count == count)
    }

    @Test(
        "languages are selected by the tag that the player offers, and what it does not offer is answered with what it does"
    )
    func languages_areSelected() async throws {
        let player = try await player()
        #expect(await ask("play it in German").text == "The audio is German.")
        #expect(player.calls.last == "enableLanguageOption languageTag=de type=audible")
        #expect(await ask("subtitles in German").text == "The subtitles are German.")
        #expect(player.calls.last == "enableLanguageOption identifier=sub-de-DE languageTag=de-DE type=legible")
        #expect(await ask("subtitles off").text == "Subtitles are off.")
        #expect(player.calls.last == "disableLanguageOption languageTag=de-DE type=legible")
        #expect(await ask("play it in French").text == "There is no French audio; there is: English, German.")
        #expect(
            await ask("Untertitel auf Spanisch", language: "de").text
                == "Es gibt keine Untertitel auf Spanisch, aber auf: Englisch, Deutsch (Deutschland).")
        player.change { $0.legible = [] }
        #expect(await ask("subtitles on").text == "There are no subtitles.")
    }

    @Test("chapters are positions that the player publishes")
    func chapters_areSought() async throws {
        let player = try await player()
        #expect(await ask("next chapter").text == "This has no chapters.")
        player.change { $0.chapters = [(0, "Opening"), (120, "The Tide"), (300, "")] }
        #expect(await ask("next chapter").text == "Chapter 2 “The Tide”.")
        #expect(player.calls == ["changePlaybackPosition positionTime=120.0"])
        #expect(await ask("go to chapter 3").text == "Chapter 3.")
        #expect(await ask("chapter 4").text == "There is no such chapter; this has 3.")
        player.change { $0.position = 310 }
        #expect(await ask("previous chapter").text == "Chapter 2 “The Tide”.")
        #expect(await ask("next chapter").outcome == .unavailable)
        #expect(await ask("go to 2:00:00").text == "This is only 1 hour 34 minutes long.")
    }

    @Test("a command that the app refuses is answered as such, with the status for logs")
    func refusedCommands_areReported() async throws {
        let player = try await player { $0.performStatus = 200 }
        let failed = await ask("back 10 seconds")
        #expect(failed.outcome == .failed)
        #expect(failed.text == "Fake could not do this.")
        #expect(failed.detail == "skipBackward ended with the status 200.")
        player.change { $0.performStatus = 110 }
        #expect(await ask("back 10 seconds").outcome == .unavailable)
    }

    // MARK: Players

    @Test(
        "the player that plays is asked before a paused one, one with OpenAVKit's interface before others, the latest before earlier ones"
    )
    func players_areOrdered() async throws {
        let directory = PlayerDirectory(asker)
        let paused = try await player("paused") { $0.status = "Paused" }
        let foreign = try await player("foreign", hasNowPlaying: false)
        let first = try await player("first")
        let second = try await player("second")
        let stopped = try await player("stopped") { $0.status = "nonsense" }
        let prefix = "org.mpris.MediaPlayer2."
        #expect(
            try await directory.players().map { String($0.name.dropFirst(prefix.count)) } == [
                "second", "first", "foreign", "paused", "stopped",
            ])
        second.change { $0.status = "Stopped" }
        #expect(try await directory.players().first?.name == first.name)
        #expect(await ask("pause", player: "paused").player == paused.name)
        #expect(await ask("pause", player: "PAUS").outcome == .noPlayer)
        withExtendedLifetime([foreign, stopped]) {}
    }

    @Test("playerctld's list decides between players of the same state, and that program is not asked itself")
    func playerctld_orders() async throws {
        let early = try await player("early.instance1")
        let late = try await player("late")
        let lister = try await BusConnection.connect(to: bus.address)
        let names = BusProperty("PlayerNames", .array(.string), .stored(.strings([early.name, late.name])))
        let object = try await lister.export(
            [BusInterface("com.github.altdesktop.playerctld", properties: [names])], at: "/org/mpris/MediaPlayer2")
        let owned = Reports<NameOwnership>()
        let registration = try lister.own("org.mpris.MediaPlayer2.playerctld") { owned.add($0) }
        #expect(await owned.wait { $0.contains(.acquired) })
        #expect(try await PlayerDirectory(asker).players().map(\.name) == [early.name, late.name])
        #expect(await ask("pause", player: "early").player == early.name)
        withExtendedLifetime((object, registration)) {}
    }

    @Test("a name without a player behind it is left out")
    func nameWithoutPlayer_isLeftOut() async throws {
        let silent = try await BusConnection.connect(to: bus.address)
        let held = Reports<Int>()
        let registration = try silent.own("org.mpris.MediaPlayer2.silent") { _ in held.add(1) }
        #expect(await held.wait { !$0.isEmpty })
        let player = try await player()
        #expect(try await PlayerDirectory(asker).players().map(\.name) == [player.name])
        withExtendedLifetime(registration) {}
    }

    @Test("without a player the answer says so in the asker's language")
    func noPlayer() async {
        let answer = await ask("pausa", language: "es")
        #expect(answer.outcome == .noPlayer)
        #expect(answer.text == "No se está reproduciendo nada.")
    }

    // MARK: Up Next

    @Test(
        "R214: 'add this to my Up Next' hands over the identifier of what is playing, letter case included, or says why not"
    )
    func upNext_ofWhatIsPlaying() async throws {
        let player = try await player()
        #expect(await ask("add this to my up next").text == "No app that keeps an Up Next list is running.")
        let connection = try await BusConnection.connect(to: bus.address)
        let receiver = try await UpNextReceiver(connection)
        #expect(await isOwned(UpNextReceiver.busName))
        #expect(await ask("add this to my up next").text == "“The Salt Clock” is in your Up Next.")
        let entry = UpNextReceiver.Entry(
            contentIdentifier: "NL-MOV-SaltClock", appIdentifier: "example.northlight", title: "The Salt Clock")
        #expect(receiver.entries == [entry])
        #expect(await ask("setz das auf meine Liste", language: "de").outcome == .done)
        #expect(receiver.entries == [entry])
        player.change { $0.info = [:] }
        let nothing = await ask("add this to my up next")
        #expect(nothing.outcome == .unavailable)
        player.change { $0.info = ["externalContentIdentifier": .string(String(repeating: "x", count: 300))] }
        let refused = await ask("add this to my up next")
        #expect(refused.outcome == .failed)
        #expect(refused.detail?.contains("255") == true)
        #expect(receiver.entries == [entry])
    }

    @Test("R214 R206: 'add this' on a details page hands over the page's identifier; what is playing covers the page")
    func upNext_ofThePage() async throws {
        let app = try await BusConnection.connect(to: bus.address)
        let current = BusProperty(
            "Current", .dictionary,
            .stored(.dictionary(["contentIdentifier": .string("NL-SHOW-LowWater"), "title": .string("Low Water")])))
        let object = try await app.export(
            [BusInterface("org.openavkit.UserActivity1", properties: [current])], at: "/org/openavkit/App")
        let owned = Reports<NameOwnership>()
        let registration = try app.own("org.openavkit.App.example_northlight") { owned.add($0) }
        #expect(await owned.wait { $0.contains(.acquired) })
        let receiver = try await UpNextReceiver(try await BusConnection.connect(to: bus.address))
        #expect(await isOwned(UpNextReceiver.busName))
        #expect(await ask("add this to my up next").text == "“Low Water” is in your Up Next.")
        let page = UpNextReceiver.Entry(
            contentIdentifier: "NL-SHOW-LowWater", appIdentifier: "example_northlight", title: "Low Water")
        #expect(receiver.entries == [page])
        let player = try await player()
        #expect(await ask("add this to my up next").text == "“The Salt Clock” is in your Up Next.")
        player.change { $0.status = "Paused" }
        #expect(await ask("add this to my up next").text == "“Low Water” is in your Up Next.")
        try object.set(["Current": .dictionary([:])], of: "org.openavkit.UserActivity1")
        #expect(await ask("add this to my up next").text == "“The Salt Clock” is in your Up Next.")
        withExtendedLifetime(registration) {}
    }

    /// Waits until a name has an owner.
    private func isOwned(_ name: String) async -> Bool {
        let end = ContinuousClock.now + .seconds(20)
        while ContinuousClock.now < end {
            let answer = try? await asker.call(
                "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
                method: "NameHasOwner",
                arguments: [.string(name)])
            if answer?.first?.boolValue == true { return true }
            await elapse(.milliseconds(5))
        }
        return false
    }
}
