import Foundation

/// Provides a session with packets: of one container, or of a stream that is composed of many segments.
///
/// One thread reads and seeks; `cancel` and `resume` may be called on any thread.
protocol MediaReader: AnyObject, Sendable {
    /// The URL of the media, for error messages.
    var url: URL { get }

    /// Tracks, duration and metadata of the media.
    var info: MediaInfo { get }

    /// Bytes read so far.
    var bytesRead: Int64 { get }

    /// How far ahead of the play head, at which rates, and which tracks are read.
    var policy: ReadingPolicy { get }

    /// What only the reader of a stream can do; nil for a file.
    var stream: (any StreamCapabilities)? { get }

    /// The format at the start of a track; later packets may have another one. nil for a track without packets of its own.
    func format(of track: Int) -> StreamFormat?

    /// Returns the next packet of any track, or nil at the end. Blocks.
    func read() throws(MediaError) -> Packet?

    /// Moves to the last key frame of `track` at or before `time`, or to the first key frame of the media.
    func seek(to time: Nanoseconds, track: Int?) throws(MediaError)

    /// Stops reading all tracks except these.
    func discardAll(except tracks: Set<Int>)

    /// Ends a pending read, and every later read until `resume`, with `MediaError.Code.cancelled`.
    func cancel()
    func resume()
}
