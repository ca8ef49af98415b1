import Foundation
import MediaPlayer

/// The URLs and media types that other programs can open with `avplayer`, as its player on the bus announces them.
enum OpenableMedia {
    static let schemes = ["file", "http", "https"]

    /// The media types of the containers and playlists that the player reads.
    static let types = [
        "video/mp4", "video/quicktime", "video/x-matroska", "video/webm", "video/mp2t", "video/mpeg", "video/x-msvideo",
        "video/ogg", "audio/mp4", "audio/mpeg", "audio/aac", "audio/flac", "audio/ogg", "audio/x-wav",
        "application/vnd.apple.mpegurl", "application/x-mpegurl",
    ]

    /// Announces the URLs, and lets other programs open them.
    /// - Parameter open: plays a URL; returns false for one that cannot be opened.
    @MainActor
    static func announce(_ open: @escaping @MainActor @Sendable (URL) -> Bool) {
        let service = NowPlayingProgram.shared.service
        var actions = ProgramActions()
        actions.open = { url in
            guard let scheme = url.scheme?.lowercased(), schemes.contains(scheme) else { return false }
            return open(url)
        }
        (actions.schemes, actions.mediaTypes) = (schemes, types)
        service.setActions(actions)
    }
}
