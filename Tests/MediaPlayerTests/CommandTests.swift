import BusTestSupport
import Foundation
import MediaTesting
import Synchronization
import Testing

@testable import DBus
@testable import MediaPlayer
@testable import NowPlayingModel

/// Commands of other programs and of keys.
@Suite(.enabled(if: PrivateBus.isAvailable), .timeLimit(.minutes(2)))
struct CommandTests {
    @Test("R201 R204: each method of MPRIS reaches its command on the main thread")
    func methods_reachTheirCommands() async throws {
        let stage = try await BusStage()
        let log = try await stage.playMovie()
        for method in ["Play", "Pause", "PlayPause", "Stop", "Next", "Previous"] { try await stage.call(method) }
        #expect(log.events.all == ["play", "pause", "togglePlayPause", "stop", "nextTrack", "previousTrack"])
        let track = try #require(try await stage.get("Metadata")["mpris:trackid"]?.stringValue)
        try await stage.call("SetPosition", [.objectPath(track), .int64(42_000_000)])
        #expect(log.events.all.last == "changePlaybackPosition 42.0")
    }

    @Test("a position of another track or outside of the track is ignored")
    func setPosition_wrongTrack_isIgnored() async throws {
        let stage = try await BusStage()
        let log = try await stage.playMovie()
        let track = try #require(try await stage.get("Metadata")["mpris:trackid"]?.stringValue)
        try await stage.call("SetPosition", [.objectPath("/org/openavkit/track/999"), .int64(1_000_000)])
        try await stage.call("SetPosition", [.objectPath(track), .int64(-1)])
        try await stage.call("SetPosition", [.objectPath(track), .int64(601_000_000)])
        #expect(log.events.all.isEmpty)
    }

    @Test("Seek moves from the present position, stops at 0, and acts like Next beyond the end")
    func seek_isRelative() async throws {
        let stage = try await BusStage()
        let log = try await stage.playMovie([MPNowPlayingInfoPropertyPlaybackRate: 0.0])
        try await stage.call("Seek", [.int64(-10_000_000)])
        try await stage.call("Seek", [.int64(-1_000_000_000)])
        try await stage.call("Seek", [.int64(900_000_000)])
        #expect(log.events.all == ["changePlaybackPosition 90.0", "changePlaybackPosition 0.0", "nextTrack"])
        stage.commands.changePlaybackPositionCommand.isEnabled = false
        try await stage.call("Seek", [.int64(-15_000_000)])
        #expect(log.events.all.last == "skipBackward 15.0")
    }

    @Test("settable properties run commands: the rate within its limits, 0 as a pause, repetition and shuffling")
    func properties_runCommands() async throws {
        let stage = try await BusStage()
        let log = try await stage.playMovie()
        stage.commands.changePlaybackRateCommand.supportedPlaybackRates = [0.5, 1, 2]
        #expect(await stage.signals.wait { _ in stage.reported("MaximumRate").last == .double(2) })
        #expect(try await stage.get("MinimumRate") == .double(0.5))
        try await stage.set("Rate", .double(1.5))
        try await stage.set("Rate", .double(9))
        try await stage.set("Rate", .double(0))
        try await stage.set("LoopStatus", .string("Playlist"))
        try await stage.set("Shuffle", .boolean(true))
        let expected = [
            "changePlaybackRate 1.5", "changePlaybackRate 2.0", "pause", "changeRepeatMode 2", "changeShuffleMode 1",
        ]
        #expect(await log.events.wait { $0 == expected })
        // The app reports its mode, which clients then read.
        stage.commands.changeRepeatModeCommand.currentRepeatType = .all
        stage.commands.changeShuffleModeCommand.currentShuffleType = .items
        #expect(await stage.signals.wait { _ in stage.reported("LoopStatus").last == .string("Playlist") })
        #expect(await stage.signals.wait { _ in stage.reported("Shuffle").last == .boolean(true) })
    }

