import BusTestSupport
import Foundation
import MediaTesting
import Testing

@testable import DBus
@testable import MediaPlayer
@testable import NowPlayingModel

/// Clients with D-Bus implementations of their own: GIO as in GNOME Shell, sd-bus, and playerctld, which forwards media keys.
@Suite(.enabled(if: PrivateBus.isAvailable), .timeLimit(.minutes(3)))
struct FurtherClientTests {
    private static let hasGIO = DesktopProgram.hasPythonModule("gi")
    private static let hasBusctl = DesktopProgram.find("busctl") != nil
    private static let hasPlayerctld =
        DesktopProgram.find("playerctld") != nil && DesktopProgram.find("playerctl") != nil

    @Test(
        "GIO's proxy caches all properties and follows a pause from the changed properties alone", .enabled(if: hasGIO))
    func gio_followsProperties() async throws {
        let stage = try await BusStage()
        try await stage.playMovie()
        let info = stage.info
        stage.commands.pauseCommand.addTarget { _ in
            info.nowPlayingInfo?[MPNowPlayingInfoPropertyPlaybackRate] = 0.0
            return .success
        }
        let script = """
            import sys
            from gi.repository import Gio, GLib
            loop = GLib.MainLoop()
            def proxy(name):
                return Gio.DBusProxy.new_for_bus_sync(Gio.BusType.SESSION, Gio.DBusProxyFlags.NONE, None, sys.argv[1],
                                                      '/org/mpris/MediaPlayer2', name, None)
            root = proxy('org.mpris.MediaPlayer2')
            print(' '.join(sorted(root.get_cached_property_names())))
            player = proxy('org.mpris.MediaPlayer2.Player')
            print(' '.join(sorted(player.get_cached_property_names())))
            print(player.get_cached_property('PlaybackStatus').unpack())
            def changed(proxy, properties, invalidated):
                if 'PlaybackStatus' in properties.unpack():
                    print(properties.unpack()['PlaybackStatus'], player.get_cached_property('PlaybackStatus').unpack())
                    print(player.get_cached_property('Metadata').unpack()['xesam:title'])
                    loop.quit()
            player.connect('g-properties-changed', changed)
            player.call_sync('Pause', None, Gio.DBusCallFlags.NONE, -1, None)
            loop.run()
            """
        let python = try #require(DesktopProgram.python)
        let (text, code) = try await DesktopProgram.run(python, ["-c", script, stage.name], on: stage.bus)
        #expect(code == 0, "\(text)")
        let lines: [String] = text.split(separator: "\n").map(String.init)
        let root = """
            CanQuit CanRaise CanSetFullscreen Fullscreen HasTrackList Identity SupportedMimeTypes \
            SupportedUriSchemes
            """
        let player = """
            CanControl CanGoNext CanGoPrevious CanPause CanPlay CanSeek LoopStatus MaximumRate Metadata MinimumRate \
            PlaybackStatus Position Rate Shuffle Volume
            """
        #expect(lines == [root, player, "Playing", "Paused Paused", "A Film"])
    }

    @Test("busctl reads and sets properties with the types of MPRIS", .enabled(if: hasBusctl))
    func busctl_agrees() async throws {
        let stage = try await BusStage()
        let log = try await stage.playMovie([MPNowPlayingInfoPropertyPlaybackRate: 0.0])
        stage.commands.changePlaybackRateCommand.supportedPlaybackRates = [0.5, 1, 2]
        #expect(await stage.signals.wait { _ in stage.reported("MaximumRate").last == .double(2) })
        let program = try #require(DesktopProgram.find("busctl"))
        func busctl(_ command: String, _ arguments: String...) async throws -> String {
            let (text, code) = try await DesktopProgram.run(
                program,
                ["--address=\(stage.bus.address)", command, stage.name, NowPlayingNames.path, NowPlayingNames.player]
                    + arguments, on: stage.bus)
            #expect(code == 0, "\(command) \(arguments): \(text)")
            return text
        }
        #expect(try await busctl("get-property", "PlaybackStatus") == #"s "Paused""#)
        #expect(try await busctl("get-property", "Position") == "x 100000000")
        #expect(try await busctl("get-property", "CanSeek") == "b true")
        _ = try await busctl("set-property", "Rate", "d", "2")
        _ = try await busctl("call", "Seek", "x", "5000000")
        #expect(await log.events.wait { $0 == ["changePlaybackRate 2.0", "changePlaybackPosition 105.0"] })
        let members = try await busctl("introspect")
        for member in [".Seeked", ".SetPosition", ".Metadata", ".CanGoNext", ".LoopStatus"] {
            #expect(members.contains(member), "\(member)")
        }
    }

    @Test("playerctld shows the player as its own and forwards commands to it", .enabled(if: hasPlayerctld))
    func playerctld_forwards() async throws {
        let stage = try await BusStage()
        let log = try await stage.playMovie()
        let daemon = try #require(DesktopProgram.find("playerctld"))
        // The daemon runs until the bus ends.
        let (bus, client) = (stage.bus, stage.client)
        let running = Task { try await DesktopProgram.run(daemon, [], on: bus) }
        let name = "org.mpris.MediaPlayer2.playerctld"
        try await stage.waitForPlayer(name)
        @Sendable func title() async -> Variant? {
            let answer = try? await client.call(
                name, path: NowPlayingNames.path, interface: "org.freedesktop.DBus.Properties", method: "Get",
                arguments: [.string(NowPlayingNames.player), .string("Metadata")])
            return answer?.first?.unwrapped["xesam:title"]
        }
        #expect(await eventuallyAsync { await title() == .string("A Film") })
        let program = try #require(DesktopProgram.find("playerctl"))
        let (text, code) = try await DesktopProgram.run(program, ["--player=playerctld", "pause"], on: bus)
        #expect(code == 0, "\(text)")
        #expect(await log.events.wait { $0 == ["pause"] })
        var info = try #require(stage.info.nowPlayingInfo)
        info[MPMediaItemPropertyTitle] = "Another Film"
        stage.info.nowPlayingInfo = info
        #expect(await eventuallyAsync { await title() == .string("Another Film") })
        bus.stop()
        _ = try await running.value
    }
}
