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
        info.metadata = sessionMetadata()
        let main = pipelines[.main]
        let hasEnded = main?.tracker.isLive == false
        info.isLive = !hasEnded
        info.isSeekable = hasEnded || window?.seekable != nil
        info.duration = hasEnded ? (main?.tracker.windowEnd ?? 0).time : .indefinite
        info.bitsPerSecond = main.flatMap { ladder?.variant($0.rung) }.map { Int64($0.bandwidth) }
        if var video = trackDetails[.video] {
            video.index = StreamTracks.video
            video.duration = info.duration
            info.tracks.append(video)
        }
        info.tracks += soundTracks(info.duration) + subtitleTracks(info.duration)
        if trackDetails[.video] != nil { info.tracks += closedCaptionTracks(info.duration) }
        return info
    }

    private func soundTracks(_ duration: CMTime) -> [TrackInfo] {
        guard var sound = trackDetails[.audio] else { return [] }
        sound.duration = duration
        if tracks.audio.isEmpty {
            sound.index = StreamTracks.firstAudio
            return [sound]
        }
        return tracks.audio.compactMap { option in
            guard let index = tracks.track(of: option) else { return nil }
            var track = sound
            track.index = index
            track.trackID = Int32(clamping: index + 1)
            track.title = option.name
            track.language = option.language
            track.isDefault = selectedTracks.contains(index)
            track.isVisualImpaired = option.characteristics.contains("public.accessibility.describes-video")
            track.characteristics = option.characteristics.sorted()
            return track
        }
    }

    private func subtitleTracks(_ duration: CMTime) -> [TrackInfo] {
        tracks.subtitles.compactMap { option in
            guard let index = tracks.track(of: option) else { return nil }
            var track = TrackInfo(
                index: index, trackID: Int32(clamping: index + 1), kind: .subtitle, codec: "webvtt",
                language: option.language, title: option.name, duration: duration, timescale: 1_000)
            track.isForced = option.isForced
            track.isDefault =
                multivariant?.renditions.contains { $0.isDefault && RenditionOption($0) == option } ?? false
            track.isHearingImpaired = option.characteristics.isSuperset(of: Self.soundInWords)
            track.characteristics = option.characteristics.sorted()
            return track
        }
    }

    private func closedCaptionTracks(_ duration: CMTime) -> [TrackInfo] {
        tracks.closedCaptions.enumerated().map { number, captions in
            var track = TrackInfo(
                closedCaptions: captions.channel, index: StreamTracks.firstClosedCaptions + number, duration: duration)
            track.language = captions.option?.language
            track.title = captions.option?.name ?? track.title
            track.isDefault = captions.isDefault
            track.characteristics = captions.option?.characteristics.sorted() ?? []
            return track
        }
    }

    /// Together they make subtitles for those who hear nothing.
    private static let soundInWords: Set<String> = [
        "public.accessibility.transcribes-spoken-dialog", "public.accessibility.describes-music-and-sound",
    ]
}