    @Test("S18.7: Perform gives every command by its name and returns the handler's status")
    func perform_returnsStatus() async throws {
        let stage = try await BusStage()
        let log = try await stage.playMovie([
            MPNowPlayingInfoPropertyAvailableLanguageOptions: [
                MPNowPlayingInfoLanguageOptionGroup(
                    languageOptions: [
                        MPNowPlayingInfoLanguageOption(
                            type: .audible, languageTag: "en", characteristics: nil, displayName: "English",
                            identifier: "a1"),
                        MPNowPlayingInfoLanguageOption(
                            type: .audible, languageTag: "de-DE", characteristics: nil, displayName: "Deutsch",
                            identifier: "a2"),
                    ], defaultLanguageOption: nil, allowEmptySelection: false)
            ]
        ])
        #expect(try await stage.perform("skipForward") == 0)
        #expect(try await stage.perform("skipBackward", ["interval": .int32(30)]) == 0)
        #expect(try await stage.perform("seekForward", ["type": .string("begin")]) == 0)
        #expect(try await stage.perform("seekForward", ["type": .string("end")]) == 0)
        #expect(try await stage.perform("enableLanguageOption", ["languageTag": .string("de")]) == 0)
        #expect(try await stage.perform("enableLanguageOption", ["languageTag": .string("ja")]) == 100)
        #expect(try await stage.perform("rating", ["rating": .double(0.5)]) == 0)
        #expect(try await stage.perform("like", ["isNegative": .boolean(true)]) == 0)
        log.answer(.noActionableNowPlayingItem)
        #expect(try await stage.perform("play") == 110)
        #expect(
            log.events.all == [
                "skipForward 10.0", "skipBackward 30.0", "seekForward begin", "seekForward end",
                "enableLanguageOption a2", "rating 0.5", "like true", "play",
            ])
        let languages = try await stage.get("Languages", of: NowPlayingNames.extended)
        #expect(languages.elements?.count == 2)
        #expect(languages.type.string == "a(ssas)")
        #expect(try await stage.get("CurrentLanguages", of: NowPlayingNames.extended).type.string == "a(ss)")
    }

    @Test("the feedback commands are published with their titles and state while they are available")
    func feedback_isPublished() async throws {
        let stage = try await BusStage()
        stage.commands.playCommand.addTarget { _ in .success }
        stage.commands.likeCommand.localizedTitle = "I Like This"
        stage.commands.likeCommand.localizedShortTitle = "Like"
        stage.commands.likeCommand.addTarget { _ in .success }
        stage.info.nowPlayingInfo = BusStage.movie
        try await stage.waitForPlayer()
        let feedback = try await stage.get("Feedback", of: NowPlayingNames.extended)
        #expect(feedback.type.string == "a(sbss)")
        @Sendable func row(_ isActive: Bool) -> [[Variant]?] {
            [[.string("like"), .boolean(isActive), .string("I Like This"), .string("Like")]]
        }
        #expect(feedback.elements?.map(\.elements) == row(false))
        @Sendable func reported() -> [[Variant]?]? {
            stage.reported("Feedback", of: NowPlayingNames.extended).last?.elements?.map(\.elements)
        }
        stage.commands.likeCommand.isActive = true
        #expect(await stage.signals.wait { _ in reported() == row(true) })
        stage.commands.likeCommand.isEnabled = false
        #expect(await stage.signals.wait { _ in reported() == [] })
    }

    @Test("R203 S18.6: a disabled command is refused at once and reported as unavailable")
    func command_disabled_isRefused() async throws {
        let stage = try await BusStage()
        let log = try await stage.playMovie()
        stage.commands.pauseCommand.isEnabled = false
        stage.commands.togglePlayPauseCommand.isEnabled = false
        #expect(await stage.signals.wait { _ in stage.reported("CanPause").last == .boolean(false) })
        let error = await #expect(throws: BusError.self) { try await stage.call("Pause") }
        #expect(error?.name == CommandTarget.notSupported)
        #expect(try await stage.perform("pause") == 200)
        #expect(log.events.all.isEmpty)
        let rate = await #expect(throws: BusError.self) { try await stage.set("Rate", .double(0)) }
        #expect(rate?.name == CommandTarget.notSupported)
    }

    @Test("R202 S18.6: several targets run in order, the worst status counts, and a removed target does not run")
    @MainActor
    func targets_several_runInOrder() {
        let center = MPRemoteCommandCenter()
        var runs: [Int] = []
        center.pauseCommand.addTarget { _ in
            runs.append(1)
            return .commandFailed
        }
        let second = center.pauseCommand.addTarget { _ in
            runs.append(2)
            return .success
        }
        #expect(center.perform(.pause) == .commandFailed)
        #expect(runs == [1, 2])
        center.pauseCommand.removeTarget(second)
        #expect(center.perform(.pause) == .commandFailed)
        #expect(runs == [1, 2, 1])
        center.pauseCommand.removeTarget(nil)
        #expect(!center.availability.has(.pause))
        #expect(center.perform(.pause) == .commandFailed)
        #expect(runs.count == 3)
    }

    @Test("R202: a method of a target is called with the event while the target exists, and its status counts")
    @MainActor
    func targets_methods() {
        final class Remote: NSObject {
            var log: [String] = []
            func pause(_ event: MPRemoteCommandEvent) -> MPRemoteCommandHandlerStatus {
                log.append("pause \(event.command === MPRemoteCommandCenter.shared().pauseCommand)")
                return .noSuchContent
            }
            func stop() { log.append("stop") }
        }
        let center = MPRemoteCommandCenter()
        var remote: Remote? = Remote()
        weak let gone = remote
        let pause = Selector("pause:", Remote.pause)
        center.pauseCommand.addTarget(remote!, action: pause)
        center.pauseCommand.addTarget(remote!, action: Selector("stop", Remote.stop))
        #expect(center.perform(.pause) == .noSuchContent)
        #expect(remote?.log == ["pause false", "stop"])
        center.pauseCommand.removeTarget(remote!, action: pause)
        #expect(center.perform(.pause) == .success)
        center.playCommand.addTarget(remote!, action: pause)
        #expect(center.availability.has(.play))
        center.pauseCommand.removeTarget(remote)
        #expect(!center.availability.has(.pause))
        remote = nil
        #expect(gone == nil)
        #expect(!center.availability.has(.play))
    }

    @Test(
        "a command that the blocked main thread does not begin in time is dropped, and a handler that does not return is reported"
    )
    func commands_blockedMainThread_areAnswered() async throws {
        let queue = CommandQueue(DispatchQueue(label: "timers"), limit: 0.2)
        let gate = DispatchSemaphore(value: 0)
        let outcomes = Reports<String>()
        let hasRun = Mutex(false)
        queue.submit({ outcomes.add("first \($0)") }) {
            _ = gate.wait(timeout: .now() + 30)
            return .success
        }
        queue.submit({ outcomes.add("second \($0)") }) {
            hasRun.withLock { $0 = true }
            return .success
        }
        #expect(await outcomes.wait(within: .seconds(20)) { $0.count == 2 })
        #expect(Set(outcomes.all) == ["first unfinished", "second dropped"])
        // At most 32 commands wait.
        for _ in 0..<40 { queue.submit({ outcomes.add("\($0)") }) { .success } }
        #expect(outcomes.all.filter { $0 == "refused" }.count == 10)
        gate.signal()
        #expect(await outcomes.wait(within: .seconds(20)) { $0.count == 42 })
        #expect(!hasRun.withLock { $0 })
        // The queue works again.
        let done = Reports<String>()
        #expect(
            await eventually(within: .seconds(20)) {
                queue.submit({ done.add("\($0)") }) { .success }
                return done.all.contains { $0.hasPrefix("finished") }
            })
    }
}

