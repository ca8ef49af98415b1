import BusTestSupport
import Foundation
import MediaTesting
import Synchronization
import Testing

@testable import DBus
@testable import MediaPlayer
@testable import NowPlayingModel

/// What an app writes and what programs on the bus read.
@Suite(.enabled(if: PrivateBus.isAvailable), .timeLimit(.minutes(2)))
struct PublicationTests {
    @Test("R200 S18.5: a player is on the bus only while it has information and an enabled command with a target")
    func player_withoutCommandOrInformation_isAbsent() async throws {
        let stage = try await BusStage()
        stage.info.nowPlayingInfo = BusStage.movie
        stage.program.publication.drain()
        #expect(try await stage.names().isEmpty)
        let token = stage.commands.pauseCommand.addTarget { _ in .success }
        try await stage.waitForPlayer()
        #expect(try await stage.names() == [stage.name])
        stage.commands.pauseCommand.isEnabled = false
        try await stage.waitForPlayer(isThere: false)
        stage.commands.pauseCommand.isEnabled = true
        try await stage.waitForPlayer()
        stage.commands.pauseCommand.removeTarget(token)
        try await stage.waitForPlayer(isThere: false)
        stage.commands.pauseCommand.addTarget { _ in .success }
        try await stage.waitForPlayer()
        stage.info.nowPlayingInfo = nil
        try await stage.waitForPlayer(isThere: false)
    }

    @Test(
        "R187 R188 R189 R190: a client reads title, length, status, rate, position, identifiers and abilities as MPRIS defines them"
    )
    func player_movie_hasAllProperties() async throws {
        let stage = try await BusStage()
        try await stage.playMovie([
            MPMediaItemPropertyArtist: "B", MPMediaItemPropertyAlbumTitle: "C", MPMediaItemPropertyAlbumTrackNumber: 3,
            MPNowPlayingInfoPropertyPlaybackProgress: Float(0.5),
            MPNowPlayingInfoPropertyExternalUserProfileIdentifier: "viewer",
        ])
        let metadata = try await stage.get("Metadata")
        #expect(metadata["xesam:title"] == .string("A Film"))
        #expect(metadata["xesam:artist"] == .strings(["B"]))
        #expect(metadata["xesam:album"] == .string("C"))
        #expect(metadata["xesam:trackNumber"] == .int32(3))
        #expect(metadata["mpris:length"] == .int64(600_000_000))
        #expect(metadata["openavkit:contentIdentifier"] == .string("movie-1"))
        #expect(metadata["openavkit:userProfileIdentifier"] == .string("viewer"))
        #expect(metadata["openavkit:playbackProgress"] == .double(0.5))
        #expect(metadata["openavkit:serviceIdentifier"] == nil)
        let track = try #require(metadata["mpris:trackid"]?.stringValue)
        #expect(!track.hasPrefix("/org/mpris") && metadata["mpris:trackid"]?.type == .objectPath)
        #expect(try await stage.get("PlaybackStatus") == .string("Playing"))
        #expect(try await stage.get("Rate") == .double(1))
        #expect(try await stage.position() >= 100)
        for property in ["CanPlay", "CanPause", "CanSeek", "CanGoNext", "CanGoPrevious", "CanControl"] {
            #expect(try await stage.get(property) == .boolean(true), "\(property)")
        }
        #expect(try await stage.get("LoopStatus") == .string("None"))
        #expect(try await stage.get("Shuffle") == .boolean(false))
        #expect(try await stage.get("Volume") == .double(1))
        #expect(try await stage.get("Identity", of: NowPlayingNames.root) == .string("Example"))
        #expect(try await stage.get("HasTrackList", of: NowPlayingNames.root) == .boolean(true))
        #expect(try await stage.get("Tracks", of: NowPlayingNames.trackList).elements?.map(\.stringValue) == [track])
        let extended = NowPlayingNames.extended
        let info = try await stage.get("Info", of: extended)
        #expect(info["playbackDuration"] == .double(600))
        #expect(info["elapsedPlaybackTime"] == .double(100))
        #expect(info["externalContentIdentifier"] == .string("movie-1"))
        #expect(info["isLiveStream"] == nil)
        #expect(try await stage.get("PlaybackState", of: extended) == .string("Playing"))
        #expect(try await stage.get("Application", of: extended) == .string("org.example.App"))
        let commands = try await stage.get("Commands", of: extended).elements?.compactMap(\.stringValue)
        #expect(commands == RemoteCommandName.allCases.map(\.rawValue).sorted())
    }

