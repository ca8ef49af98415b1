import DBus

/// The method call for a remote command: `Perform` of Now Playing, or a method of MPRIS.
struct CommandMessage {
    var interface: String
    var method: String
    var arguments: [Variant]

    init(_ command: String, _ arguments: [String: Variant], to mirror: PlayerMirror) throws(BusError) {
        guard case .plain(let plain) = mirror.source else {
            interface = PlayerNames.nowPlaying
            method = "Perform"
            self.arguments = [.string(command), .dictionary(arguments)]
            return
        }
        interface = PlayerNames.player
        self.arguments = []
        switch command {
        case "play": method = "Play"
        case "pause": method = "Pause"
        case "togglePlayPause": method = "PlayPause"
        case "stop": method = "Stop"
        case "nextTrack": method = "Next"
        case "previousTrack": method = "Previous"
        case "skipForward", "skipBackward":
            method = "Seek"
            let interval = Self.microseconds(arguments["interval"]) ?? 10_000_000
            self.arguments = [.int64(command == "skipForward" ? interval : -interval)]
        case "changePlaybackPosition":
            method = "SetPosition"
            let track = plain.properties["Metadata"]?["mpris:trackid"]?.stringValue
            guard let track, let position = Self.microseconds(arguments["positionTime"]) else {
                throw BusError(
                    code: .invalidArgument,
                    message: "The command '\(command)' needs 'positionTime', and a player that names its track.")
            }
            self.arguments = [.objectPath(track), .int64(position)]
        default:
            throw BusError(
                code: .invalidArgument,
                message: "'\(mirror.name)' is a plain MPRIS player, which has no command '\(command)'.")
        }
    }

    private static func microseconds(_ seconds: Variant?) -> Int64? {
        seconds?.doubleValue.flatMap { $0.isFinite && abs($0) < 1e12 ? Int64($0 * 1e6) : nil }
    }
}
