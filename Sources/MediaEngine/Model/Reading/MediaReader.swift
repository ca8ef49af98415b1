import Foundation

/// Provides a session with packets, from one container or from the segments of a stream.
///
/// One thread reads and seeks; `cancel` and `resume` may be called on any thread.
protocol MediaReader: AnyObject, Sendable {
    /// The URL of the media, for error messages.
    var url: URL { get }

    /// Tracks, duration and metadata of the media.
    var info: MediaInfo { get }

    /// The number of bytes read so far.
    var bytesRead: Int64 { get }

    /// The limits of buffering and of the rate, and the selection of tracks to read.
    var policy: ReadingPolicy { get }

    /// The capabilities of a stream's reader; nil for a file.
    var stream: (any StreamCapabilities)? { get }

    /// The fonts that the container brings for its scripts.
    var fonts: [FontFile] { get }

    /// Returns the format at the start of a track; later packets may have another one. Nil for a track without its own packets.
    func format(of track: Int) -> StreamFormat?

    /// Returns the next packet of any track, or nil at the end. Blocks.
    func read() throws(MediaError) -> Packet?

    /// Seeks to the last key frame of `track` at or before `time`, or to the first key frame of the media.
    func seek(to time: Nanoseconds, track: Int?) throws(MediaError)

    /// Stops reading all tracks except these.
    func discardAll(except tracks: Set<Int>)

    /// Ends a pending read, and every later read until `resume`, with `MediaError.Code.cancelled`.
    func cancel()
    func resume()
}

extension MediaReader {
    var fonts: [FontFile] { [] }
}
