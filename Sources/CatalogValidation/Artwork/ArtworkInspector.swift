import Foundation

/// Inspects the image files that artwork refers to, each one once, if the options request it. Thread-safe.
final class ArtworkInspector: @unchecked Sendable {
    // Safe: mutable state is only accessed with the condition locked.

    /// The result of inspecting one URL.
    enum Outcome: Sendable {
        /// Image inspection is off, or the image is skipped.
        case none
        case unavailable(String, remedy: String)
        case file(File)
        /// The limit on fetches has been reached; nothing more is fetched. Returned once.
        case limit(Int)
    }

    struct File: Sendable, Equatable {
        var reading: ImageHeader.Reading
        var byteCount: Int?
        /// The server's Content-Type; nil if the server sent none or the file is local.
        var contentType: String?
        var isFetched = false
        /// Whether the whole file is present but does not end as its format requires.
        var isCut = false
    }

    private let directory: ArtworkDirectory?
    private let fetcher: ArtworkFetcher?
    private let samples: [String: ArtworkSample]

    private let condition = NSCondition()
    private var known: [String: Outcome?] = [:]
    private var isLimitReported = false

    /// Returns nil when there is nothing to inspect.
    /// - Parameters:
    ///   - directory: the folder with image files; nil: none.
    ///   - fetch: the options for fetching images that are not in the folder; nil: no fetching.
    ///   - samples: images of rule examples, by URL.
    init?(directory: URL?, fetch: ArtworkFetchOptions?, samples: [String: ArtworkSample]) {
        guard directory != nil || fetch != nil || !samples.isEmpty else { return nil }
        self.directory = directory.map { ArtworkDirectory($0) }
        fetcher = fetch.map { ArtworkFetcher($0) }
        self.samples = samples
    }

    /// Inspects the image at a URL. Blocks as long as the server takes.
    func inspect(_ url: String) -> Outcome {
        condition.lock()
        // Another thread may be inspecting the same image.
        while let entry = known[url] {
            if let outcome = entry {
                condition.unlock()
                return outcome
            }
            condition.wait()
        }
        // Bound the cache of results.
        if known.count > 20_000 { known = known.filter { $0.value == nil } }
        known.updateValue(nil, forKey: url)
        condition.unlock()
        let outcome = find(url)
        condition.lock()
        defer { condition.unlock() }
        condition.broadcast()
        if case .limit = outcome {
            known[url] = Outcome.none
            defer { isLimitReported = true }
            return isLimitReported ? .none : outcome
        }
        known[url] = outcome
        return outcome
    }

    private func find(_ url: String) -> Outcome {
        if let sample = samples[url] { return sample.outcome }
        if let directory {
            if let file = directory.file(for: url) { return .file(file) }
            if fetcher == nil {
                return .unavailable(
                    "it has no file in the folder \(directory.path)",
                    remedy: "put the file there, under the path of the URL or the last part of that path")
            }
        }
        return fetcher?.fetch(url) ?? .none
    }
}
