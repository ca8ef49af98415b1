/// Names of the bus interfaces that players and apps publish.
package enum PlayerName {
    package static let prefix = "org.mpris.MediaPlayer2."
    package static let path = "/org/mpris/MediaPlayer2"
    package static let root = "org.mpris.MediaPlayer2"
    package static let player = "org.mpris.MediaPlayer2.Player"
    /// OpenAVKit's interface on the same object: what the app wrote, its commands, languages and chapters.
    package static let nowPlaying = "org.openavkit.NowPlaying1"
    package static let properties = "org.freedesktop.DBus.Properties"
    /// A program that forwards to the player used last; it lists the others in the order of their last use.
    static let lastUsed = "org.mpris.MediaPlayer2.playerctld"
    static let lastUsedInterface = "com.github.altdesktop.playerctld"

    /// Whether a bus name is that of the player that a viewer named: "vlc" is `org.mpris.MediaPlayer2.vlc.instance7`.
    static func matches(_ busName: String, _ wanted: String) -> Bool {
        let busName = busName.lowercased(), wanted = wanted.lowercased()
        let full = wanted.hasPrefix(prefix.lowercased()) ? wanted : prefix.lowercased() + wanted
        return busName == full || busName.hasPrefix(full + ".")
    }
}
