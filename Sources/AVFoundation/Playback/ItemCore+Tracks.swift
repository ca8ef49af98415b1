import Foundation
import MediaEngine

/// The tracks of an item, and which of them play.
extension ItemCore {
    func makeTracks(_ state: inout State) {
        guard let info = state.item.info else { return }
        let assetTracks = state.contents?.tracks ?? []
        let tracks = info.tracks.map { track in
            AVPlayerItemTrack(
                info: track, assetTrack: assetTracks.first { $0.trackID == track.trackID }, item: self, isEnabled: true)
        }
        let old = state.tracks
        state.tracks = tracks
        announce("tracks", state) { (old, tracks) }
    }

    /// A track was switched on or off: off means that nothing of its kind plays while it is the selected one.
    func trackEnabled(_ track: TrackInfo, _ isEnabled: Bool) {
        let session = read { $0.session }
        if isEnabled {
            if session?.selectedTrack(track.kind) == nil { session?.select(track.kind, trackIndex: track.index) }
        } else if session?.selectedTrack(track.kind) == track.index {
            session?.select(track.kind, trackIndex: nil)
        }
    }
}
