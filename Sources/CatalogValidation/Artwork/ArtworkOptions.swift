/// Limits for fetching artwork images (umc-catalog.md 3.7). Nothing is fetched unless the caller sets these options.
public struct ArtworkFetchOptions: Sendable, Hashable {
    /// Maximum number of images fetched in one run.
    public var maximumFetches = 2_000
    /// Timeout for one image, in seconds.
    public var seconds = 20.0
    /// Maximum size of an image, in bytes.
    public var maximumBytes = 30 << 20
    /// Whether http URLs are fetched too. A redirect from https to http is rejected in any case.
    public var allowsHTTP = false

    public init() {}
}
