import CFFmpeg
import Foundation

/// Detects truncated files, whose end libavformat treats as the end of the media.
extension Demuxer {
    /// Returns the error of a file that was read to its end but is incomplete; nil if the file is complete.
    func cutOff(_ context: UnsafeMutablePointer<AVFormatContext>) -> MediaError? {
        guard Self.name(context).hasPrefix("mov"), let size = source.size else { return nil }
        if bridge.boxes.endOfIndex != nil,
            let cut = Self.indexCutOff(bridge.boxes, size: size, url: locator.url)
        {
            return cut
        }
        let end = (0..<Int(context.pointee.nb_streams)).compactMap { endOfSamples(context.pointee.streams[$0]) }.max()
        guard let end, end > size else { return nil }
        return MediaError(
            .truncated, "The media ends early: the file is incomplete. Try to download it again.",
            detail: "the index lists bytes up to \(end), there are \(size)", url: locator.url, byteOffset: size)
    }

    /// Returns the error of an MP4 file whose index is missing or truncated; nil if the index is complete.
    static func indexCutOff(_ boxes: BoxWalk, size: Int64?, url: URL) -> MediaError? {
        guard let end = boxes.endOfIndex else {
            return MediaError(
                .truncated,
                "The file is incomplete: its index, without which it cannot be played, is missing. Try to download it again.",
                detail: size.map { "no moov box in \($0) bytes" } ?? "no moov box", url: url, byteOffset: size)
        }
        guard let size, end > UInt64(max(0, size)) else { return nil }
        return MediaError(
            .truncated,
            "The file is incomplete: its index is truncated, so parts of the media are missing. Try to download it again.",
            detail: "the index goes up to byte \(end), there are \(size)", url: url, byteOffset: size)
    }

    /// Returns the end offset, in bytes, of the last sample listed in the index.
    private func endOfSamples(_ stream: UnsafeMutablePointer<AVStream>?) -> Int64? {
        guard let stream, stream.pointee.discard.rawValue < AVDISCARD_ALL.rawValue,
            let last = avformat_index_get_entry(stream, avformat_index_get_entries_count(stream) - 1)
        else { return nil }
        return last.pointee.pos &+ Int64(last.pointee.size)
    }
}
