import Foundation

/// What a downloaded film is made of: `manifest.json` in its package.
struct DownloadManifest: Codable, Sendable {
    /// One resource of the stream, and the file that holds it.
    struct Resource: Codable, Sendable, Hashable {
        enum Kind: String, Codable, Sendable { case playlist, segment, initSection, key, other }

        var kind: Kind
        /// Inside the package.
        var file: String
        /// What players ask for.
        var url: URL
        /// nil: the whole.
        var offset: Int64?
        var length: Int64?
        /// What addresses in it count from, where that is not `url`.
        var base: URL?
        var mimeType: String?
        /// Of segments: seconds on the film's time line, and the playlist that they belong to.
        var start: Double?
        var seconds: Double?
        var list: Int?

        var range: Range<Int64>? {
            guard let offset, let length, offset >= 0, length > 0, !offset.addingReportingOverflow(length).overflow
            else { return nil }
            return offset..<(offset + length)
        }
    }

    static let currentFormat = 1
    var format = currentFormat
    var title: String
    /// The address that was downloaded.
    var source: URL
    /// What was chosen of it: another choice is another film.
    var choice: String
    var seconds: Double
    /// As the playlists promise; what is here already counts as well.
    var expectedBytes: Int64
    var isComplete = false
    /// Playlists first, then keys and init sections, then segments by time.
    var resources: [Resource]

    /// Segments of two days at two seconds, in three renditions.
    static let maximumResources = 260_000
    static let maximumBytes = 128 << 20
    static let fileName = "manifest.json"

    /// - Throws: `malformed` for a manifest that nobody here wrote, also where it names files outside of the package.
    static func read(in package: URL) throws(MediaError) -> DownloadManifest {
        let file = package.appendingPathComponent(fileName)
        func damaged(_ detail: String) -> MediaError {
            MediaError(
                .malformed, "This download is damaged; delete it, and download the film again.", detail: detail,
                url: package)
        }
        guard let bytes = PackageFiles.contents(of: file, limit: maximumBytes) else {
            throw damaged("no \(fileName)")
        }
        let manifest: DownloadManifest
        do {
            manifest = try JSONDecoder().decode(DownloadManifest.self, from: Data(bytes))
        } catch {
            throw damaged("\(error)")
        }
        guard manifest.format == currentFormat else {
            throw MediaError(
                .unsupported, "This download was made by another version; download the film again.",
                detail: "format \(manifest.format)", url: package)
        }
        guard manifest.resources.count <= maximumResources else { throw damaged("too many resources") }
        for resource in manifest.resources where !PackageFiles.isInside(resource.file) {
            throw damaged("the file “\(resource.file.prefix(80))”")
        }
        return manifest
    }

    func write(in package: URL) throws(MediaError) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let bytes = try? encoder.encode(self) else {
            throw MediaError(.unknown, "The list of a download cannot be written.", url: package)
        }
        try PackageFiles.write([UInt8](bytes), to: Self.fileName, in: package, mode: 0o644)
    }
}
