import HLS

/// The tracks of a stream: the available and selected tracks, and the audio that failed.
struct TrackSelection {
    var options = StreamTracks()
    var selected: Set<Int> = [StreamTracks.video]
    /// Audio renditions that failed when the stream opened.
    var failedOptions: Set<RenditionOption> = []
    /// Audio tracks that failed later and have not been taken by the session yet.
    private(set) var failedTracks: Set<Int> = []
    /// By kind: the track as described by the container.
    var details: [TrackInfo.Kind: TrackInfo] = [:]

    mutating func fail(_ track: Int) { failedTracks.insert(track) }

    mutating func takeFailedTracks() -> Set<Int> {
        defer { failedTracks = [] }
        return failedTracks
    }
}
