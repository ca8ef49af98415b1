import CoreMedia
import Foundation
import HLS

/// The thumbnails of a WebVTT file whose cues name images, such as `sheet.jpg#xywh=160,0,160,90`.
///
/// The file lies beside the media: `film.thumbnails.vtt` for `film.mp4`. Its images lie in the same folder or below it.
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
        guard let size = try? file.resourceValues(forKeys: [.fileSizeKey]).fileSize, size <= Limits.fileBytes,
            let bytes = try? Data(contentsOf: file)
        else { return nil }
        self.init([UInt8](bytes), at: file)
    }

    /// - Parameter file: the URL that relative names refer to.
    init?(_ bytes: [UInt8], at file: URL) {
        let folder = file.deletingLastPathComponent().standardizedFileURL.path
        thumbnails = WebVTTFile.parse(bytes).cues.prefix(Limits.thumbnails).compactMap { cue in
            guard let start = Nanoseconds(cue.start), let end = Nanoseconds(cue.end), start >= 0,
                let (image, part) = Self.target(cue.payload, file, folder)
            else { return nil }
            return Thumbnail(start: start, end: end, image: image, part: part)
        }.sorted { $0.start < $1.start }
        if thumbnails.isEmpty { return nil }
    }

    /// The image and its part that a cue names; nil for text, and for images outside the folder.
    private static func target(_ payload: String, _ file: URL, _ folder: String) -> (URL, Part?)? {
        let line = payload.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !line.isEmpty, !line.contains("\n") else { return nil }
        let hash = line.lastIndex(of: "#") ?? line.endIndex
        let name = String(line[..<hash])
        guard let decoded = name.removingPercentEncoding, !decoded.isEmpty, !decoded.contains("://") else { return nil }
        let image = URL(fileURLWithPath: decoded, relativeTo: file.deletingLastPathComponent()).standardizedFileURL
        guard image.path.hasPrefix(folder + "/"),
            ["jpg", "jpeg", "png", "webp"].contains(image.pathExtension.lowercased())
        else { return nil }
        guard hash < line.endIndex else { return (image, nil) }
        let fragment = line[line.index(after: hash)...]
        guard fragment.hasPrefix("xywh=") else { return (image, nil) }
        let text = fragment.dropFirst(5)
        let numbers = (text.hasPrefix("pixel:") ? text.dropFirst(6) : text).split(separator: ",").map { Int($0) ?? -1 }
        guard numbers.count == 4, numbers.allSatisfy({ (0...65_535).contains($0) }), numbers[2] > 0, numbers[3] > 0
        else {
            return nil
        }
        return (image, Part(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3]))
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

/// Takes thumbnails from the sheets beside a media file, and from its frames where those do not suffice.
final class SheetThumbnails: ThumbnailMaker {
    private let sheets: ThumbnailSheets
    private let frames: any ThumbnailMaker
    /// The last image: neighbouring thumbnails are in the same one.
    private var last: (image: URL, frame: Frame)?
    /// Images that cannot be read.
    private var unusable: Set<URL> = []

    init(_ sheets: ThumbnailSheets, otherwise frames: any ThumbnailMaker) {
        (self.sheets, self.frames) = (sheets, frames)
    }

    func frame(
        at target: Nanoseconds, before: Nanoseconds, after: Nanoseconds, width: Int, isCancelled: () -> Bool
    ) throws(MediaError) -> Frame? {
        if width > 0, before > 0, let thumbnail = sheets.thumbnail(at: target), thumbnail.start >= target &- before,
            let frame = frame(of: thumbnail), frame.width >= width || frame.width >= Self.sufficientWidth
        {
            return frame
        }
        return try frames.frame(at: target, before: before, after: after, width: width, isCancelled: isCancelled)
    }

    /// A thumbnail of this width is used even where a larger one was asked for.
    private static let sufficientWidth = 120

    private func frame(of thumbnail: ThumbnailSheets.Thumbnail) -> Frame? {
        guard let sheet = sheet(thumbnail.image, at: thumbnail.start) else { return nil }
        let part = thumbnail.part ?? .init(x: 0, y: 0, width: sheet.width, height: sheet.height)
        return sheet.cut(
            x: part.x, y: part.y, width: part.width, height: part.height, time: thumbnail.start,
            duration: thumbnail.end &- thumbnail.start)
    }

    private func sheet(_ image: URL, at time: Nanoseconds) -> Frame? {
        if let last, last.image == image { return last.frame }
        guard !unusable.contains(image) else { return nil }
        guard let size = try? image.resourceValues(forKeys: [.fileSizeKey]).fileSize,
            size <= ThumbnailSheets.Limits.imageBytes, let bytes = try? Data(contentsOf: image),
            let frame = try? ThumbnailDecoder.image([UInt8](bytes), at: time, url: image)
        else {
            unusable.insert(image)
            return nil
        }
        last = (image, frame)
        return frame
    }
}
