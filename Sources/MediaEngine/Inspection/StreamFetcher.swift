package import Foundation

/// Loads the resources of a stream for tools, with the engine's network, retries and limits. Thread-safe.
package final class StreamFetcher: Sendable {
    package enum Kind: Sendable { case playlist, segment, initialization, key, other }

    package struct Response: Sendable {
        package var bytes: [UInt8]
        /// The URL after redirects.
        package var url: URL
        /// 200 for `file:` and `data:`.
        package var status: Int
        /// By names in lower case; empty for `file:` and `data:`.
        package var fields: [String: String]
        package var record: TransferRecord
    }

    private let loader: ResourceLoader

    /// - Parameter locator: its headers, cookies and address rule apply to every request.
    package init(_ locator: MediaLocator) {
        var policy = FetchPolicy.standard
        // A report is wanted soon, and every failure is one of its findings: one retry is enough.
        policy.multivariant.delays = [1]
        policy.playlist.delays = [1]
        policy.segment.delays = [1]
        policy.initSection.delays = [1]
        policy.key.delays = [1]
        loader = ResourceLoader(locator: locator, policy: policy)
    }

    /// Loads a resource. Blocks.
    /// - Parameters:
    ///   - maximumBytes: a smaller limit than the usual one of the kind.
    ///   - seconds: the media duration of a segment, or the target duration of a playlist.
    package func fetch(
        _ url: URL, _ kind: Kind, range: Range<Int64>? = nil, maximumBytes: Int64? = nil, seconds: Double? = nil
    ) throws(MediaError) -> Response {
        let content: ResourceRequest.Kind =
            switch kind {
            case .playlist: .playlist
            case .segment: .segment
            case .initialization: .initSection
            case .key: .key
            case .other: .other
            }
        var request = ResourceRequest(url: url, kind: content, byteRange: range)
        request.maximumBytes = maximumBytes
        request.duration = seconds
        let fetched = try loader.fetchBlocking(request)
        return Response(
            bytes: fetched.bytes, url: fetched.url, status: fetched.status, fields: fetched.fields,
            record: fetched.record)
    }
}
