import Foundation
import MediaEngine

/// The tracks of an item, and which of them play.
extension ItemCore: TrackOwner {
    func makeTracks(_ state: inout State) {
        guard let info = state.item.info else { return }
        let assetTracks = state.contents?.tracks ?? []
        state.tracks = info.tracks.map { track in
            AVPlayerItemTrack(
                info: track, assetTrack: assetTracks.first { $0.trackID == track.trackID }, item: self, isEnabled: true)
        }
    }

    /// A track was switched on or off: off means that nothing of its kind plays while it is the selected one.
    func trackEnabled(_ track: TrackInfo, _ isEnabled: Bool) {
        read { state in
            guard let session = state.session else { return }
            let selected = session.selectedTrack(track.kind)
            if isEnabled, selected == nil {
                session.select(track.kind, trackIndex: track.index)
            } else if !isEnabled, selected == track.index {
                session.select(track.kind, trackIndex: nil)
            }
        }
    }
}
