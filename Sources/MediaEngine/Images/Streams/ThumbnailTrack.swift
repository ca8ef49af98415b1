import CoreMedia
import Foundation
import HLS

/// The thumbnails of a playlist with their times: I-frames, images in sheets, or the first frames of segments.
struct ThumbnailTrack {
    enum Kind { case iFrames, images, segments }

    let kind: Kind
    let playlist: MediaPlaylist

    /// A thumbnail: the segment or sheet to request, and its tile in a sheet.
    struct Thumbnail {
        var chunk: MediaChunk
        /// The time on the presentation timeline, which starts at 0.
        var time: Nanoseconds
        var end: Nanoseconds
        var place: (tile: ImageTiles.Tile, tiles: ImageTiles)?
    }

    /// The number of segments before and after a missing one that may replace it.
    private static let neighbours = 8

    init(_ kind: Kind, _ playlist: MediaPlaylist) {
        self.kind =
            if playlist.isImagesOnly { .images } else if playlist.isIFramesOnly { .iFrames } else { kind }
        self.playlist = playlist
    }

    var duration: Nanoseconds { Nanoseconds(playlist.segments.duration) ?? 0 }

    /// Returns the thumbnail whose interval contains the time, or the nearest one within `neighbours` segments.
    /// - Returns: nil after the end, and if all of these segments are missing.
    func thumbnail(at time: Nanoseconds) -> Thumbnail? {
        let segments = playlist.segments
        guard time >= 0, time <= duration &+ Self.endSlack,
            let position = segments.position(at: min(time, duration).time)
        else { return nil }
        let order = [0] + (1...Self.neighbours).flatMap { [-$0, $0] }
        for step in order {
            let near = position + step
            guard segments.indices.contains(near), !segments[near].isGap else { continue }
            return thumbnail(segments[near], at: time)
        }
        return nil
    }

    /// Image playlists may end slightly before the media does.
    private static let endSlack: Nanoseconds = 2 * .second

    /// Returns the next thumbnail; nil at the end.
    func thumbnail(after thumbnail: Thumbnail) -> Thumbnail? {
        thumbnail.end < duration ? self.thumbnail(at: thumbnail.end) : nil
    }

    private func thumbnail(_ segment: MediaSegment, at time: Nanoseconds) -> Thumbnail? {
        guard let chunk = MediaChunk(segment, in: playlist, windowStart: 0, era: 0) else { return nil }
        guard let tiles = segment.tiles else { return Thumbnail(chunk: chunk, time: chunk.start, end: chunk.end) }
        let tile = tiles.tile(at: (time &- chunk.start).time, segmentDuration: segment.duration)
        let start = chunk.start &+ (Nanoseconds(tile.start) ?? 0)
        let end = min(start &+ (Nanoseconds(tiles.duration) ?? 0), chunk.end)
        return Thumbnail(chunk: chunk, time: start, end: max(start, end), place: (tile, tiles))
    }
}
