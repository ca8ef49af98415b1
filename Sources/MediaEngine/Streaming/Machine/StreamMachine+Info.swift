import CoreMedia
import Foundation
import HLS

/// Builds the description of the stream for the session.
extension StreamMachine {
    static var emptyInfo: MediaInfo {
        MediaInfo(
            container: "hls", duration: .indefinite, startTime: .zero, bitsPerSecond: nil, byteCount: nil,
            isSeekable: false, isLive: false, tracks: [], chapters: [], metadata: [], covers: [])
    }

    func buildInfo() -> MediaInfo {
        var info = Self.emptyInfo
        info.metadata = sessionMetadata
        let hasEnded = main?.tracker.isLive == false
        info.isLive = !hasEnded
        info.isSeekable = hasEnded || window(of: preferences)?.seekable != nil
        info.duration = hasEnded ? (main?.tracker.windowEnd ?? 0).time : .indefinite
        info.variants = variants.ladder?.playlist.variants ?? []
        info.variantsURL = variants.ladder?.playlist.baseURL
        info.bitsPerSecond = main.flatMap { variants.ladder?.variant($0.variant) }.map { Int64($0.bandwidth) }
        if var video = selection.details[.video] {
            video.index = StreamTracks.video
            video.duration = info.duration
            info.tracks.append(video)
        }
        info.tracks += audioTracks(info.duration) + subtitleTracks(info.duration)
        if selection.details[.video] != nil { info.tracks += closedCaptionTracks(info.duration) }
        return info
    }

    /// Session data with a value in the playlist itself. Of session data with a URI, only chapters and rendition names are loaded.
    private var sessionMetadata: [MetadataEntry] {
        (variants.playlist?.sessionData ?? []).compactMap { data in
            guard case .text(let value) = data.content else { return nil }
            return MetadataEntry(key: data.id, value: value, language: data.language)
        }
    }

    private func audioTracks(_ duration: CMTime) -> [TrackInfo] {
        guard var audio = selection.details[.audio] else { return [] }
        audio.duration = duration
        if selection.options.audio.isEmpty {
            audio.index = StreamTracks.firstAudio
            return [audio]
        }
        return selection.options.audio.compactMap { option in
            guard let index = selection.options.track(of: option) else { return nil }
            var track = audio
            track.index = index
            track.trackID = Int32(clamping: index + 1)
            track.title = option.name
            track.language = option.language
            track.isDefault = selection.selected.contains(index)
            track.isVisualImpaired = option.characteristics.contains("public.accessibility.describes-video")
            track.characteristics = option.characteristics.sorted()
            return track
        }
    }

    private func subtitleTracks(_ duration: CMTime) -> [TrackInfo] {
        selection.options.subtitles.compactMap { option in
            guard let index = selection.options.track(of: option) else { return nil }
            var track = TrackInfo(
                index: index, trackID: Int32(clamping: index + 1), kind: .subtitle, codec: "webvtt",
                language: option.language, title: option.name, duration: duration, timescale: 1_000)
            track.isForced = option.isForced
            track.isDefault =
                variants.playlist?.renditions.contains { $0.isDefault && RenditionOption($0) == option } ?? false
            track.isHearingImpaired = option.characteristics.isSuperset(of: Self.soundsDescribed)
            track.characteristics = option.characteristics.sorted()
            return track
        }
    }

    private func closedCaptionTracks(_ duration: CMTime) -> [TrackInfo] {
        selection.options.closedCaptions.enumerated().map { number, captions in
            var track = TrackInfo(
                closedCaptions: captions.channel, index: StreamTracks.firstClosedCaptions + number, duration: duration)
            track.language = captions.option?.language
            track.title = captions.option?.name ?? track.title
            track.isDefault = captions.isDefault
            track.characteristics = captions.option?.characteristics.sorted() ?? []
            return track
        }
    }

    /// Both characteristics together mark subtitles for the deaf and hard of hearing (SDH).
    private static let soundsDescribed: Set<String> = [
        "public.accessibility.transcribes-spoken-dialog", "public.accessibility.describes-music-and-sound",
    ]
}
