import Foundation

/// Looks at the images that artwork names, each once, where that was asked for. Called from several threads at once.
final class ArtworkInspector: @unchecked Sendable {
    // Safe: what changes is only touched with the condition locked.

    /// What was found at an address.
    enum Look: Sendable {
        /// Nobody asked for it, or it is not looked at.
        case none
        case unavailable(String, remedy: String)
        case file(File)
        /// From here on nothing is fetched any more. Said once.
        case limit(Int)
    }

    struct File: Sendable, Equatable {
        var reading: ImageHeader.Reading
        var byteCount: Int?
        /// As a server says it; nil: it said none, or there was none to say it.
        var contentType: String?
        var isFetched = false
        /// It is all there, and does not end as its format does.
        var isCut = false
    }

    private let directory: ArtworkDirectory?
    private let fetcher: ArtworkFetcher?
    private let samples: [String: ArtworkSample]

    private let condition = NSCondition()
    private var known: [String: Look?] = [:]
    private var isLimitSaid = false

    /// nil: nothing is to be looked at.
    /// - Parameters:
    ///   - directory: where images lie; nil: nowhere.
    ///   - fetch: how others are fetched; nil: they are not.
    ///   - samples: images of examples, by address.
    init?(directory: URL?, fetch: ArtworkFetchOptions?, samples: [String: ArtworkSample]) {
        guard directory != nil || fetch != nil || !samples.isEmpty else { return nil }
        self.directory = directory.map { ArtworkDirectory($0) }
        fetcher = fetch.map { ArtworkFetcher($0) }
        self.samples = samples
    }

    /// May take as long as a server does.
    func look(at url: String) -> Look {
        condition.lock()
        // Another thread may be looking at the same image.
        while let entry = known[url] {
            if let look = entry {
                condition.unlock()
                return look
            }
            condition.wait()
        }
        // What has been seen is remembered as long as there are few.
        if known.count > 20_000 { known = known.filter { $0.value == nil } }
        known.updateValue(nil, forKey: url)
        condition.unlock()
        let look = find(url)
        condition.lock()
        defer { condition.unlock() }
        condition.broadcast()
        if case .limit = look {
            known[url] = Look.none
            defer { isLimitSaid = true }
            return isLimitSaid ? .none : look
        }
        known[url] = look
        return look
    }

    private func find(_ url: String) -> Look {
        if let sample = samples[url] { return sample.look }
        if let directory {
            if let file = directory.file(for: url) { return .file(file) }
            if fetcher == nil {
                return .unavailable(
                    "there is no file for it under \(directory.path)",
                    remedy: "put it there, under the path of its address or its last part")
            }
        }
        return fetcher?.fetch(url) ?? .none
    }
}
