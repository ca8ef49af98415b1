import Foundation
import MediaEngine

/// The tracks of an item, and whether they are enabled.
extension ItemCore: TrackOwner {
    func makeTracks(_ state: inout State) {
        guard let info = state.item.info else { return }
        let assetTracks = state.contents?.tracks ?? []
        state.tracks = info.tracks.map { track in
            AVPlayerItemTrack(
                info: track, assetTrack: assetTracks.first { $0.trackID == track.trackID }, item: self, isEnabled: true)
        }
    }

    /// Handles the enabling or disabling of a track: a disabled track plays nothing while it is the selected one.
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
