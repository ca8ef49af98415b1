public import Foundation

/// The content at a URL, for tools: an HLS playlist or a media file. Not in Apple's API.
public enum MediaInspection: Sendable {
    case playlist(PlaylistInspection)
    case media(AssetReport)

    /// Detects the type of the content at the URL and reads it. A web server receives one request, not one for each type. Blocks; do not
    /// call it on an app's main thread.
    /// - Throws: an `AVError` or `URLError` where nothing could be read.
    public static func load(_ url: URL) throws -> MediaInspection {
        switch try PlaylistInspection.look(url) {
        case .playlist(let playlist): .playlist(playlist)
        case .media(let locator): .media(try AssetReport.load(locator))
        }
    }
}
