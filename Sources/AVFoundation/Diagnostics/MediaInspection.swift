import Foundation
import MediaEngine

/// The content at a URL, for tools: an HLS playlist, a caption file or a media file. Not in Apple's API.
package enum MediaInspection: Sendable {
    case playlist(PlaylistInspection)
    /// A file whose name has an extension of captions or chapters; not read yet.
    case captions(CaptionInspection)
    case media(AssetReport)

    /// Detects the type of the content at the URL and reads it. A web server receives one request, not one for each type. Blocks; do not
    /// call it on an app's main thread.
    /// - Parameter allowsPrivateAddresses: whether a public server may redirect into private networks.
    /// - Throws: an `AVError` or `URLError` where nothing could be read.
    package static func load(_ url: URL, allowsPrivateAddresses: Bool = false) throws -> MediaInspection {
        let locator = MediaLocator.named(url, allowsPrivateAddresses: allowsPrivateAddresses)
        if let captions = CaptionInspection(locator) { return .captions(captions) }
        return switch try PlaylistInspection.look(locator) {
        case .playlist(let playlist): .playlist(playlist)
        case .media(let locator): .media(try AssetReport.load(locator))
        }
    }
}
