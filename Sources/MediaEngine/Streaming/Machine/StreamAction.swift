import Foundation
import HLS

/// What `StreamMachine` asks its driver to do, in order. The driver performs actions without its lock held.
enum StreamAction: Sendable {
    /// Starts a request; its outcome goes to the machine exactly once, under the same number.
    case load(Int, ResourceRequest, LoadPurpose)
    /// Cancels the request of a chunk.
    case cancelLoad(Int)
    /// Ends the request of an open range after so many bytes.
    case limitLoad(Int, Int64)
    /// Reports an error and what was done about it.
    case reportError(MediaError, comment: String)
    case report(StreamEvent)
    case publishDateRanges([DateRange])
    case publishInterstitials(StreamInterstitials)
    /// Keeps the measured throughput for the next run.
    case keepThroughput(StoredThroughput)
}

/// What a request is for.
enum LoadPurpose: Sendable {
    /// The playlist that the stream's URL leads to.
    case entry
    /// The media playlist of a rendition, under the URL that the rendition had then.
    case playlist(RenditionRole, url: URL)
    case chunk(RenditionRole)
    /// A key or an init section.
    case shared(SegmentLoading.Resource)
    case steering
}

/// The answer to the request of a playlist, parsed.
struct PlaylistAnswer {
    var playlist: Playlist
    var faults: [PlaylistFault]
    /// After redirects.
    var url: URL
    var age: Double?
    var dates = AnswerDates()
}

/// A moment of the driver's state that the machine changes at once, with the lock held: packets that are not delivered any more.
enum PipelineChange: Equatable {
    /// Removes the packets of a rendition.
    case clear(RenditionRole)
    /// Removes the packets of these tracks.
    case drop(RenditionRole, tracks: Set<Int>)
    case remove(RenditionRole)
}