/// What programs on the bus may send.
@Suite(.enabled(if: PrivateBus.isAvailable), .timeLimit(.minutes(2)))
struct HostileCallerTests {
    @Test(
        "arguments of wrong types, unknown commands and absurd numbers are refused with a reason, and the player stays")
    func perform_badArguments_areRefused() async throws {
        let stage = try await BusStage()
        let log = try await stage.playMovie()
        let bad: [(String, [String: Variant])] = [
            ("format", [:]), ("", [:]), ("changePlaybackPosition", [:]),
            ("changePlaybackPosition", ["positionTime": .double(.nan)]),
            ("changePlaybackPosition", ["positionTime": .double(-1)]),
            ("changePlaybackPosition", ["positionTime": .string("1")]),
            ("changePlaybackPosition", ["positionTime": .double(1e300)]),
            ("changePlaybackRate", ["playbackRate": .double(.infinity)]), ("skipForward", ["interval": .double(-5)]),
            ("seekForward", ["type": .string("middle")]), ("changeRepeatMode", ["repeatType": .int32(7)]),
            ("enableLanguageOption", ["languageTag": .string(String(repeating: "x", count: 10_000))]),
            ("like", ["isNegative": .strings(["x"])]),
        ]
        for (command, arguments) in bad {
            let error = await #expect(throws: BusError.self, "\(command) \(arguments)") {
                try await stage.perform(command, arguments)
            }
            #expect(error?.name == CommandTarget.invalidArguments)
        }
        let types = await #expect(throws: BusError.self) { try await stage.call("Seek", [.string("x")]) }
        #expect(types?.code == .remote)
        let unknown = await #expect(throws: BusError.self) { try await stage.call("Explode") }
        #expect(unknown?.code == .remote)
        let readOnly = await #expect(throws: BusError.self) { try await stage.set("Position", .int64(1)) }
        #expect(readOnly?.code == .remote)
        for value in [Variant.double(.nan), .double(.infinity)] {
            let error = await #expect(throws: BusError.self) { try await stage.set("Rate", value) }
            #expect(error?.name == CommandTarget.invalidArguments)
        }
        let link = await #expect(throws: BusError.self) {
            try await stage.call("OpenUri", [.string("file:///etc/passwd")])
        }
        #expect(link?.name == CommandTarget.notSupported)
        #expect(log.events.all.isEmpty)
        #expect(try await stage.get("PlaybackStatus") == .string("Playing"))
    }

    @Test("more commands than the queue holds are refused, and the others run in their order")
    @MainActor
    func commands_overCapacity_areRefused() async {
        let queue = CommandQueue(DispatchQueue(label: "timers"), limit: 60)
        let outcomes = Mutex<[CommandOutcome]>([])
        let order = Mutex<[Int]>([])
        // The commands run on the main thread, which this test keeps until all are submitted.
        for number in 0..<40 {
            queue.submit({ outcome in outcomes.withLock { $0.append(outcome) } }) {
                order.withLock { $0.append(number) }
                return .success
            }
        }
        #expect(outcomes.withLock { $0 } == Array(repeating: .refused, count: 8))
        #expect(await eventually { outcomes.withLock { $0.count } == 40 })
        #expect(order.withLock { $0 } == Array(0..<32))
    }

    @Test("a flood of calls is answered or refused, and the player stays on the bus")
    func calls_flood_areBounded() async throws {
        let stage = try await BusStage()
        try await stage.playMovie()
        let answers = await withTaskGroup(of: String.self) { group in
            for _ in 0..<300 {
                group.addTask {
                    do {
                        try await stage.call("Play")
                        return "done"
                    } catch {
                        return (error as? BusError)?.name ?? "\(error)"
                    }
                }
            }
            return await group.reduce(into: Set<String>()) { $0.insert($1) }
        }
        #expect(answers.isSubset(of: ["done", CommandTarget.limitsExceeded, CommandTarget.noAnswer]))
        #expect(answers.contains("done"))
        #expect(try await stage.get("PlaybackStatus") == .string("Playing"))
    }

}

