import Foundation

/// The resources of a download: `manifest.json` in its package.
struct DownloadManifest: Codable, Sendable {
    /// A resource of the stream and its file.
    struct Resource: Codable, Sendable, Hashable {
        enum Kind: String, Codable, Sendable { case playlist, segment, initSection, key, other }

        var kind: Kind
        /// The path inside the package.
        var file: String
        /// The URL that players request.
        var url: URL
        /// nil: the whole resource.
        var offset: Int64?
        var length: Int64?
        /// The base of relative URLs in the resource, if it is not `url`.
        var base: URL?
        var mimeType: String?
        /// For segments: the start in seconds, and the playlist that they belong to.
        var start: Double?
        var seconds: Double?
        var list: Int?
        /// For segments and init sections: whether the whole resource is encrypted; nil in downloads of earlier versions.
        var isEncrypted: Bool?

        var range: Range<Int64>? {
            guard let offset, let length, offset >= 0, length > 0, !offset.addingReportingOverflow(length).overflow
            else { return nil }
            return offset..<(offset + length)
        }
    }

    static let currentFormat = 1
    var format = currentFormat
    var title: String
    /// The downloaded URL.
    var source: URL
    /// Identifies the selected variant and renditions.
    var choice: String
    /// Identifies the options that selected them; nil for options that cannot be compared, and in downloads of earlier versions.
    var options: String?
    var seconds: Double
    /// The total size as declared by the playlists, including the files that are downloaded already.
    var expectedBytes: Int64
    var isComplete = false
    /// Playlists first, then keys, init sections and other resources, then segments by time.
    var resources: [Resource]

    /// Enough for the 2 s segments of two days in three renditions.
    static let maximumResources = 260_000
    static let maximumBytes = 128 << 20
    static let fileName = "manifest.json"

    /// - Throws: `malformed` for an invalid manifest, such as one with files outside of the package.
    static func read(in package: URL) throws(MediaError) -> DownloadManifest {
        let file = package.appendingPathComponent(fileName)
        func damaged(_ detail: String) -> MediaError {
            MediaError(
                .malformed, "This download is damaged; delete it, and download the item again.", detail: detail,
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
                .unsupported, "This download was made by another version; download the item again.",
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
            throw MediaError(.unknown, "The manifest of a download cannot be written.", url: package)
        }
        try PackageFiles.write([UInt8](bytes), to: Self.fileName, in: package, mode: 0o644)
    }
}
