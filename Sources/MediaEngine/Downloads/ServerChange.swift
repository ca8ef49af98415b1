import Foundation

/// Detects that a server has other contents than those of an interrupted download, whose rest would not match its files.
struct ServerChange {
    let package: URL
    let wait: BlockingResourceLoader

    /// The segments that are requested again, spread over the files of the download.
    private static let mostSamples = 3

    /// Returns whether the server sends other bytes for a segment that is already downloaded. Requests one byte of a few segments, and a whole
    /// segment only where its ETag, its Last-Modified or its length differs. Segments that the server sent without ETag and
    /// Last-Modified are not compared, and a request that fails shows no change. Blocks.
    func isPresent(in manifest: DownloadManifest) -> Bool {
        let journal = DownloadJournal(in: package)
        let known = manifest.resources.filter { resource in
            resource.kind == .segment && ["http", "https"].contains(resource.url.scheme?.lowercased())
                && journal.entries[resource.file]?.validator != nil
        }
        guard let last = known.indices.last else { return false }
        let samples = Set((0..<Self.mostSamples).map { last * $0 / (Self.mostSamples - 1) }).sorted()
        return samples.contains { index in
            let resource = known[index]
            guard let entry = journal.entries[resource.file] else { return false }
            return hasChanged(resource, entry)
        }
    }

    /// Returns the validator of a response: its ETag, else its Last-Modified; nil where it has neither.
    static func validator(of fields: [String: String]) -> String? { fields["etag"] ?? fields["last-modified"] }

    private func hasChanged(_ resource: DownloadManifest.Resource, _ entry: DownloadJournal.Entry) -> Bool {
        let first = resource.offset ?? 0
        guard first < Int64.max, let byte = try? fetch(resource, first..<(first + 1)) else { return false }
        let hasOtherLength = resource.range == nil && byte.totalLength.map { $0 != Int64(entry.byteCount) } ?? false
        let validator = Self.validator(of: byte.fields)
        guard hasOtherLength || validator.map({ $0 != entry.validator }) ?? false else { return false }
        // Servers of one network may send different validators for the same bytes.
        guard let whole = try? fetch(resource, resource.range) else { return false }
        return PackageFiles.checksum(whole.bytes).map { $0 != entry.checksum } ?? false
    }

    private func fetch(
        _ resource: DownloadManifest.Resource, _ range: Range<Int64>?
    ) throws(MediaError) -> FetchedResource {
        var request = ResourceRequest(url: resource.url, kind: .segment, byteRange: range)
        request.duration = resource.seconds
        request.isRepeated = false
        request.isRepeatedAfterSilence = false
        return try wait.fetch(request)
    }
}
