import Foundation

/// The names of Now Playing on the bus.
package enum NowPlayingNames {
    package static let path = "/org/mpris/MediaPlayer2"
    package static let root = "org.mpris.MediaPlayer2"
    package static let player = "org.mpris.MediaPlayer2.Player"
    package static let trackList = "org.mpris.MediaPlayer2.TrackList"
    package static let extended = "org.openavkit.NowPlaying1"

    /// The path that stands for "no track" in MPRIS.
    package static let noTrack = "/org/mpris/MediaPlayer2/TrackList/NoTrack"

    /// The keys of MPRIS `Metadata` that other specifications do not define.
    package static let metadataKeys: [(name: String, key: NowPlayingKey)] = [
        ("openavkit:contentIdentifier", .externalContentIdentifier),
        ("openavkit:serviceIdentifier", .serviceIdentifier),
        ("openavkit:isLiveStream", .isLiveStream),
        ("openavkit:playbackProgress", .playbackProgress),
        ("openavkit:userProfileIdentifier", .externalUserProfileIdentifier),
    ]
    package static let campaignKey = "openavkit:campaign"

    /// Returns the bus name of a player of a process.
    /// - Parameters:
    ///   - program: the program's name; characters that a bus name cannot contain become underscores.
    ///   - number: 1 for the first player of the process.
    package static func busName(program: String, process: Int32, number: Int) -> String {
        "\(root).\(element(program)).instance\(process)" + (number > 1 ? "_\(number)" : "")
    }

    /// Returns text as an element of a bus name.
    package static func element(_ text: String) -> String {
        let permitted = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_".unicodeScalars)
        var name = String(
            String.UnicodeScalarView(text.unicodeScalars.prefix(64).map { permitted.contains($0) ? $0 : "_" }))
        if name.isEmpty { name = "player" }
        if name.first?.isNumber == true { name = "_" + name }
        return name
    }
}
