import BusTestSupport
import Foundation
import NowPlayingTestSupport
import NowPlayingTesting
import NowPlayingValidation
import Testing

/// The recorder on a real bus, with players of its own.
@Suite(.enabled(if: PrivateBus.isAvailable), .timeLimit(.minutes(2)))
struct NowPlayingRecorderTests {
    let bus: PrivateBus

    init() throws { bus = try #require(PrivateBus()) }

    @Test(
        "R167: the recorder writes what a player publishes, in order, and the log reads back the same",
        arguments: ContentKind.allCases)
    func session_isRecorded(kind: ContentKind) async throws {
        let recorder = try await NowPlayingRecorder(bus: bus.address)
        let session = SampleSession.clean(kind)
        let player = try await FakePlayer(bus: bus.address)
        #expect(await recorder.wait { $0.records.contains { $0.event == .appeared } })
        for record in session.records { try player.replay(record) }
        #expect(await recorder.wait { $0.records.last?.event == .gone })
        let records = recorder.records
        let expected = session.records.filter { $0.event != .command }
        #expect(records.map(\.event) == expected.map(\.event))
        #expect(records.map(\.info) == expected.map(\.info))
        #expect(records.map(\.position) == expected.map(\.position))
        #expect(records.map(\.state) == expected.map(\.state))
        #expect(records.map(\.commands) == expected.map(\.commands))
        #expect(records.allSatisfy { $0.player == SampleSession.player && !$0.isPlain && !$0.isEarlier })
        #expect(zip(records, records.dropFirst()).allSatisfy { $0.time <= $1.time })
        var check = LogCheck(options: .init(kind: kind))
        _ = check.read(recorder.recording().log.utf8) + check.finish()
        #expect(check.summary.records == records.count && check.summary.problems == 0)
    }

    @Test("a player that was there before the recorder is described, and marked as earlier; a later one is not")
    func earlierPlayers_areDescribed() async throws {
        let session = SampleSession.clean(.movie)
        let early = try await FakePlayer(bus: bus.address, busName: "org.mpris.MediaPlayer2.Early")
        try early.enable(["pause"])
        try early.publish(session.info(position: 10, rate: 1, time: 0))
        try early.setState(.playing)
        let recorder = try await NowPlayingRecorder(bus: bus.address)
        #expect(recorder.records.map(\.event) == [.appeared])
        let first = try #require(recorder.records.first)
        #expect(first.isEarlier && first.state == .playing && first.commands == ["pause"])
        #expect(first.info == session.info(position: 10, rate: 1, time: 0))
        let late = try await FakePlayer(bus: bus.address, busName: "org.mpris.MediaPlayer2.Late")
        #expect(await recorder.wait { $0.records.count == 2 })
        #expect(recorder.records.last?.isEarlier == false)
        #expect(recorder.records.last?.player == late.busName)
    }

    @Test("updates in quick succession are all recorded, in order, also while the player appears")
    func floods_areRecordedInOrder() async throws {
        let session = SampleSession.clean(.movie)
        let recorder = try await NowPlayingRecorder(bus: bus.address)
        let player = try await FakePlayer(bus: bus.address)
        for position in 1...500 { try player.publish(session.info(position: Double(position), rate: 1, time: 0)) }
        #expect(await recorder.wait(within: .seconds(30)) { $0.records.last?.info?.elapsed == 500 })
        let positions = recorder.records.compactMap { $0.info?.elapsed }
        #expect(positions == positions.sorted() && Set(positions).count == positions.count)
        // The first record may already contain some of the updates; none after it is lost.
        let start = Int(positions.first ?? 0)
        #expect(positions == (start...500).map(Double.init))
    }

    @Test("a plain MPRIS player is recorded with its metadata, its state and its position at events")
    func plainPlayer_isMapped() async throws {
        let recorder = try await NowPlayingRecorder(bus: bus.address)
        let name = "org.mpris.MediaPlayer2.vlc"
        let player = try await PlainPlayer(bus: bus.address, busName: name, title: "Film", duration: 90)
        #expect(await recorder.wait { $0.records.count == 1 })
        let first = try #require(recorder.records.first)
        #expect(first.event == .appeared && first.isPlain && first.info == nil && first.state == .stopped)
        #expect(first.commands?.contains("changePlaybackPosition") == true)
        try player.set(status: "Playing", at: 5)
        #expect(await recorder.wait { $0.records.last?.state == .playing })
        let info = try #require(recorder.records.last { $0.event == .info }?.info)
        #expect(info.duration == 90 && info.elapsed == 5 && info.rate == 1)
        #expect(info[.title] == "Film" && info.values["artist"] == "One, Two")
        try player.setVolume(0.5)
        try player.set(status: "Paused", at: 6)
        #expect(await recorder.wait { $0.records.last?.state == .paused })
        try player.seek(to: 40)
        #expect(await recorder.wait { $0.records.last?.info?.elapsed == 40 })
        try player.set(status: "Stopped", at: 0)
        #expect(await recorder.wait { $0.records.last?.state == .stopped })
        player.leave()
        #expect(await recorder.wait { $0.records.last?.event == .gone })
        #expect(
            recorder.records.map(\.event) == [
                .appeared, .info, .state, .info, .state, .seeked, .info, .info, .state, .gone,
            ])
        #expect(recorder.recording(of: "vlc").findings().map(\.rule) == [.np1])
    }

