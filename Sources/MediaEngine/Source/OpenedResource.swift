import Foundation
import Synchronization

/// What was received of a URL while its kind was found out, kept for the code that opens that kind: so the URL is requested once.
///
/// Any thread. The content is handed out once.
package final class OpenedResource: Sendable, Hashable {
    private enum Content: Sendable {
        /// Positioned at the first byte.
        case source(any ByteSource)
        case playlist(FetchedResource)
    }

    private let content: Mutex<Content?>

    /// - Parameter source: at its first byte.
    package init(_ source: any ByteSource) { content = Mutex(.source(source)) }

    init(_ playlist: FetchedResource) { content = Mutex(.playlist(playlist)) }

    /// The open source; nil where there is none or it has been handed out.
    func takeSource() -> (any ByteSource)? {
        content.withLock { content in
            guard case .source(let source)? = content else { return nil }
            content = nil
            return source
        }
    }

    /// The whole playlist; nil where there is none or it has been handed out.
    func takePlaylist() -> FetchedResource? {
        content.withLock { content in
            guard case .playlist(let playlist)? = content else { return nil }
            content = nil
            return playlist
        }
    }

    package static func == (left: OpenedResource, right: OpenedResource) -> Bool { left === right }
    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
