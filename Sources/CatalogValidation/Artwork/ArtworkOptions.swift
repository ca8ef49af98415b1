/// How artwork is fetched (umc-catalog.md 3.7). Nothing is fetched unless such options are given.
public struct ArtworkFetchOptions: Sendable, Hashable {
    /// Images that are fetched in one run, at most.
    public var maximumFetches = 2_000
    /// Seconds for one image.
    public var seconds = 20.0
    /// Bytes that an image may have.
    public var maximumBytes = 30 << 20
    /// Whether http is fetched too; a redirect from https to http is refused all the same.
    public var allowsHTTP = false

    public init() {}
}
