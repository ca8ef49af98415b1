import AVFoundation
import CoreMedia
import Foundation

/// The technical figures of the item that plays, read from the player's state and its access log at one moment.
@MainActor
struct PlaybackStatistics: Equatable {
    struct Line: Equatable {
        var name: String
        var value: String
    }

    var lines: [Line] = []

    init(_ model: PlayerModel, in strings: StringTable = .current) {
        guard let item = model.item else { return }
        let tracks = item.tracks.compactMap(\.assetTrack)
        let video = tracks.first { $0.mediaType == .video }
        let events = item.accessLog()?.events ?? []
        func add(_ key: TextKey, _ value: String?) {
            if let value, !value.isEmpty { lines.append(Line(name: strings[key], value: value)) }
        }
        let size = item.presentationSize
        let isVideo = size.width > 0
        add(.video, video.flatMap(Self.codec(of:)))
        add(.videoSize, isVideo ? "\(Int(size.width.rounded())) \u{00D7} \(Int(size.height.rounded()))" : nil)
        add(.frameRate, Self.frameRate(item, video))
        add(.droppedFrames, isVideo ? "\(events.reduce(0) { $0 + max(0, $1.numberOfDroppedVideoFrames) })" : nil)
        add(.audio, Self.audio(model, tracks))
        add(.bitRate, Self.bitRate(events.last, tracks))
        add(.bufferAhead, Self.seconds(Self.buffered(item), places: 1))
        let time = model.time
        add(.timeline, time.isFinite ? "\(Self.number(time, places: 3)) s  \u{00B7}  \(Self.rate(model))" : nil)
    }

    // MARK: Values

    private static func number(_ value: Double, places: Int) -> String { String(format: "%.\(places)f", value) }

    private static func seconds(_ value: Double?, places: Int) -> String? {
        value.map { number($0, places: places) + " s" }
    }

    private static func rate(_ model: PlayerModel) -> String {
        AVPlaybackSpeed.numericName(of: model.player?.rate ?? 0)
    }

    private static func frameRate(_ item: AVPlayerItem, _ track: AVAssetTrack?) -> String? {
        let present = item.tracks.map(\.currentVideoFrameRate).max() ?? 0
        let rate = present > 0 ? present : track?.nominalFrameRate ?? 0
        guard rate > 0 else { return nil }
        let isWhole = abs(rate - rate.rounded()) < 0.005
        return number(Double(rate), places: isWhole ? 0 : 3) + " fps"
    }

    /// Returns the seconds that are buffered without a gap after the current time.
    static func buffered(_ item: AVPlayerItem) -> Double? {
        let now = item.currentTime().seconds
        guard now.isFinite else { return nil }
        let ranges = item.loadedTimeRanges.map(\.timeRangeValue)
        let ahead = ranges.compactMap { range -> Double? in
            let (start, end) = (range.start.seconds, range.end.seconds)
            return start <= now + 0.1 && end > now ? end - now : nil
        }
        return ahead.max() ?? 0
    }

    /// Returns the rates of a stream as declared and as measured, or the declared rate of the tracks of a file.
    private static func bitRate(_ event: AVPlayerItemAccessLogEvent?, _ tracks: [AVAssetTrack]) -> String? {
        var parts: [String] = []
        if let event, event.indicatedBitrate > 0 { parts.append(megabits(event.indicatedBitrate)) }
        if let event, event.observedBitrate > 0 { parts.append("\u{2193} " + megabits(event.observedBitrate)) }
        let declared = tracks.reduce(0) { $0 + Double(max(0, $1.estimatedDataRate)) }
        if parts.isEmpty, declared > 0 { parts.append(megabits(declared)) }
        return parts.joined(separator: "  \u{00B7}  ")
    }

    private static func megabits(_ rate: Double) -> String {
        rate < 1_000_000 ? "\(Int((rate / 1000).rounded())) kbit/s" : number(rate / 1_000_000, places: 1) + " Mbit/s"
    }

    private static func format(of track: AVAssetTrack) -> CMFormatDescription? {
        track.formatDescriptions.first as? CMFormatDescription
    }

    private static func audio(_ model: PlayerModel, _ tracks: [AVAssetTrack]) -> String? {
        guard let track = tracks.first(where: { $0.mediaType == .audio }) else { return nil }
        var parts = [codec(of: track)].compactMap { $0 }
        if let stream = format(of: track)?.audioStreamBasicDescription {
            if stream.mSampleRate > 0 {
                parts.append(number(stream.mSampleRate / 1000, places: stream.mSampleRate == 44100 ? 1 : 0) + " kHz")
            }
            let channels: String? =
                switch stream.mChannelsPerFrame {
                case 0: nil
                case 1: "1.0"
                case 2: "2.0"
                case 6: "5.1"
                case 8: "7.1"
                default: "\(stream.mChannelsPerFrame)"
                }
            parts += [channels].compactMap { $0 }
        }
        return parts.joined(separator: "  \u{00B7}  ")
    }

    private static func codec(of track: AVAssetTrack) -> String? {
        guard let type = format(of: track)?.mediaSubType else { return nil }
        let names: [CMFormatDescription.MediaSubType: String] = [
            .h264: "H.264", .hevc: "HEVC", .hevcWithAlpha: "HEVC", .av1: "AV1", .vp9: "VP9", .mpeg4Video: "MPEG-4",
            .mpeg2Video: "MPEG-2", .mpeg1Video: "MPEG-1", .jpeg: "JPEG", .mpeg4AAC: "AAC", .mpeg4AAC_HE: "HE-AAC",
            .mpeg4AAC_HE_V2: "HE-AAC", .mpegLayer3: "MP3",
            .ac3: "AC-3", .enhancedAC3: "E-AC-3", .flac: "FLAC", .opus: "Opus", .linearPCM: "PCM",
        ]
        return names[type] ?? type.description.trimmingCharacters(in: CharacterSet(charactersIn: "' "))
    }
}