    @Test("R182 R184 R185 S18.2: a live stream has its flag, date and service on the bus, and no length")
    func player_liveStream_hasDateAndService() async throws {
        let stage = try await BusStage()
        _ = CommandLog(stage.commands)
        let date = Date(timeIntervalSince1970: 1_700_000_000)
        stage.info.nowPlayingInfo = [
            MPNowPlayingInfoPropertyIsLiveStream: 1, MPNowPlayingInfoPropertyServiceIdentifier: "channel",
            MPNowPlayingInfoPropertyCurrentPlaybackDate: date,
        ]
        try await stage.waitForPlayer()
        let metadata = try await stage.get("Metadata")
        #expect(metadata["openavkit:isLiveStream"] == .boolean(true))
        #expect(metadata["openavkit:serviceIdentifier"] == .string("channel"))
        #expect(metadata["mpris:length"] == nil)
        let info = try await stage.get("Info", of: NowPlayingNames.extended)
        #expect(info["currentPlaybackDate"] == .string("2023-11-14T22:13:20.000Z"))
        #expect(info["isLiveStream"] == .boolean(true))
        // An absent rate means 1.
        #expect(try await stage.get("PlaybackStatus") == .string("Playing"))
    }

    @Test("R181 R191 R192 R193: a pause is reported with the fixed position; MPRIS never sees a rate of 0")
    func player_paused_keepsPosition() async throws {
        let stage = try await BusStage()
        try await stage.playMovie()
        var info = try #require(stage.info.nowPlayingInfo)
        info[MPNowPlayingInfoPropertyPlaybackRate] = 0.0
        info[MPNowPlayingInfoPropertyElapsedPlaybackTime] = 123.5
        stage.info.nowPlayingInfo = info
        #expect(await stage.signals.wait { _ in stage.reported("PlaybackStatus").last == .string("Paused") })
        #expect(try await stage.position() == 123.5)
        #expect(try await stage.position() == 123.5)
        #expect(try await stage.get("Rate") == .double(1))
        info[MPNowPlayingInfoPropertyPlaybackRate] = 2.0
        stage.info.nowPlayingInfo = info
        #expect(await stage.signals.wait { _ in stage.reported("PlaybackStatus").last == .string("Playing") })
        #expect(try await stage.get("Rate") == .double(2))
    }

    @Test("R198: the dictionary is read back as written, also with values that cannot be published")
    func infoCenter_read_returnsWhatWasWritten() async throws {
        let stage = try await BusStage()
        #expect(stage.info.nowPlayingInfo == nil)
        try await stage.playMovie([MPMediaItemPropertyArtist: 5, "custom": [1, 2]])
        #expect(stage.info.nowPlayingInfo?[MPMediaItemPropertyArtist] as? Int == 5)
        #expect(stage.info.nowPlayingInfo?["custom"] as? [Int] == [1, 2])
        #expect(try await stage.get("Metadata")["xesam:artist"] == nil)
        #expect(try await stage.get("Metadata")["xesam:title"] == .string("A Film"))
    }

