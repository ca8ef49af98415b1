import CoreMedia
import Foundation
import HLS

/// What a session is told about the stream. `gate` is held.
extension StreamingReader {
    var emptyInfo: MediaInfo {
        MediaInfo(
            container: "hls", duration: .indefinite, startTime: .zero, bitsPerSecond: nil, byteCount: nil,
            isSeekable: false, isLive: false, tracks: [], chapters: [], metadata: [], covers: [])
    }

    func buildInfo() -> MediaInfo {
        var info = emptyInfo
        let main = pipelines[.main]
        let hasEnded = main?.tracker.isLive == false
        info.isLive = !hasEnded
        info.isSeekable = hasEnded
        info.duration = hasEnded ? (main?.tracker.windowEnd ?? 0).time : .indefinite
        info.bitsPerSecond = main.flatMap { ladder?.variant($0.rung) }.map { Int64($0.bandwidth) }
        if var video = trackDetails[.video] {
            video.index = StreamTracks.video
            video.duration = info.duration
            info.tracks.append(video)
        }
        guard var sound = trackDetails[.audio] else { return info }
        sound.duration = info.duration
        if tracks.audio.isEmpty {
            sound.index = StreamTracks.firstAudio
            info.tracks.append(sound)
        }
        for option in tracks.audio {
            guard let index = tracks.track(of: option) else { continue }
            var track = sound
            track.index = index
            track.trackID = Int32(clamping: index + 1)
            track.title = option.name
            track.language = option.language
            track.isDefault = selectedTracks.contains(index)
            track.isVisualImpaired = option.characteristics.contains("public.accessibility.describes-video")
            info.tracks.append(track)
        }
        return info
    }
}
