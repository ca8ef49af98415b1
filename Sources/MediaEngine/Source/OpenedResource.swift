import Foundation
import Synchronization

/// The response received while the kind of a URL's resource was detected. The code that opens that kind takes it, so that the URL is
/// requested once.
///
/// Thread-safe. The content can be taken once.
package final class OpenedResource: Sendable, Hashable {
    private enum Content: Sendable {
        /// Positioned at the first byte.
        case source(any ByteSource)
        case playlist(FetchedResource)
    }

    private let content: Mutex<Content?>

    /// - Parameter source: positioned at its first byte.
    package init(_ source: any ByteSource) { content = Mutex(.source(source)) }

    init(_ playlist: FetchedResource) { content = Mutex(.playlist(playlist)) }

    /// Takes the open source; nil if there is none or it was already taken.
    func takeSource() -> (any ByteSource)? {
        content.withLock { content in
            guard case .source(let source)? = content else { return nil }
            content = nil
            return source
        }
    }

    /// Takes the whole playlist; nil if there is none or it was already taken.
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