/// The reader of remote commands from the bus.
struct RemoteArgumentTests {
    /// Random commands with random arguments; `script/soak remotes` runs more.
    @Test("random arguments give a checked command or a reason")
    func arguments_random_areChecked() throws {
        let seconds = ProcessInfo.processInfo.environment["OPENAVKIT_REMOTES"].flatMap(Double.init)
        var random = SeededGenerator(seed: UInt64(seconds == nil ? 1 : UInt64.random(in: 1...UInt64.max)))
        let end = ContinuousClock.now + .seconds(seconds ?? 0)
        var (accepted, refused) = (0, 0)
        repeat {
            for _ in 0..<2000 {
                let (command, arguments) = random.command()
                do throws(RemoteCommandError) {
                    let call = try RemoteCommandCall(command: command, arguments: arguments)
                    accepted += 1
                    switch call {
                    case .changePosition(let time): #expect(time.isFinite && time >= 0)
                    case .changeRate(let rate): #expect(rate.isFinite && abs(rate) <= 100)
                    case .skip(_, let interval): #expect(interval.map { $0.isFinite && $0 > 0 } ?? true)
                    default: break
                    }
                    #expect(call.name.rawValue == command)
                } catch {
                    refused += 1
                    #expect(!error.message.isEmpty && error.message.utf8.count < 1000)
                }
            }
        } while ContinuousClock.now < end
        #expect(accepted > 100 && refused > 100)
    }
}

/// A generator with a fixed sequence (splitmix64).
private struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64
    init(seed: UInt64) { state = seed }
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    mutating func command() -> (String, Variant) {
        let names = RemoteCommandName.allCases.map(\.rawValue) + ["", "\u{FFFD}", "playPause"]
        let keys = [
            "interval", "positionTime", "playbackRate", "repeatType", "shuffleType", "languageTag", "identifier",
            "type",
            "rating", "isNegative", "x",
        ]
        var entries: [Variant] = []
        for _ in 0..<Int.random(in: 0...3, using: &self) {
            let key = Variant.string(keys.randomElement(using: &self) ?? "")
            entries.append(.dictionaryEntry(key, .variant(value(depth: 0))))
        }
        let arguments: Variant =
            Int.random(in: 0..<20, using: &self) == 0
            ? value(depth: 0) : .array(of: .dictionaryEntry(key: .string, value: .variant), entries)
        return (names.randomElement(using: &self) ?? "", arguments)
    }

    private mutating func value(depth: Int) -> Variant {
        switch Int.random(in: 0..<12, using: &self) {
        case 0: return .boolean(Bool.random(using: &self))
        case 1: return .int32(Int32.random(in: .min ... .max, using: &self))
        case 2: return .uint64(UInt64.random(in: 0 ... .max, using: &self))
        case 3: return .int64(Int64.random(in: -3...3, using: &self))
        case 4, 5: return .double(Double(bitPattern: next()))
        case 6: return .double(Double.random(in: -10...1000, using: &self))
        case 7:
            return .string(
                ["begin", "end", "off", "one", "items", "audible", "de", ""].randomElement(using: &self) ?? "")
        case 8: return .string(String(repeating: "x", count: Int.random(in: 0...400, using: &self)))
        case 9: return .strings(["a"])
        case 10 where depth < 3: return .variant(value(depth: depth + 1))
        default: return .tuple([])
        }
    }
}
