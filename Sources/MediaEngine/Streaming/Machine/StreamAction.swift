import Foundation
import HLS

/// An action that `StreamMachine` requests from its driver. The driver performs actions in order, without its lock held.
enum StreamAction: Sendable {
    /// Starts a request. Its result is passed to the machine exactly once, with the same number.
    case load(Int, ResourceRequest, LoadPurpose)
    /// Cancels the request of a chunk.
    case cancelLoad(Int)
    /// Ends a request with an open byte range after this many bytes.
    case limitLoad(Int, Int64)
    /// Reports an error and how playback continues.
    case reportError(MediaError, comment: String)
    case report(StreamEvent)
    case publishDateRanges([DateRange])
    case publishInterstitials(StreamInterstitials)
    /// Stores the measured throughput for the next run.
    case keepThroughput(StoredThroughput)
}

/// The purpose of a request.
enum LoadPurpose: Sendable {
    /// The playlist at the stream's URL.
    case entry
    /// The media playlist of a rendition, with the rendition's URL at the time of the request.
    case playlist(RenditionRole, url: URL)
    case chunk(RenditionRole)
    /// A key or an initialization section.
    case shared(SegmentLoading.Resource)
    case steering
}

/// The parsed response to a playlist request.
struct PlaylistAnswer {
    var playlist: Playlist
    var faults: [PlaylistFault]
    /// The URL after redirects.
    var url: URL
    var age: Double?
    var dates = ResponseDates()
}

/// A change of the driver's packet queues, which the driver applies at once with its lock held: these packets are no longer delivered.
enum PipelineChange: Equatable {
    /// Removes the packets of a rendition.
    case clear(RenditionRole)
    /// Removes the packets of these tracks.
    case drop(RenditionRole, tracks: Set<Int>)
    case remove(RenditionRole)
}
