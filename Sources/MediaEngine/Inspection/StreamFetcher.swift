package import Foundation
import Synchronization

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
        /// Why an attempt before the successful one failed; nil where the first succeeded.
        package var earlierFailure: String?
        /// Whether a provider or a download answered, instead of the server.
        package var isProvided = false
    }

    /// The failed attempts of requests that have not ended, by URL. Thread-safe.
    private final class Attempts: Sendable {
        private let failures = Mutex<[Key: String]>([:])
        private static let mostEntries = 1_000

        private struct Key: Hashable {
            var url: URL
            var offset: Int64
        }

        func note(_ transfer: StreamTransfer) {
            guard case .failed(let error) = transfer.outcome, let url = transfer.record.url else { return }
            let record = transfer.record
            // The server may close an idle connection just before it is used again.
            guard record.status >= 400 || !record.reusedConnection || record.byteCount > 0 else { return }
            failures.withLock { failures in
                guard failures.count < Self.mostEntries else { return }
                failures[Key(url: url, offset: record.firstByteOffset)] =
                    error.message + (record.status >= 400 ? " (status \(record.status))" : "")
            }
        }

        func take(_ url: URL, _ range: Range<Int64>?) -> String? {
            failures.withLock { $0.removeValue(forKey: Key(url: url, offset: range?.lowerBound ?? 0)) }
        }
    }

    private let loader: ResourceLoader
    private let isProvided: Bool
    private let attempts = Attempts()

    /// - Parameter locator: its headers, cookies and address rule apply to every request.
    package init(_ locator: MediaLocator) {
        var policy = FetchPolicy.standard
        // A report is wanted soon, and every failure is one of its findings: one retry is enough.
        policy.multivariant.delays = [1]
        policy.playlist.delays = [1]
        policy.segment.delays = [1]
        policy.initSection.delays = [1]
        policy.key.delays = [1]
        let attempts = attempts
        isProvided = locator.provider != nil
        loader = ResourceLoader(locator: locator, policy: policy) { attempts.note($0) }
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
        let fetched: FetchedResource
        do {
            fetched = try loader.fetchBlocking(request)
        } catch {
            _ = attempts.take(url, range)
            throw error
        }
        return Response(
            bytes: fetched.bytes, url: fetched.url, status: fetched.status, fields: fetched.fields,
            record: fetched.record, earlierFailure: attempts.take(url, range), isProvided: isProvided)
    }
}
