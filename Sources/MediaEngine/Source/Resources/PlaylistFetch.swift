package import Foundation

/// One playlist, asked for as a player asks for it: whole, packed where the server can, and again where it fails in passing.
package enum PlaylistFetch {
    /// Blocks until it is here; not for the main thread of an app.
    /// - Returns: its bytes, unpacked, and its address after redirects.
    package static func load(_ url: URL, maximumBytes: Int) throws(MediaError) -> (bytes: [UInt8], url: URL) {
        var policy = FetchPolicy.standard
        policy.multivariant.maximumBytes = Int64(maximumBytes)
        let fetched = try ResourceLoader(locator: MediaLocator(url: url), policy: policy).fetchBlocking(
            ResourceRequest(url: url, kind: .multivariant))
        return (fetched.bytes, fetched.url)
    }
}
