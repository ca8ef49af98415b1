/// The names on the bus by which players publish.
enum PlayerNames {
    static let prefix = "org.mpris.MediaPlayer2."
    static let path = "/org/mpris/MediaPlayer2"
    static let player = "org.mpris.MediaPlayer2.Player"
    /// Our interface on the same object: the Now Playing dictionary as the app wrote it.
    static let nowPlaying = "org.openavkit.NowPlaying1"
    static let properties = "org.freedesktop.DBus.Properties"
    static let bus = "org.freedesktop.DBus"
    static let busPath = "/org/freedesktop/DBus"
}
