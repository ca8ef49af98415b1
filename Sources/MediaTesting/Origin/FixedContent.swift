/// Resources that were there before: for tests that write their playlists themselves.
public struct FixedContent: OriginContent {
    public var resources: [String: OriginResource]

    /// By paths that begin with a slash.
    public init(_ resources: [String: OriginResource]) { self.resources = resources }

    public func reply(to request: OriginRequest, now: Int64) -> OriginReply {
        resources[request.path].map { .resource($0) } ?? .status(404)
    }
}
