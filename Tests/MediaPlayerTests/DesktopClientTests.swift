import BusTestSupport
import Foundation
import MediaTesting
import Synchronization
import Testing

@testable import DBus
@testable import MediaPlayer
@testable import NowPlayingModel

/// The programs of a desktop, as judges of what is published.
@Suite(.enabled(if: PrivateBus.isAvailable), .timeLimit(.minutes(3)))
struct DesktopClientTests {
    private static let hasPlayerctl = DesktopProgram.find("playerctl") != nil
    private static let hasIntrospection = DesktopProgram.find("gdbus") != nil
    private static let hasPython = DesktopProgram.hasPythonModule("dbus")

    @Test(
        "playerctl finds the player, reads its metadata, status and position, and controls it",
        .enabled(if: hasPlayerctl))
    func playerctl_agrees() async throws {
        let stage = try await BusStage()
        let log = try await stage.playMovie([MPMediaItemPropertyArtist: "B", MPNowPlayingInfoPropertyPlaybackRate: 0.0])
        let program = try #require(DesktopProgram.find("playerctl"))
        func playerctl(_ arguments: String...) async throws -> String {
            let (text, code) = try await DesktopProgram.run(program, arguments, on: stage.bus)
            #expect(code == 0, "\(arguments): \(text)")
            return text
        }
        #expect(try await playerctl("--list-all") == "example.instance\(getpid())")
        #expect(try await playerctl("status") == "Paused")
        #expect(
            try await playerctl(
                "metadata", "--format", "{{title}}|{{artist}}|{{mpris:length}}|{{openavkit:contentIdentifier}}")
                == "A Film|B|600000000|movie-1")
        #expect(try await playerctl("position") == "100.000000")
        _ = try await playerctl("play")
        _ = try await playerctl("pause")
        _ = try await playerctl("play-pause")
        _ = try await playerctl("next")
        _ = try await playerctl("previous")
        _ = try await playerctl("stop")
        _ = try await playerctl("position", "42")
        _ = try await playerctl("position", "10-")
        _ = try await playerctl("loop", "Track")
        _ = try await playerctl("shuffle", "On")
        let expected = [
            "play", "pause", "togglePlayPause", "nextTrack", "previousTrack", "stop", "changePlaybackPosition 42.0",
            "changePlaybackPosition 90.0", "changeRepeatMode 1", "changeShuffleMode 1",
        ]
        // playerctl sends 'play-pause' as Play or Pause where it knows the status.
        #expect(await log.events.wait { $0.count == expected.count })
        let alternatives = log.events.all.map { $0 }
        for (got, wanted) in zip(alternatives, expected) where got != wanted {
            #expect(wanted == "togglePlayPause" && got == "play", "\(got) instead of \(wanted)")
        }
    }

    @Test(
        "gdbus introspects the interfaces of MPRIS 2.2 with every property, method and signal",
        .enabled(if: hasIntrospection))
    func introspection_isComplete() async throws {
        let stage = try await BusStage()
        try await stage.playMovie()
        let program = try #require(DesktopProgram.find("gdbus"))
        let (xml, code) = try await DesktopProgram.run(
            program,
            ["introspect", "--session", "--xml", "--dest", stage.name, "--object-path", NowPlayingNames.path],
            on: stage.bus)
        try #require(code == 0, "\(xml)")
        for (interface, members) in Self.members {
            let start = try #require(xml.range(of: "<interface name=\"\(interface)\">"), "\(interface)")
            let part = xml[start.upperBound...].prefix(
                upTo: xml.range(of: "</interface>", range: start.upperBound..<xml.endIndex)?.lowerBound ?? xml.endIndex)
            for member in members {
                let words = member.split(separator: " ")
                let tag: String
                switch words[0] {
                case "p": tag = "<property type=\"\(words[2])\" name=\"\(words[1])\" access=\"\(words[3])\""
                case "m": tag = "<method name=\"\(words[1])\""
                default: tag = "<signal name=\"\(words[1])\""
                }
                #expect(part.contains(tag), "\(interface): \(member)")
            }
        }
        // The position is never announced: it changes all the time.
        let position = try #require(xml.range(of: "name=\"Position\" access=\"read\""))
        #expect(xml[position.upperBound...].prefix(120).contains("value=\"false\""))
    }

    private static let members: [String: [String]] = [
        NowPlayingNames.root: [
            "m Raise", "m Quit", "p CanQuit b read", "p CanRaise b read", "p Fullscreen b readwrite",
            "p CanSetFullscreen b read", "p HasTrackList b read", "p Identity s read",
            "p SupportedUriSchemes as read", "p SupportedMimeTypes as read",
        ],
        NowPlayingNames.player: [
            "m Next", "m Previous", "m Pause", "m PlayPause", "m Stop", "m Play", "m Seek", "m SetPosition",
            "m OpenUri",
            "s Seeked", "p PlaybackStatus s read", "p LoopStatus s readwrite", "p Rate d readwrite",
            "p Shuffle b readwrite", "p Metadata a{sv} read", "p Volume d readwrite", "p Position x read",
            "p MinimumRate d read", "p MaximumRate d read", "p CanGoNext b read", "p CanGoPrevious b read",
            "p CanPlay b read", "p CanPause b read", "p CanSeek b read", "p CanControl b read",
        ],
        NowPlayingNames.trackList: [
            "m GetTracksMetadata", "m AddTrack", "m RemoveTrack", "m GoTo", "s TrackListReplaced", "s TrackAdded",
            "s TrackRemoved", "s TrackMetadataChanged", "p Tracks ao read", "p CanEditTracks b read",
        ],
        NowPlayingNames.extended: [
            "m Perform", "p Info a{sv} read", "p PlaybackState s read", "p Commands as read", "p Application s read",
            "p Campaign s read", "p Languages a(ssas) read", "p CurrentLanguages a(ss) read",
            "p Chapters a(ds) read", "p Feedback a(sbss) read",
        ],
    ]

    @Test("libdbus reads all properties in one call with the types of MPRIS", .enabled(if: hasPython))
    func python_readsAll() async throws {
        let stage = try await BusStage()
        try await stage.playMovie()
        let script = """
            import dbus, sys
            bus = dbus.SessionBus()
            player = bus.get_object(sys.argv[1], '/org/mpris/MediaPlayer2')
            properties = dbus.Interface(player, 'org.freedesktop.DBus.Properties')
            values = properties.GetAll('org.mpris.MediaPlayer2.Player')
            print(' '.join(sorted(name + ':' + type(value).__name__ for name, value in values.items())))
            print(values['Metadata']['mpris:length'], type(values['Metadata']['mpris:trackid']).__name__)
            root = properties.GetAll('org.mpris.MediaPlayer2')
            print(root['Identity'])
            """
        let (text, code) = try await DesktopProgram.run(
            try #require(DesktopProgram.python), ["-c", script, stage.name], on: stage.bus)
        #expect(code == 0)
        let lines = text.split(separator: "\n").map(String.init)
        try #require(lines.count == 3, "\(text)")
        #expect(
            lines[0] == "CanControl:Boolean CanGoNext:Boolean CanGoPrevious:Boolean CanPause:Boolean CanPlay:Boolean "
                + "CanSeek:Boolean LoopStatus:String MaximumRate:Double Metadata:Dictionary MinimumRate:Double "
                + "PlaybackStatus:String Position:Int64 Rate:Double Shuffle:Boolean Volume:Double")
        #expect(lines[1] == "600000000 ObjectPath")
        #expect(lines[2] == "Example")
    }

    @Test(
        "the bus refuses another user",
        .enabled(if: getuid() == 0 && DesktopProgram.find("setpriv") != nil && hasIntrospection))
    func otherUser_isRefused() async throws {
        let stage = try await BusStage()
        let log = try await stage.playMovie()
        let (text, code) = try await DesktopProgram.run(
            try #require(DesktopProgram.find("setpriv")),
            [
                "--reuid=65534", "--clear-groups", try #require(DesktopProgram.find("gdbus")).path, "call", "--session",
                "--dest",
                stage.name, "--object-path", NowPlayingNames.path, "--method", "\(NowPlayingNames.player).Pause",
            ], on: stage.bus)
        #expect(code != 0, "\(text)")
        #expect(log.events.all.isEmpty)
    }
}
