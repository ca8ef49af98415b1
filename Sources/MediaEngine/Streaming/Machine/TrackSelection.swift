import HLS

/// The tracks of a stream: which ones there are, which are selected, and which audio failed.
struct TrackSelection {
    var options = StreamTracks()
    var selected: Set<Int> = [StreamTracks.video]
    /// Audio that failed when the stream opened.
    var failedOptions: Set<RenditionOption> = []
    /// Audio that failed later, until the session takes note of it.
    private(set) var failedTracks: Set<Int> = []
    /// By kind: the track as the container describes it.
    var details: [TrackInfo.Kind: TrackInfo] = [:]

    mutating func fail(_ track: Int) { failedTracks.insert(track) }

    mutating func takeFailedTracks() -> Set<Int> {
        defer { failedTracks = [] }
        return failedTracks
    }
}
