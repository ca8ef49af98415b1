import Foundation
import HTTPRules
import MediaEngine
import StreamRules
import Synchronization

/// Loads keys and initialization sections, each once. Thread-safe.
final class ResourceCache: Sendable {
    private let fetcher: StreamFetcher
    private let entries = Mutex<[String: Result<[UInt8], LoadFailure>]>([:])
    private let responses = Mutex<[ResourceFacts]>([])
    private static let mostEntries = 20_000
    /// Of responses: what is wrong with one is usually wrong with all.
    private static let mostResponses = 200

    /// The keys and initialization sections that were loaded from a web server.
    var resources: [ResourceFacts] { responses.withLock { $0.sorted { $0.url < $1.url } } }

    init(_ fetcher: StreamFetcher) { self.fetcher = fetcher }

    func load(_ url: URL, _ kind: StreamFetcher.Kind, range: Range<Int64>? = nil) -> Result<[UInt8], LoadFailure> {
        let key = url.absoluteString + (range.map { "#\($0)" } ?? "")
        if let known = entries.withLock({ $0[key] }) { return known }
        let result: Result<[UInt8], LoadFailure>
        do throws(MediaError) {
            let response = try fetcher.fetch(url, kind, range: range)
            result = .success(response.bytes)
            let seconds = Double(max(0, response.record.end &- response.record.start)) / 1e9
            note(ResponseFacts(response, requested: url, hasRange: range != nil), seconds, url, kind)
        } catch {
            result = .failure(LoadFailure(error))
        }
        entries.withLock { if $0.count < Self.mostEntries { $0[key] = result } }
        return result
    }

    private func note(_ response: ResponseFacts, _ seconds: Double, _ url: URL, _ kind: StreamFetcher.Kind) {
        guard response.isHTTP, kind == .key || kind == .initialization else { return }
        let address = url.absoluteString
        responses.withLock { known in
            if let index = known.firstIndex(where: { $0.url == address }) {
                known[index].response.earlierFailure = known[index].response.earlierFailure ?? response.earlierFailure
                return
            }
            guard known.count < Self.mostResponses else { return }
            var facts = ResourceFacts(
                url: address, kind: kind == .key ? .key : .initialization, response: response)
            facts.loadSeconds = seconds
            known.append(facts)
        }
    }
}

extension LoadFailure: Error {}

extension LoadFailure {
    init(_ error: MediaError) {
        let kind: Kind
        switch error.code {
        case .httpStatus, .fileNotFound, .isDirectory: kind = .status
        case .wrongLength, .truncated, .rangesNotSupported: kind = .cut
        case .resourceTooLarge: kind = .tooLarge
        case .tooManyRedirects: kind = .redirects
        case .noPermission:
            kind = error.url?.isFileURL == true ? .localFile : error.httpStatus == nil ? .privateAddress : .status
        case .badURL, .unsupportedScheme: kind = .badURL
        case .cannotFindHost, .cannotConnect, .connectionLost, .networkTimedOut, .timedOut, .secureConnectionFailed:
            kind = .connection
        default: kind = .other
        }
        let status = error.httpStatus.map { " (status \($0))" } ?? ""
        // Silence after the start of a response is not that of a server that cannot be reached.
        let isUnfinished = error.code == .networkTimedOut && error.httpStatus.map { (200..<300).contains($0) } == true
        let message =
            isUnfinished
            ? "“\(error.url?.host ?? "The server")” began to respond, and did not send everything in time."
            : error.message
        // The status is a part of the sentence.
        let sentence =
            message.hasSuffix(".") && !status.isEmpty ? message.dropLast() + status + "." : message + status
        self.init(kind, status: error.httpStatus, sentence)
    }
}

extension ResponseFacts {
    init(_ response: StreamFetcher.Response, requested: URL, hasRange: Bool) {
        self.init()
        status = response.status
        func field(_ name: String) -> String? { response.fields[name].map { String($0.prefix(200)) } }
        contentType = field("content-type").map { type in
            String(type.prefix { $0 != ";" }).trimmingCharacters(in: .whitespaces).lowercased()
        }
        charset = field("content-type").flatMap { type in
            type.lowercased().split(separator: ";").dropFirst().lazy.map { $0.trimmingCharacters(in: .whitespaces) }
                .first { $0.hasPrefix("charset=") }.map { $0.dropFirst(8).filter { $0 != "\"" } }
        }
        vary = field("vary")
        resourcePolicy = field("cross-origin-resource-policy")?.lowercased()
        acceptRanges = field("accept-ranges")?.lowercased()
        expiresAt = field("expires").flatMap { HTTPDate.seconds($0) }
        cacheControl = field("cache-control")
        expires = field("expires")
        sent = field("date").flatMap { HTTPDate.seconds($0) }
        modified = field("last-modified").flatMap { HTTPDate.seconds($0) }
        age = field("age").flatMap(Double.init)
        allowedOrigin = field("access-control-allow-origin")
        isCompressed = field("content-encoding").map { $0.lowercased() != "identity" } ?? false
        redirectedTo = response.url == requested ? nil : response.url.absoluteString
        version = response.record.protocolVersion
        earlierFailure = response.earlierFailure.map { String($0.prefix(200)) }
        isHTTP = !response.isProvided && ["http", "https"].contains(response.url.scheme?.lowercased() ?? "")
        ignoredRange = hasRange && isHTTP && response.status == 200
        if isHTTP, !isCompressed, let length = field("content-length").flatMap(Int.init),
            length != response.bytes.count, response.status == 200, !ignoredRange
        {
            wrongLength = length
        }
    }
}
