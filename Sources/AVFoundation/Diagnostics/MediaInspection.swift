public import Foundation

/// What a URL leads to, for tools: an HLS playlist or a media file. Not in Apple's API.
public enum MediaInspection: Sendable {
    case playlist(PlaylistInspection)
    case media(AssetReport)

    /// Finds out what the URL leads to and reports it; a web server is not requested to send it once for each of the two. Blocks; not for
    /// the main thread of an app.
    /// - Throws: an `AVError` or `URLError` where nothing could be read.
    public static func load(_ url: URL) throws -> MediaInspection {
        switch try PlaylistInspection.look(url) {
        case .playlist(let playlist): .playlist(playlist)
        case .media(let locator): .media(try AssetReport.load(locator))
        }
    }
}