    @Test("S18.2: the position advances with the rate while the main thread is blocked")
    func position_mainThreadBlocked_advances() async throws {
        let stage = try await BusStage()
        try await stage.playMovie([MPNowPlayingInfoPropertyPlaybackRate: 10.0])
        let gate = DispatchSemaphore(value: 0)
        let isBlocked = Mutex(false)
        DispatchQueue.main.async {
            isBlocked.withLock { $0 = true }
            _ = gate.wait(timeout: .now() + 30)
        }
        defer { gate.signal() }
        try #require(await eventually(within: .seconds(20)) { isBlocked.withLock { $0 } })
        let first = try await stage.position()
        #expect(
            await eventuallyAsync(within: .seconds(20)) {
                (try? await stage.position()).map { $0 > first + 1 } ?? false
            })
    }

    @Test("S18.8: the state that the app sets is published, and one that it does not set follows the rate")
    func playbackState_isSetOrDerived() async throws {
        let stage = try await BusStage()
        try await stage.playMovie()
        let extended = NowPlayingNames.extended
        stage.info.playbackState = .interrupted
        #expect(await stage.signals.wait { _ in stage.reported("PlaybackStatus").last == .string("Paused") })
        #expect(try await stage.get("PlaybackState", of: extended) == .string("Interrupted"))
        stage.info.playbackState = .stopped
        #expect(await stage.signals.wait { _ in stage.reported("PlaybackStatus").last == .string("Stopped") })
        stage.info.playbackState = .unknown
        #expect(await stage.signals.wait { _ in stage.reported("PlaybackStatus").last == .string("Playing") })
        #expect(try await stage.get("PlaybackState", of: extended) == .string("Playing"))
    }

    @Test("R194: a jump sends Seeked with the new position; a pause and a plain update send none")
    func seeked_jumpOnly() async throws {
        let stage = try await BusStage()
        try await stage.playMovie([MPNowPlayingInfoPropertyPlaybackRate: 0.0])
        var info = try #require(stage.info.nowPlayingInfo)
        info[MPMediaItemPropertyArtist] = "D"
        stage.info.nowPlayingInfo = info
        info[MPNowPlayingInfoPropertyElapsedPlaybackTime] = 300.0
        stage.info.nowPlayingInfo = info
        #expect(await stage.signals.wait { all in all.contains { $0.name == "Seeked" } })
        info[MPNowPlayingInfoPropertyPlaybackRate] = 1.0
        stage.info.nowPlayingInfo = info
        #expect(await stage.signals.wait { _ in stage.reported("PlaybackStatus").last == .string("Playing") })
        let seeks = stage.signals.all.filter { $0.name == "Seeked" }
        #expect(seeks.map(\.arguments) == [[.int64(300_000_000)]])
    }

    @Test("an update reports only the properties that have changed, and one without changes reports nothing")
    func update_sameContent_isSilent() async throws {
        let stage = try await BusStage()
        try await stage.playMovie([MPNowPlayingInfoPropertyPlaybackRate: 0.0])
        let info = try #require(stage.info.nowPlayingInfo)
        stage.info.nowPlayingInfo = info
        stage.info.nowPlayingInfo = info
        var paused = info
        paused[MPMediaItemPropertyTitle] = "Other"
        paused[MPNowPlayingInfoPropertyExternalContentIdentifier] = "movie-1"
        stage.info.nowPlayingInfo = paused
        #expect(await stage.signals.wait { _ in !stage.reported("Metadata").isEmpty })
        let changes = stage.signals.all.filter {
            $0.name == "PropertiesChanged" && $0.arguments[0].stringValue == NowPlayingNames.player
        }
        #expect(changes.count == 1)
        #expect(changes[0].arguments[1].elements?.count == 1)
        #expect(changes[0].arguments[1]["Metadata"]?["xesam:title"] == .string("Other"))
    }

    @Test("the last of a thousand updates in a second reaches a client within 50 ms, and the others are coalesced")
    func updates_flood_lastIsPrompt() async throws {
        let stage = try await BusStage()
        try await stage.playMovie([MPNowPlayingInfoPropertyPlaybackRate: 0.0])
        let arrivals = Mutex<(title: String?, time: Double)>((nil, 0))
        let watch = try stage.client.watchSignals(path: NowPlayingNames.path, name: "PropertiesChanged") { event in
            guard let title = event.arguments[1]["Metadata"]?["xesam:title"]?.stringValue else { return }
            arrivals.withLock { $0 = (title, PlaybackClock.now) }
        }
        defer { watch.end() }
        _ = try await stage.names()
        // A busy machine delays single updates; a limiter that is too slow delays the last one of every burst.
        var delays: [Double] = []
        while delays.count < 20, !delays.contains(where: { $0 <= 0.05 }) {
            let count = stage.reported("Metadata").count
            let start = PlaybackClock.now
            let last = await withCheckedContinuation { (continuation: CheckedContinuation<Double, Never>) in
                // A thread of its own, which nothing else delays.
                Thread.detachNewThread {
                    var next = start
                    var info = BusStage.movie
                    for number in 1...1000 {
                        info[MPMediaItemPropertyTitle] = "Title \(number)"
                        stage.info.nowPlayingInfo = info
                        // 0.9 seconds in all, so that a limiter with an interval of 0.1, 0.2 or 0.5 seconds is late, too.
                        next += 0.0009
                        let rest = next - PlaybackClock.now
                        if number < 1000, rest > 0 { Thread.sleep(forTimeInterval: rest) }
                    }
                    continuation.resume(returning: PlaybackClock.now)
                }
            }
            try #require(
                await eventually(every: .milliseconds(1)) { arrivals.withLock { $0.title } == "Title 1000" })
            delays.append(arrivals.withLock { $0.time } - last)
            // 4 at once, then 40 a second, and the last one.
            #expect(Double(stage.reported("Metadata").count - count) <= 6 + (last - start) * 41)
            stage.info.nowPlayingInfo = BusStage.movie.merging([MPMediaItemPropertyTitle: "Between"]) { $1 }
            try #require(await eventually { arrivals.withLock { $0.title } == "Between" })
        }
        #expect(delays.min() ?? 1 <= 0.05, "the delays in seconds are \(delays)")
    }

    @Test("several changes of one event count as one update, so that the next event is not delayed")
    func changes_ofOneEvent_areOneUpdate() async throws {
        let stage = try await BusStage()
        try await stage.playMovie([MPNowPlayingInfoPropertyPlaybackRate: 0.0])
        let publication = stage.program.publication
        publication.drain()
        // The limiter permits a burst again.
        await elapse(.milliseconds(200))
        let gate = DispatchSemaphore(value: 0)
        publication.queue.async { gate.wait() }
        for number in 1...10 { publication.setVolume(Double(number) / 10) }
        gate.signal()
        publication.drain()
        stage.info.nowPlayingInfo = BusStage.movie.merging([MPMediaItemPropertyTitle: "Next"]) { $1 }
        publication.drain()
        #expect(try await stage.get("Metadata")["xesam:title"] == .string("Next"))
    }

    @Test("a thousand updates in a second are coalesced, and the last one arrives")
    func updates_flood_areCoalesced() async throws {
        let stage = try await BusStage()
        try await stage.playMovie([MPNowPlayingInfoPropertyPlaybackRate: 0.0])
        var info = try #require(stage.info.nowPlayingInfo)
        let start = ContinuousClock.now
        for number in 1...1000 {
            info[MPMediaItemPropertyTitle] = "Title \(number)"
            stage.info.nowPlayingInfo = info
            try await Task.sleep(for: .microseconds(500))
        }
        let seconds = start.duration(to: .now) / .seconds(1)
        #expect(
            await stage.signals.wait { _ in
                stage.reported("Metadata").last?["xesam:title"] == .string("Title 1000")
            })
        // 4 at once, then 40 a second, and the last one.
        #expect(Double(stage.reported("Metadata").count) <= 6 + seconds * 41)
    }

    @Test("a second player of the process has a name and information of its own")
    @MainActor
    func players_several_haveOwnNames() async throws {
        let stage = try await BusStage()
        try await stage.playMovie()
        let other = NowPlayingPublication(stage.service)
        let center = MPRemoteCommandCenter()
        other.setCommands(of: center)
        let log = Reports<String>()
        center.playCommand.addTarget { _ in
            log.add("play")
            return .success
        }
        var problems: [NowPlayingRecord.Problem] = []
        other.setInfo(NowPlayingInfo([MPMediaItemPropertyTitle: "Second"], problems: &problems))
        let second = NowPlayingNames.busName(program: "example", process: getpid(), number: 2)
        try await stage.waitForPlayer(second)
        let answer = try await stage.client.call(
            second, path: NowPlayingNames.path, interface: "org.freedesktop.DBus.Properties", method: "Get",
            arguments: [.string(NowPlayingNames.player), .string("Metadata")])
        #expect(answer[0].unwrapped["xesam:title"] == .string("Second"))
        #expect(try await stage.get("Metadata")["xesam:title"] == .string("A Film"))
        _ = try await stage.client.call(
            second, path: NowPlayingNames.path, interface: NowPlayingNames.player, method: "Play")
        #expect(log.all == ["play"])
        other.setInfo(nil)
        try await stage.waitForPlayer(second, isThere: false)
    }

    @Test("at the end of the program every player of the process removes its information before it leaves the bus")
    @MainActor
    func service_end_removesAllPlayers() async throws {
        let stage = try await BusStage()
        try await stage.playMovie()
        let other = NowPlayingPublication(stage.service)
        let center = MPRemoteCommandCenter()
        other.setCommands(of: center)
        center.playCommand.addTarget { _ in .success }
        var problems: [NowPlayingRecord.Problem] = []
        other.setInfo(NowPlayingInfo([MPMediaItemPropertyTitle: "Second"], problems: &problems))
        let second = NowPlayingNames.busName(program: "example", process: getpid(), number: 2)
        try await stage.waitForPlayer(second)
        stage.service.end()
        try await stage.waitForPlayer(isThere: false)
        try await stage.waitForPlayer(second, isThere: false)
        let emptied = stage.signals.all.filter {
            $0.name == "PropertiesChanged" && $0.arguments[1]["Info"] == .dictionary([:])
        }
        #expect(Set(emptied.map(\.sender)).count == 2)
    }

    @Test("when the bus ends and another one starts at its address, the player is published again")
    func bus_restarted_playerReturns() async throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("b\(UUID().uuidString.prefix(8))").path
        let first = try #require(PrivateBus(address: "unix:path=\(path)"))
        let program = NowPlayingProgram(
            NowPlayingService(
                busAddress: { "unix:path=\(path)" },
                program: ProgramIdentity(identifier: "a", displayName: "A", busElement: "again")))
        program.commandCenter.playCommand.addTarget { _ in .success }
        program.infoCenter.nowPlayingInfo = BusStage.movie
        #expect(await eventually(within: .seconds(20)) { program.publication.busName != nil })
        first.stop()
        #expect(await eventually(within: .seconds(20)) { program.publication.busName == nil })
        unlink(path)
        let second = try #require(PrivateBus(address: "unix:path=\(path)"))
        #expect(await eventually(within: .seconds(40)) { program.publication.busName != nil })
        let client = try await BusConnection.connect(to: "unix:path=\(path)")
        let name = NowPlayingNames.busName(program: "again", process: getpid(), number: 1)
        let title = Mutex<String?>(nil)
        _ = await eventuallyAsync(within: .seconds(20)) {
            let answer = try? await client.call(
                name, path: NowPlayingNames.path, interface: "org.freedesktop.DBus.Properties", method: "Get",
                arguments: [.string(NowPlayingNames.player), .string("Metadata")])
            title.withLock { $0 = answer?.first?.unwrapped["xesam:title"]?.stringValue }
            return title.withLock { $0 != nil }
        }
        #expect(title.withLock { $0 } == "A Film")
        program.infoCenter.nowPlayingInfo = nil
        second.stop()
        unlink(path)
    }
}
