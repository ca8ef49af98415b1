package import Foundation

/// Loads a playlist as the player does: completely, compressed if the server supports it, with retries after temporary failures.
package enum PlaylistFetch {
    /// Blocks until the playlist has arrived; must not be called on an app's main thread.
    /// - Returns: the decompressed bytes, and the URL after redirects.
    package static func load(
        _ locator: MediaLocator, maximumBytes: Int
    ) throws(MediaError) -> (bytes: [UInt8], url: URL) {
        var policy = FetchPolicy.standard
        policy.multivariant.maximumBytes = Int64(maximumBytes)
        let fetched = try ResourceLoader(locator: locator, policy: policy).fetchBlocking(
            ResourceRequest(url: locator.url, kind: .multivariant))
        return (fetched.bytes, fetched.url)
    }
}
