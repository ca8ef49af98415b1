import CoreMedia
import Foundation
import MediaEngine

extension ItemCore {
    /// The ranges of a session that `loadedTimeRanges` reports: the whole duration of a local media file, whose data needs no transfer, and else
    /// the ranges that the session has buffered.
    func loadedRanges(of session: any ItemPlayback) -> [CMTimeRange] {
        let buffered = session.loadedRanges
        guard isLocalFile, !buffered.isEmpty, let whole = session.seekableRanges.first,
            session.seekableRanges.count == 1
        else { return buffered }
        return [whole]
    }

    /// Whether an asset is a media file on a local disk. A local playlist is none: its segments may be remote.
    static func isLocalFile(_ asset: AVAsset) -> Bool {
        guard let url = (asset as? AVURLAsset)?.url, url.isFileURL, FileManager.default.fileExists(atPath: url.path)
        else { return false }
        return !["m3u8", "m3u"].contains(url.pathExtension.lowercased())
    }
}