    @Test("R204: commands reach the player, and are recorded with their answers")
    func commands_areSent() async throws {
        let recorder = try await NowPlayingRecorder(bus: bus.address)
        let player = try await FakePlayer(bus: bus.address)
        #expect(await recorder.wait { !$0.records.isEmpty })
        #expect(try await recorder.perform("pause") == 0)
        player.answer(200)
        #expect(try await recorder.perform("changePlaybackPosition", arguments: ["positionTime": 12]) == 200)
        #expect(player.commands == ["pause", "changePlaybackPosition"])
        let records = recorder.records.filter { $0.event == .command }
        #expect(records.map(\.command) == ["pause", "changePlaybackPosition"])
        #expect(records.map(\.status) == [0, 200])
        #expect(records.last?.arguments == ["positionTime": 12])
        await #expect(throws: NowPlayingRecorder.Failure.self) {
            try await recorder.perform("pause", player: "org.mpris.MediaPlayer2.Nobody")
        }
    }

    @Test("commands reach a plain player as methods of MPRIS, and those that MPRIS lacks fail with the reason")
    func plainCommands_areMapped() async throws {
        let recorder = try await NowPlayingRecorder(bus: bus.address)
        let player = try await PlainPlayer(
            bus: bus.address, busName: "org.mpris.MediaPlayer2.mpv", title: "Film", duration: 90)
        #expect(await recorder.wait { !$0.records.isEmpty })
        #expect(try await recorder.perform("changePlaybackPosition", arguments: ["positionTime": 30]) == 0)
        try player.set(status: "Playing", at: 30)
        #expect(await recorder.wait { $0.records.last?.state == .playing })
        let failure = await #expect(throws: NowPlayingRecorder.Failure.self) { try await recorder.perform("like") }
        #expect(failure?.description.contains("like") == true)
    }

    @Test("messages of wrong types, of other objects and of other senders are ignored")
    func hostileMessages_areIgnored() async throws {
        let recorder = try await NowPlayingRecorder(bus: bus.address)
        let player = try await FakePlayer(bus: bus.address)
        #expect(await recorder.wait { !$0.records.isEmpty })
        let stranger = try await HostilePlayer(bus: bus.address)
        try stranger.send()
        try player.setState(.playing)
        #expect(
            await recorder.wait { recording in
                recording.records.contains { $0.player == SampleSession.player && $0.state == .playing }
                    && recording.records.contains { $0.player == HostilePlayer.busName }
            })
        #expect(recorder.records.filter { $0.player == SampleSession.player }.map(\.event) == [.appeared, .state])
        // A player whose properties have wrong types is there, and publishes nothing.
        let hostile = recorder.records.filter { $0.player == HostilePlayer.busName }
        #expect(hostile.allSatisfy { $0.info == nil && $0.commands?.isEmpty != false })
    }

    @Test("a bus that cannot be reached, and one that ends, are reported")
    func busThatEnds_isReported() async throws {
        let recorder = try await NowPlayingRecorder(bus: bus.address)
        #expect(!recorder.isDisconnected)
        bus.stop()
        for _ in 0..<2_000 where !recorder.isDisconnected { try await Task.sleep(for: .milliseconds(10)) }
        #expect(recorder.isDisconnected)
        let failure = await #expect(throws: NowPlayingRecorder.Failure.self) {
            try await NowPlayingRecorder(bus: "unix:path=/nonexistent/bus")
        }
        #expect(failure?.description.contains("/nonexistent/bus") == true)
    }

    @Test("a recorder of one player keeps the records of that player alone, and not more than its limit")
    func filterAndLimit_hold() async throws {
        let recorder = try await NowPlayingRecorder(bus: bus.address, player: "Wanted", limit: 50)
        let other = try await FakePlayer(bus: bus.address, busName: "org.mpris.MediaPlayer2.Other")
        let wanted = try await FakePlayer(bus: bus.address, busName: "org.mpris.MediaPlayer2.Wanted.instance1")
        #expect(await recorder.wait { $0.records.count == 1 })
        let session = SampleSession.clean(.movie)
        for position in 1...200 {
            try other.publish(session.info(position: Double(position), rate: 1, time: 0))
            try wanted.publish(session.info(position: Double(position), rate: 1, time: 0))
        }
        #expect(await recorder.wait(within: .seconds(30)) { $0.records.last?.info?.elapsed == 200 })
        #expect(recorder.records.count <= 50 && recorder.records.count > 40)
        #expect(recorder.records.allSatisfy { $0.player == wanted.busName })
    }
}
