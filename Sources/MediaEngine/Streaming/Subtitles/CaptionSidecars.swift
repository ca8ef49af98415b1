package import Foundation
import Synchronization

/// The caption files beside a media file, and what is wrong with them.
package struct CaptionSidecars: Sendable {
    package private(set) var files: [CaptionFile] = []
    /// Files that cannot be read, contain no captions, or are not encoded in UTF-8.
    package private(set) var findings: [MediaError] = []

    /// Files beyond this number are ignored.
    private static let maximumFiles = 50

    package init() {}

    /// Reads the files in the folder of a media file whose names begin with its name; see `CaptionFile`. Blocks. URLs of other schemes have
    /// no such files.
    package init(beside media: URL) {
        for url in CaptionFile.files(beside: media).prefix(Self.maximumFiles) { add(url, content: nil) }
    }

    /// Reads the files beside the media, and those that the client has named, which may be remote. Blocks until all have arrived.
    package init(of media: MediaLocator) {
        self.init(beside: media.url)
        let named = Array(media.captionFiles.prefix(Self.maximumFiles))
        for (url, content) in zip(named, Self.load(named, for: media)) {
            switch content {
            case .success(let content): add(url, content: content)
            case .failure(let error): findings.append(error)
            }
        }
    }

    private mutating func add(_ url: URL, content: Data?) {
        do throws(MediaError) {
            let file = try CaptionFile(url, content: content)
            files.append(file)
            guard let encoding = file.encoding else { return }
            findings.append(
                MediaError(
                    .malformed,
                    "“\(url.lastPathComponent)” is not encoded in UTF-8; it was read as \(encoding). "
                        + "If its letters are wrong, save it as UTF-8.", url: url))
        } catch {
            findings.append(error)
        }
    }

    /// Loads remote files at the same time. The content of a local file is nil.
    private static func load(_ urls: [URL], for media: MediaLocator) -> [Result<Data?, MediaError>] {
        let results = Mutex<[Int: Result<Data?, MediaError>]>([:])
        DispatchQueue.concurrentPerform(iterations: urls.count) { index in
            let result: Result<Data?, MediaError>
            do throws(MediaError) { result = .success(try load(urls[index], for: media)) } catch {
                result = .failure(error)
            }
            results.withLock { $0[index] = result }
        }
        return results.withLock { results in urls.indices.map { results[$0] ?? .success(nil) } }
    }

    private static func load(_ url: URL, for media: MediaLocator) throws(MediaError) -> Data? {
        guard !url.isFileURL else { return nil }
        let loader = ResourceLoader(locator: media.companion(at: url))
        let fetched = try loader.fetchBlocking(ResourceRequest(url: url, kind: .other))
        return Data(fetched.bytes)
    }
}
