public import Foundation

/// Writes chapters into a copy of an MP4 or QuickTime file, as text and picture tracks to which the other tracks refer (`tref`, `chap`).
/// Audio and video are copied, not encoded. Chapters that the file has are replaced.
public enum ChapterFileWriter {
    /// The maximum size of the index.
    private static let maximumIndexBytes = 256 << 20
    private static let copyBytes = 1 << 20

    private struct Layout {
        /// The first byte after the last top-level box.
        var end: Int64 = 0
        var index: MovieBox?
        /// The first box with media.
        var media: MovieBox?
        /// The last box, if it extends to the end of the file.
        var open: MovieBox?
    }

    /// - Parameters:
    ///   - input: a local file.
    ///   - output: another file, which is replaced only after everything is written.
    /// - Returns: what was written, and a sentence for each group of titles or pictures that were not, because they start at or after the end of
    ///   the media, or together with another one.
    @discardableResult
    public static func write(
        _ chapters: AuthoredChapters, from input: URL, to output: URL
    ) throws(MediaError) -> (written: AuthoredChapters, omissions: [String]) {
        guard input.resolvingSymlinksInPath().path != output.resolvingSymlinksInPath().path else {
            throw MediaError(.badURL, "Input and output are the same file; choose another output.", url: output)
        }
        let file: FileHandle
        do { file = try FileHandle(forReadingFrom: input) } catch {
            throw MediaError(
                .fileNotFound, "\u{201C}\(input.lastPathComponent)\u{201D} cannot be read.", url: input, cause: error)
        }
        defer { try? file.close() }
        let (layout, index) = try read(file, input)
        let (chapters, omissions) = chapters.writable(
            within: Double(index.duration) / Double(max(1, index.movieTimescale)))
        let partial = output.deletingLastPathComponent()
            .appendingPathComponent(".\(output.lastPathComponent).\(UUID().uuidString).part")
        do {
            guard FileManager.default.createFile(atPath: partial.path, contents: nil) else {
                throw CocoaError(.fileWriteNoPermission)
            }
            let target = try FileHandle(forWritingTo: partial)
            try write(chapters, index, layout, from: file, to: target)
            try target.synchronize()
            try target.close()
            if rename(partial.path, output.path) != 0 { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        } catch {
            try? FileManager.default.removeItem(at: partial)
            throw error as? MediaError
                ?? MediaError(
                    .readFailed,
                    "\u{201C}\(output.lastPathComponent)\u{201D} cannot be written; check the folder and the free space.",
                    url: output, cause: error)
        }
        return (chapters, omissions)
    }

    private static func read(_ file: FileHandle, _ url: URL) throws(MediaError) -> (Layout, MovieIndex) {
        let size = Int64((try? file.seekToEnd()) ?? 0)
        let bytes = ContainerBytes { offset, count in
            guard (try? file.seek(toOffset: UInt64(offset))) != nil else { return nil }
            guard let data = try? file.read(upToCount: count) else { return [] }
            return Array(data)
        }
        var layout = Layout()
        for box in MovieBoxes(bytes, in: 0..<size) {
            layout.end = box.content.upperBound
            if box.type == "moov", layout.index == nil { layout.index = box }
            if box.type == "mdat", layout.media == nil { layout.media = box }
            if bytes.bytes(at: box.start, count: 4) == [0, 0, 0, 0] { layout.open = box }
        }
        guard let box = layout.index, box.byteCount <= maximumIndexBytes,
            (try? file.seek(toOffset: UInt64(box.content.lowerBound))) != nil,
            let content = try? file.read(upToCount: box.byteCount), content.count == box.byteCount,
            let index = MovieIndex(Array(content))
        else {
            throw MediaError(
                .unsupported,
                "\u{201C}\(url.lastPathComponent)\u{201D} is not a complete MP4 or QuickTime file; chapters can be written into these only.",
                url: url)
        }
        guard !index.isFragmented else {
            throw MediaError(
                .unsupported,
                "\u{201C}\(url.lastPathComponent)\u{201D} is fragmented; copy it into an ordinary file first.", url: url
            )
        }
        return (layout, index)
    }

    private static func write(
        _ chapters: AuthoredChapters, _ source: MovieIndex, _ layout: Layout, from file: FileHandle,
        to target: FileHandle
    ) throws {
        guard let box = layout.index else { return }
        var tracks = chapters.languages.compactMap { ChapterTrack($0) }
        if let pictures = try ChapterTrack(chapters.pictures) { tracks.append(pictures) }
        var base = source
        base.removeChapters()
        let first = base.nextTrackID
        let group = base.nextAlternateGroup
        let duration = Int(Double(base.duration) / Double(base.movieTimescale) * Double(ChapterTrack.timescale))

        /// The index whose chapters begin at this position of the file.
        func index(samplesAt position: Int) -> MovieIndex {
            var index = base
            var offset = position
            var boxes: [[UInt8]] = []
            for (number, track) in tracks.enumerated() {
                var alternateGroup = 0
                if case .titles = track.kind { alternateGroup = group }
                boxes.append(
                    track.box(
                        id: first + number, duration: duration, movieTimescale: base.movieTimescale, offset: offset,
                        alternateGroup: alternateGroup))
                offset += track.byteCount
            }
            if !tracks.isEmpty { index.add(boxes, ids: Array(first..<first + tracks.count)) }
            return index
        }

        // The length of the index does not depend on the positions in it.
        let indexBytes = index(samplesAt: 0).bytes.count
        let grown = indexBytes - Int(box.content.upperBound - box.start)
        let end = Int(layout.end)
        let samples = tracks.flatMap(\.samples)
        let count = samples.reduce(0) { $0 + $1.bytes.count }
        let media = tracks.isEmpty ? [] : BoxBytes.number(8 + count, 4) + Array("mdat".utf8)
        var moved = index(samplesAt: end + grown + media.count)
        let isFirst = layout.media.map { box.start < $0.start } ?? false
        if isFirst, moved.moveChunks(from: Int(box.content.upperBound), by: grown, except: tracks.count) {
            try copy(0..<box.start, layout, from: file, to: target)
            try target.write(contentsOf: moved.bytes)
            try copy(box.content.upperBound..<layout.end, layout, from: file, to: target)
            try target.write(contentsOf: media)
            for sample in samples { try target.write(contentsOf: sample.bytes) }
        } else if box.content.upperBound == layout.end {
            // The index is the last box: the chapters take its place, and it follows them.
            try copy(0..<box.start, layout, from: file, to: target)
            try target.write(contentsOf: media)
            for sample in samples { try target.write(contentsOf: sample.bytes) }
            try target.write(contentsOf: index(samplesAt: Int(box.start) + media.count).bytes)
        } else {
            // The index stays as free space, and a new one is appended.
            try copy(0..<box.start + 4, layout, from: file, to: target)
            try target.write(contentsOf: Array("free".utf8))
            try copy(box.start + 8..<layout.end, layout, from: file, to: target)
            try target.write(contentsOf: media)
            for sample in samples { try target.write(contentsOf: sample.bytes) }
            try target.write(contentsOf: index(samplesAt: end + media.count).bytes)
        }
    }

    /// Copies a range of the file. A box that extends to the end of the file gets its size, because more boxes follow.
    private static func copy(
        _ range: Range<Int64>, _ layout: Layout, from file: FileHandle, to target: FileHandle
    ) throws {
        try file.seek(toOffset: UInt64(range.lowerBound))
        var position = range.lowerBound
        while position < range.upperBound {
            let wanted = Int(min(Int64(copyBytes), range.upperBound - position))
            guard var data = try file.read(upToCount: wanted), !data.isEmpty else {
                throw MediaError(.truncated, "The file became shorter while it was copied.")
            }
            if let open = layout.open, open.start >= position, open.start + 4 <= position + Int64(data.count) {
                guard let size = UInt32(exactly: open.content.upperBound - open.start) else {
                    throw MediaError(
                        .unsupported,
                        "The media of the file has no stated size and more than 4 GB; copy it with another program first."
                    )
                }
                let at = data.startIndex + Int(open.start - position)
                data.replaceSubrange(at..<at + 4, with: BoxBytes.number(Int(size), 4))
            }
            try target.write(contentsOf: data)
            position += Int64(data.count)
        }
    }
}
