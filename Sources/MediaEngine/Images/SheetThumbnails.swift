import Foundation

/// Takes thumbnails from image sheets, and from the frames of the media where those do not suffice. Used by one thread at a time.
final class SheetThumbnails: ThumbnailMaker {
    private enum Track {
        /// The file that the client names is loaded for the first thumbnail.
        case unloaded(ThumbnailFiles.Access)
        case loaded(ThumbnailSheets, ThumbnailFiles.Access?)
        case unusable
    }

    private var track: Track
    private let frames: any ThumbnailMaker
    /// The last image: neighbouring thumbnails are in the same one.
    private var last: (image: URL, frame: Frame)?
    /// Images that cannot be used.
    private var unusable: Set<URL> = []

    /// - Parameter sheets: those beside a local file.
    init(_ sheets: ThumbnailSheets, otherwise frames: any ThumbnailMaker) {
        (track, self.frames) = (.loaded(sheets, nil), frames)
    }

    /// - Parameter files: those that the client names.
    init(_ files: ThumbnailFiles.Access, otherwise frames: any ThumbnailMaker) {
        (track, self.frames) = (.unloaded(files), frames)
    }

    func frame(
        at target: Nanoseconds, before: Nanoseconds, after: Nanoseconds, width: Int, isCancelled: () -> Bool
    ) throws(MediaError) -> Frame? {
        if width > 0, before > 0, let sheets = try sheets(), let thumbnail = sheets.thumbnail(at: target),
            thumbnail.start >= target &- before, let frame = try frame(of: thumbnail),
            frame.width >= width || frame.width >= Self.sufficientWidth
        {
            return frame
        }
        return try frames.frame(at: target, before: before, after: after, width: width, isCancelled: isCancelled)
    }

    /// A thumbnail of this width is used even where a larger one was requested.
    private static let sufficientWidth = 120

    private func sheets() throws(MediaError) -> ThumbnailSheets? {
        switch track {
        case .unusable: return nil
        case .loaded(let sheets, let access):
            guard access?.files.isGivenUp != true else { return nil }
            return sheets
        case .unloaded(let access):
            do throws(MediaError) {
                let sheets = try Self.load(access)
                track = .loaded(sheets, access)
                return sheets
            } catch {
                guard error.code != .cancelled else { throw error }
                track = .unusable
                access.files.fail(access.files.url, error)
                return nil
            }
        }
    }

    private static func load(_ access: ThumbnailFiles.Access) throws(MediaError) -> ThumbnailSheets {
        let url = access.files.url
        let sheets: ThumbnailSheets?
        if url.isFileURL {
            sheets = ThumbnailSheets(local: url)
        } else {
            let file = try access.file(url)
            sheets = ThumbnailSheets(file.bytes, at: file.url)
        }
        if let sheets { return sheets }
        throw MediaError(
            .malformed,
            "“\(url.lastPathComponent)” names no image sheets; thumbnails are made from the frames of the media.",
            url: url)
    }

    private func frame(of thumbnail: ThumbnailSheets.Thumbnail) throws(MediaError) -> Frame? {
        guard let sheet = try sheet(thumbnail.image, at: thumbnail.start) else { return nil }
        let part = thumbnail.part ?? .init(x: 0, y: 0, width: sheet.width, height: sheet.height)
        let frame = sheet.cut(
            x: part.x, y: part.y, width: part.width, height: part.height, time: thumbnail.start,
            duration: thumbnail.end &- thumbnail.start)
        return frame
    }

    private func sheet(_ image: URL, at time: Nanoseconds) throws(MediaError) -> Frame? {
        if let last, last.image == image { return last.frame }
        guard !unusable.contains(image) else { return nil }
        let access: ThumbnailFiles.Access? = if case .loaded(_, let access) = track { access } else { nil }
        do throws(MediaError) {
            guard let frame = try ThumbnailDecoder.image(try bytes(of: image, access), at: time, url: image) else {
                throw MediaError(.decodingFailed, "An image sheet is damaged.", url: image)
            }
            last = (image, frame)
            return frame
        } catch {
            guard error.code != .cancelled else { throw error }
            unusable.insert(image)
            access?.files.fail(image, error)
            return nil
        }
    }

    private func bytes(of image: URL, _ access: ThumbnailFiles.Access?) throws(MediaError) -> [UInt8] {
        if let access, !image.isFileURL { return try access.file(image).bytes }
        guard let size = try? image.resourceValues(forKeys: [.fileSizeKey]).fileSize,
            size <= ThumbnailSheets.Limits.imageBytes, let bytes = try? Data(contentsOf: image)
        else {
            throw MediaError(.fileNotFound, "An image sheet cannot be read; check its name and size.", url: image)
        }
        return [UInt8](bytes)
    }
}
