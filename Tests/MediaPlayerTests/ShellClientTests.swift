import BusTestSupport
import Foundation
import MediaTesting
import Testing

@testable import DBus
@testable import MediaPlayer
@testable import NowPlayingModel

/// The media controls of desktop shells: their own descriptions of the interfaces, and what they read of the metadata.
@Suite(.enabled(if: PrivateBus.isAvailable && DesktopProgram.hasPythonModule("gi")), .timeLimit(.minutes(3)))
struct ShellClientTests {
    private func run(_ script: String, on stage: BusStage) async throws -> [String] {
        let python = try #require(DesktopProgram.python)
        let (text, code) = try await DesktopProgram.run(python, ["-c", script, stage.name], on: stage.bus)
        #expect(code == 0, "\(text)")
        return text.split(separator: "\n").map(String.init)
    }

    @Test(
        "GIO finds every property in the type that a shell's description of the interfaces expects, and the metadata in the types of MPRIS"
    )
    func describedInterfaces() async throws {
        let stage = try await BusStage()
        try await stage.playMovie([MPMediaItemPropertyArtist: "A Studio"])
        // GIO warns of a property with another type and drops it; here a warning ends the program.
        let lines = try await run(
            """
            import os, sys
            os.environ['G_DEBUG'] = 'fatal-warnings'
            from gi.repository import Gio, GLib
            def interface(name, properties, methods):
                text = ''.join('<property name="%s" type="%s" access="read"/>' % pair for pair in properties)
                text += ''.join('<method name="%s"/>' % method for method in methods)
                node = Gio.DBusNodeInfo.new_for_xml('<node><interface name="%s">%s</interface></node>' % (name, text))
                return Gio.DBusProxy.new_for_bus_sync(Gio.BusType.SESSION, Gio.DBusProxyFlags.NONE, node.interfaces[0],
                                                      sys.argv[1], '/org/mpris/MediaPlayer2', name, None)
            root = interface('org.mpris.MediaPlayer2',
                             [('CanRaise', 'b'), ('CanQuit', 'b'), ('HasTrackList', 'b'), ('DesktopEntry', 's'),
                              ('Identity', 's'), ('SupportedUriSchemes', 'as')], ['Raise', 'Quit'])
            player = interface('org.mpris.MediaPlayer2.Player',
                               [('CanGoNext', 'b'), ('CanGoPrevious', 'b'), ('CanPlay', 'b'), ('CanPause', 'b'),
                                ('CanSeek', 'b'), ('CanControl', 'b'), ('Metadata', 'a{sv}'), ('PlaybackStatus', 's'),
                                ('Position', 'x'), ('Rate', 'd'), ('Volume', 'd'), ('Shuffle', 'b'),
                                ('LoopStatus', 's')], ['PlayPause', 'Next', 'Previous'])
            def value(proxy, name):
                found = proxy.get_cached_property(name)
                return None if found is None else found.unpack()
            print(value(root, 'Identity'), value(player, 'PlaybackStatus'), value(player, 'CanPlay'))
            metadata = player.get_cached_property('Metadata')
            types = {key: metadata.lookup_value(key, None).get_type_string() for key in metadata.unpack()}
            wanted = {'mpris:trackid': 'o', 'mpris:length': 'x', 'xesam:title': 's', 'xesam:artist': 'as', 'mpris:artUrl': 's'}
            print(all(types[key] == wanted[key] for key in types if key in wanted), sorted(set(wanted) - set(types)))
            print(value(player, 'Metadata')['xesam:artist'], value(player, 'Metadata')['mpris:length'])
            """, on: stage)
        #expect(lines == ["Example Playing True", "True ['mpris:artUrl']", "['A Studio'] 600000000"])
    }

    @Test("a shell that opens its menu after a seek shows the new position: the signal and the property agree")
    func positionAfterSeek() async throws {
        let stage = try await BusStage()
        try await stage.playMovie([MPNowPlayingInfoPropertyPlaybackRate: 0.0])
        let info = stage.info
        stage.commands.changePlaybackPositionCommand.addTarget { event in
            let position = (event as? MPChangePlaybackPositionCommandEvent)?.positionTime ?? 0
            info.nowPlayingInfo?[MPNowPlayingInfoPropertyElapsedPlaybackTime] = position
            return .success
        }
        let lines = try await run(
            """
            import sys
            from gi.repository import Gio, GLib
            loop = GLib.MainLoop()
            bus = Gio.bus_get_sync(Gio.BusType.SESSION, None)
            path, name = '/org/mpris/MediaPlayer2', 'org.mpris.MediaPlayer2.Player'
            def get(property):
                answer = bus.call_sync(sys.argv[1], path, 'org.freedesktop.DBus.Properties', 'Get',
                                       GLib.Variant('(ss)', (name, property)), None, Gio.DBusCallFlags.NONE, -1, None)
                return answer.unpack()[0]
            def seeked(connection, sender, path, interface, signal, arguments):
                print(signal, arguments.unpack()[0], get('Position'))
                loop.quit()
            bus.signal_subscribe(sys.argv[1], name, 'Seeked', path, None, Gio.DBusSignalFlags.NONE, seeked)
            track = get('Metadata')['mpris:trackid']
            bus.call_sync(sys.argv[1], path, name, 'SetPosition', GLib.Variant('(ox)', (track, 250000000)), None,
                          Gio.DBusCallFlags.NONE, -1, None)
            loop.run()
            """, on: stage)
        #expect(lines == ["Seeked 250000000 250000000"])
    }
}
