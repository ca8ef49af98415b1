package import Foundation

/// The Matroska files in a folder that others refer to by their identifiers (RFC 9559 section 17.2).
package struct LinkedSegmentFiles {
    /// The files by their identifiers.
    package private(set) var files: [[UInt8]: URL] = [:]

    /// The maximum number of files whose headers are read.
    private static let maximumFiles = 256
    private static let extensions: Set<String> = ["mkv", "mk3d", "mka", "webm"]

    /// Searches the folder of a local file for certain identifiers.
    package init(_ segments: Set<[UInt8]>, beside url: URL) {
        guard url.isFileURL, !segments.isEmpty else { return }
        let folder = url.deletingLastPathComponent()
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        let candidates = names.sorted().map { folder.appendingPathComponent($0) }
            .filter { Self.extensions.contains($0.pathExtension.lowercased()) && $0.path != url.path }
        for file in candidates.prefix(Self.maximumFiles) where files.count < segments.count {
            guard let segment = Self.segment(of: file), segments.contains(segment) else { continue }
            files[segment] = files[segment] ?? file
        }
    }

    private static func segment(of file: URL) -> [UInt8]? {
        guard let handle = try? FileHandle(forReadingFrom: file) else { return nil }
        defer { try? handle.close() }
        guard let size = try? handle.seekToEnd() else { return nil }
        let bytes = ContainerBytes { offset, count in
            guard offset >= 0, (try? handle.seek(toOffset: UInt64(offset))) != nil else { return nil }
            return (try? handle.read(upToCount: count)).map { Array($0) } ?? []
        }
        return MatroskaDescription.segment(of: bytes, size: Int64(clamping: size))
    }
}
