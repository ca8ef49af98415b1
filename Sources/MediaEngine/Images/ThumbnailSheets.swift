import CoreMedia
import Foundation
import HLS

/// The thumbnails of a WebVTT file whose cues name images, such as `sheet.jpg#xywh=160,0,160,90`.
///
/// The file is beside the media (`item.thumbnails.vtt` for `item.mp4`), or the client names it. The images of a local file must be in its folder or
/// below it; those of a file from a server may be on any server.
struct ThumbnailSheets {
    /// The limits for a file that may come from anywhere.
    enum Limits {
        static let fileBytes = 8 << 20
        static let imageBytes = 32 << 20
        static let thumbnails = 100_000
    }

    struct Thumbnail: Equatable {
        let start: Nanoseconds
        let end: Nanoseconds
        let image: URL
        /// The part of the image; nil: all of it.
        let part: Part?
    }

    struct Part: Equatable {
        let x: Int
        let y: Int
        let width: Int
        let height: Int
    }

    /// Sorted by start.
    let thumbnails: [Thumbnail]

    /// Reads the file beside a media file.
    /// - Returns: nil if there is none, or if it names no image.
    init?(beside media: URL) {
        guard media.isFileURL else { return nil }
        let file = media.deletingPathExtension().appendingPathExtension("thumbnails").appendingPathExtension("vtt")
        self.init(local: file)
    }

    /// Reads a local file.
    /// - Returns: nil if there is none, or if it names no image.
    init?(local file: URL) {
        guard let size = try? file.resourceValues(forKeys: [.fileSizeKey]).fileSize, size <= Limits.fileBytes,
            let bytes = try? Data(contentsOf: file)
        else { return nil }
        self.init([UInt8](bytes), at: file)
    }

    /// - Parameter file: the URL that relative names refer to.
    init?(_ bytes: [UInt8], at file: URL) {
        thumbnails = WebVTTFile.parse(bytes).cues.prefix(Limits.thumbnails).compactMap { cue in
            guard let start = Nanoseconds(cue.start), let end = Nanoseconds(cue.end), start >= 0,
                let (image, part) = Self.target(cue.payload, file)
            else { return nil }
            return Thumbnail(start: start, end: end, image: image, part: part)
        }.sorted { $0.start < $1.start }
        if thumbnails.isEmpty { return nil }
    }

    /// The image and its part that a cue names; nil for text, and for images that the file must not name.
    private static func target(_ payload: String, _ file: URL) -> (URL, Part?)? {
        let line = payload.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !line.isEmpty, !line.contains("\n") else { return nil }
        let hash = line.lastIndex(of: "#") ?? line.endIndex
        let name = String(line[..<hash])
        let fragment = hash < line.endIndex ? line[line.index(after: hash)...] : ""
        let isPart = fragment.hasPrefix("xywh=")
        let image = file.isFileURL ? localImage(name, file) : remoteImage(name, file, isKnownImage: isPart)
        guard let image else { return nil }
        guard isPart else { return (image, nil) }
        let text = fragment.dropFirst(5)
        let numbers = (text.hasPrefix("pixel:") ? text.dropFirst(6) : text).split(separator: ",").map { Int($0) ?? -1 }
        guard numbers.count == 4, numbers.allSatisfy({ (0...65_535).contains($0) }), numbers[2] > 0, numbers[3] > 0
        else {
            return nil
        }
        return (image, Part(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3]))
    }

    private static let imageExtensions: Set<String> = ["jpg", "jpeg", "png", "webp"]

    /// Returns an image in the folder of a local file, or below it.
    private static func localImage(_ name: String, _ file: URL) -> URL? {
        guard let decoded = name.removingPercentEncoding, !decoded.isEmpty, !decoded.contains("://") else { return nil }
        let folder = file.deletingLastPathComponent()
        let image = URL(fileURLWithPath: decoded, relativeTo: folder).standardizedFileURL
        guard image.path.hasPrefix(folder.standardizedFileURL.path + "/"),
            imageExtensions.contains(image.pathExtension.lowercased())
        else { return nil }
        return image
    }

    /// Returns an image on a server.
    /// - Parameter isKnownImage: whether a cue cannot be text, so that the URL of its image needs no extension.
    private static func remoteImage(_ name: String, _ file: URL, isKnownImage: Bool) -> URL? {
        guard !name.isEmpty, let image = URL(string: name, relativeTo: file)?.absoluteURL,
            ["http", "https"].contains(image.scheme?.lowercased()), image.host?.isEmpty == false,
            isKnownImage || imageExtensions.contains(image.pathExtension.lowercased())
        else { return nil }
        return image
    }

    /// The thumbnail that is displayed at a time.
    func thumbnail(at time: Nanoseconds) -> Thumbnail? {
        var (low, high) = (0, thumbnails.count)
        while low < high {
            let middle = (low + high) / 2
            if thumbnails[middle].start <= time { low = middle + 1 } else { high = middle }
        }
        guard low > 0, thumbnails[low - 1].end > time else { return nil }
        return thumbnails[low - 1]
    }
}
