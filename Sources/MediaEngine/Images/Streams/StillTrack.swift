import CoreMedia
import Foundation
import HLS

/// Pictures that can be had one by one, and when each is shown: I-frames, sheets, or the beginnings of segments.
struct StillTrack {
    enum Kind { case iFrames, images, segments }

    let kind: Kind
    let playlist: MediaPlaylist

    /// One picture: the piece that brings it, and its place on a sheet.
    struct Still {
        var piece: MediaPiece
        /// On the time line of the presentation, which begins at 0.
        var time: Nanoseconds
        var end: Nanoseconds
        var place: (tile: ImageTiles.Tile, tiles: ImageTiles)?
    }

    /// Segments around one that is missing that are tried in its stead.
    private static let neighbours = 8

    init(_ kind: Kind, _ playlist: MediaPlaylist) {
        self.kind =
            if playlist.isImagesOnly { .images } else if playlist.isIFramesOnly { .iFrames } else { kind }
        self.playlist = playlist
    }

    var duration: Nanoseconds { Nanoseconds(playlist.segments.duration) ?? 0 }

    /// The picture whose interval holds the time, or the nearest before it that is there.
    /// - Returns: nil after the end, and where nothing near is there.
    func still(at time: Nanoseconds) -> Still? {
        let segments = playlist.segments
        guard time >= 0, time <= duration &+ Self.endSlack,
            let position = segments.position(at: min(time, duration).time)
        else { return nil }
        let order = [0] + (1...Self.neighbours).flatMap { [-$0, $0] }
        for step in order {
            let near = position + step
            guard segments.indices.contains(near), !segments[near].isGap else { continue }
            return still(segments[near], at: time)
        }
        return nil
    }

    /// Playlists of pictures may end a little before the film does.
    private static let endSlack: Nanoseconds = 2 * .second

    /// The picture after one that is too early.
    func still(after still: Still) -> Still? {
        still.end < duration ? self.still(at: still.end) : nil
    }

    private func still(_ segment: MediaSegment, at time: Nanoseconds) -> Still? {
        guard let piece = MediaPiece(segment, in: playlist, windowStart: 0, era: 0) else { return nil }
        guard let tiles = segment.tiles else { return Still(piece: piece, time: piece.start, end: piece.end) }
        let tile = tiles.tile(at: (time &- piece.start).time, segmentDuration: segment.duration)
        let start = piece.start &+ (Nanoseconds(tile.start) ?? 0)
        let end = min(start &+ (Nanoseconds(tiles.duration) ?? 0), piece.end)
        return Still(piece: piece, time: start, end: max(start, end), place: (tile, tiles))
    }
}
