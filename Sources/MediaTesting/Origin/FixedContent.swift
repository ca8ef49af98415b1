/// Fixed resources, for tests that write their playlists themselves.
public struct FixedContent: OriginContent {
    public var resources: [String: OriginResource]

    /// - Parameter resources: by path, starting with a slash.
    public init(_ resources: [String: OriginResource]) { self.resources = resources }

    public func reply(to request: OriginRequest, now: Int64) -> OriginReply {
        resources[request.path].map { .resource($0) } ?? .status(404)
    }
}

/// Content with some resources replaced or added: another steering manifest, an invalid playlist, a key of the wrong length.
public struct LayeredContent: OriginContent {
    public var base: any OriginContent
    /// By path, starting with a slash; these take precedence.
    public var replacements: [String: OriginReply]

    public init(_ base: any OriginContent, replacing replacements: [String: OriginReply]) {
        self.base = base
        self.replacements = replacements
    }

    public func reply(to request: OriginRequest, now: Int64) -> OriginReply {
        replacements[request.path] ?? base.reply(to: request, now: now)
    }
}
