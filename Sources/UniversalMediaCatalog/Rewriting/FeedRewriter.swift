import Foundation

/// Rewrites a feed in the current layout, in the order of the schema and indented, and keeps each value, comment and unknown element.
///
/// Values stay as they are written, also invalid ones. The namespace of the feed is left out; foreign namespaces are kept. Memory holds one
/// item; items wait in a temporary file, because the head of a feed may follow them. Blocks the calling thread.
public struct FeedRewriter: Sendable {
    /// Values that replace those of the feed.
    public struct Changes: Sendable {
        public var teamID: String?
        public var catalogID: String?
        public var serviceID: String?
        public var defaultLocale: String?

        public init() {}
    }

    public var changes = Changes()
    public var limits: ReadingLimits

    public init(limits: ReadingLimits = ReadingLimits()) { self.limits = limits }

    /// - Parameter output: receives the pieces of the new feed, in order. Nothing is passed if the feed cannot be read.
    /// - Throws: `FeedReader.Failure` with the position of what cannot be read or has no place in the current layout.
    public func rewrite(_ input: FeedInput, _ output: (String) throws -> Void) throws {
        guard let spool = Spool() else {
            throw FeedReader.Failure(
                file: input.name, position: nil, message: "no temporary file can be created",
                remedy: "check the directory that TMPDIR names")
        }
        var run = RewritingRun(try MarkupReader(input, limits: limits), limits, .spool(spool))
        try run.read()
        try run.write(changes, spool, output)
    }
}
