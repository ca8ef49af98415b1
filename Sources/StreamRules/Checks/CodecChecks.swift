import CoreMedia
import HLS

/// Compares CODECS, RESOLUTION, FRAME-RATE, VIDEO-RANGE and CHANNELS with the tracks in the segments.
struct CodecChecks {
    let facts: StreamFacts

    private static let frameRateTolerance = 0.025
    /// Video of a higher rate, in frames per second, should have FRAME-RATE (RFC 8216bis section 4.4.6.2).
    private static let usualFrameRate = 30.5
    private static let aspectTolerance = 0.03

    func check(_ log: inout FindingLog) {
        for playlist in facts.playlists { checkTracks(playlist, &log) }
        guard let list = facts.multivariant else { return }
        for (index, variant) in list.variants.enumerated() {
            guard let playlist = facts.playlists.first(where: { $0.role == .variant(index) }),
                let segment = playlist.firstReadable
            else { continue }
            let place = StreamFinding.Place(url: facts.document.url, name: playlist.name, line: variant.line)
            checkCodecs(variant, segment, place, &log)
            if let video = segment.track(.video) { checkVideo(video, variant, playlist, place, &log) }
        }
        for (index, variant) in list.iFrameVariants.enumerated() {
            guard let playlist = facts.playlists.first(where: { $0.role == .iFrames(index) }),
                let video = playlist.firstReadable?.track(.video)
            else { continue }
            let place = StreamFinding.Place(url: facts.document.url, name: playlist.name, line: variant.line)
            checkSize(video, variant, place, &log)
            checkRange(video, variant, place, &log)
            for name in variant.codecs { compareAll([video], [name], place, isWhole: true, &log) }
        }
        checkRenditions(list, &log)
        checkTogether(list, &log)
    }

    private func checkTracks(_ playlist: PlaylistFacts, _ log: inout FindingLog) {
        guard let segment = playlist.firstReadable else { return }
        if let video = segment.track(.video) {
            if video.isInterlaced { log.add(.interlaced, "The video is interlaced.", at: playlist.place) }
            if segment.container == .fragments, !playlist.isIFrames,
                let name = segment.fragments?.entry ?? video.codecParameter
            {
                let entry = String(name.prefix(4))
                if ["hev1", "dvhe", "avc3"].contains(entry) {
                    log.add(
                        .sampleEntry, "The video has the sample entry \(entry).", at: playlist.place,
                        level: entry == "avc3" ? .info : nil)
                }
            }
            checkProfile(video, playlist, &log)
            if segment.container == .transportStream, video.codec == "hevc", !playlist.isIFrames {
                log.add(.codecContainer, "HEVC is in MPEG transport streams.", at: playlist.place)
            }
        }
    }

    /// The profiles of H.264 that hardware decodes: Baseline, Main, Extended, High.
    private static let usualProfiles: Set<UInt32> = [66, 77, 88, 100]
    private static let profileNames: [UInt32: String] = [
        44: "CAVLC 4:4:4 Intra", 110: "High 10", 122: "High 4:2:2", 244: "High 4:4:4 Predictive",
    ]

    private func checkProfile(_ video: TrackFacts, _ playlist: PlaylistFacts, _ log: inout FindingLog) {
        guard !playlist.isIFrames, let name = video.codecParameter, name.hasPrefix("avc"),
            let number = UInt32(name.dropFirst(5).prefix(2), radix: 16), !Self.usualProfiles.contains(number)
        else { return }
        log.add(
            .profile, "The video is \(name), with the profile \(Self.profileNames[number] ?? "\(number)").",
            at: playlist.place)
    }

    // MARK: - CODECS

    private func audioTracks(of variant: VariantStream) -> (tracks: [TrackFacts], isWhole: Bool) {
        guard let list = facts.multivariant, let group = variant.audioGroup else { return ([], true) }
        var tracks: [TrackFacts] = []
        var isWhole = true
        for (index, rendition) in list.renditions.enumerated()
        where rendition.kind == .audio && rendition.groupID == group && rendition.uri != nil {
            let playlist = facts.playlists.first { playlist in
                playlist.role == .rendition(index)
                    || (playlist.document.url == rendition.uri.flatMap { list.url(for: $0)?.absoluteString })
            }
            if let track = playlist?.firstReadable?.track(.audio) {
                if !tracks.contains(track) { tracks.append(track) }
            } else {
                isWhole = false
            }
        }
        return (tracks, isWhole)
    }

    private func checkCodecs(
        _ variant: VariantStream, _ segment: SegmentFacts, _ place: StreamFinding.Place, _ log: inout FindingLog
    ) {
        guard !variant.codecs.isEmpty else { return }
        let group = audioTracks(of: variant)
        let own = segment.tracks.filter { track in
            (track.kind == .video || track.kind == .audio)
                && segment.spans.contains {
                    segment.tracks.indices.contains($0.track) && segment.tracks[$0.track] == track
                }
        }
        compareAll(own + group.tracks, variant.codecs, place, isWhole: group.isWhole, &log)
    }

    private func compareAll(
        _ tracks: [TrackFacts], _ declared: [String], _ place: StreamFinding.Place, isWhole: Bool,
        _ log: inout FindingLog
    ) {
        let all = "CODECS=\"\(declared.joined(separator: ","))\""
        var found: Set<String> = []
        for track in tracks {
            guard let family = Self.family(of: track) else { continue }
            found.insert(family)
            let same = declared.filter { Codec($0).map { Self.family($0.family) } == family }
            guard !same.isEmpty else {
                // Old forms of a codec's name are reported as such.
                guard declared.allSatisfy({ Codec($0) != nil }) else { continue }
                log.add(
                    .codecUndeclared,
                    "The \(track.kind.rawValue) is \(track.codecParameter ?? track.codec), which \(all) does "
                        + "not have.", at: place, kind: track.kind.rawValue)
                continue
            }
            guard let measured = track.codecParameter else { continue }
            let outcomes = same.map { Self.compare($0, measured, track) }
            guard !outcomes.contains(.same) else { continue }
            if outcomes.contains(.levelHigher) {
                log.add(
                    .codecLevel, "\(all) declares a higher level than that of the \(track.kind.rawValue), \(measured).",
                    at: place, kind: track.kind.rawValue)
            } else {
                log.add(
                    .codecs, "\(all) does not describe the \(track.kind.rawValue), which is \(measured).", at: place,
                    kind: track.kind.rawValue)
            }
        }
        guard isWhole, !tracks.isEmpty else { return }
        for name in declared {
            guard let codec = Codec(name), codec.kind != .text, !found.contains(Self.family(codec.family)) else {
                continue
            }
            log.add(.codecAbsent, "\(all) has \(name), and no track is of this codec.", at: place, kind: name)
        }
    }

    private static func family(_ family: Codec.Family) -> String {
        switch family {
        case .dolbyVision: Codec.Family.hevc.rawValue
        case .dolbyVisionAV1: Codec.Family.av1.rawValue
        default: family.rawValue
        }
    }

    private static func family(of track: TrackFacts) -> String? {
        if let name = track.codecParameter, let codec = Codec(name) { return family(codec.family) }
        return switch track.codec {
        case "h264": Codec.Family.h264.rawValue
        case "hevc": Codec.Family.hevc.rawValue
        case "av1": Codec.Family.av1.rawValue
        case "aac": Codec.Family.aac.rawValue
        case "ac3": Codec.Family.ac3.rawValue
        case "eac3": Codec.Family.enhancedAC3.rawValue
        case "mp3": Codec.Family.mp3.rawValue
        default: nil
        }
    }

    enum Comparison { case same, levelHigher, different }

    /// Compares a declared codec with the measured one of the same family.
    static func compare(_ declared: String, _ measured: String, _ track: TrackFacts) -> Comparison {
        let (left, right) = (declared.lowercased(), measured.lowercased())
        if left == right { return .same }
        let own = left.split(separator: ".").map(String.init)
        let other = right.split(separator: ".").map(String.init)
        switch own.first {
        case "avc1", "avc3":
            guard own.count == 2, other.count == 2, own[1].count == 6, other[1].count == 6,
                let one = UInt32(own[1], radix: 16), let two = UInt32(other[1], radix: 16)
            else { return .same }
            // Constrained Baseline is a subset of Main; the constraint bits say so.
            guard one >> 16 == two >> 16 else { return .different }
            let (declaredLevel, level) = (one & 0xff, two & 0xff)
            return declaredLevel == level ? .same : declaredLevel > level ? .levelHigher : .different
        case "hvc1", "hev1":
            guard own.count >= 4, other.count >= 4 else { return .same }
            guard own[1] == other[1], own[3].first == other[3].first else { return .different }
            let levels = (Int(own[3].dropFirst()) ?? 0, Int(other[3].dropFirst()) ?? 0)
            return levels.0 == levels.1 ? .same : levels.0 > levels.1 ? .levelHigher : .different
        case "mp4a":
            // Spectral band replication may be signalled in the samples only, at half the sample rate.
            let replicating: Set<String> = ["5", "05", "29"]
            guard let one = own.last, let two = other.last, own.count == 3 else { return .same }
            if (Int(one) ?? 0) == (Int(two) ?? 0) { return .same }
            if replicating.contains(one), replicating.contains(two) { return .same }
            if replicating.contains(one), two == "2", track.sampleRate <= 24_000 { return .same }
            return .different
        case "av01":
            guard own.count >= 4, other.count >= 4 else { return .same }
            guard own[1] == other[1], own[3] == other[3] else { return .different }
            let levels = (Int(own[2].prefix(2)) ?? 0, Int(other[2].prefix(2)) ?? 0)
            return levels.0 == levels.1 ? .same : levels.0 > levels.1 ? .levelHigher : .different
        default: return .same
        }
    }

    // MARK: - Video

    private func checkVideo(
        _ video: TrackFacts, _ variant: VariantStream, _ playlist: PlaylistFacts, _ place: StreamFinding.Place,
        _ log: inout FindingLog
    ) {
        checkSize(video, variant, place, &log)
        checkFrameRate(variant, playlist, place, &log)
        checkRange(video, variant, place, &log)
    }

    private func checkFrameRate(
        _ variant: VariantStream, _ playlist: PlaylistFacts, _ place: StreamFinding.Place, _ log: inout FindingLog
    ) {
        guard let timeline = Timeline(playlist, .video), let measured = Self.frameRate(timeline) else { return }
        let words = "the video has \(Words.decimal((measured * 100).rounded() / 100)) frames per second"
        guard let declared = variant.frameRate else {
            guard measured > Self.usualFrameRate else { return }
            return log.add(.frameRateMissing, "There is no FRAME-RATE; \(words).", at: place, level: .warning)
        }
        guard declared > 0, abs(declared - measured) / measured > Self.frameRateTolerance else { return }
        log.add(.frameRate, "FRAME-RATE is \(Words.decimal(declared)); \(words).", at: place)
    }

    private func checkRange(
        _ video: TrackFacts, _ variant: VariantStream, _ place: StreamFinding.Place, _ log: inout FindingLog
    ) {
        let measured: String =
            switch video.transfer {
            case "smpte2084": "PQ"
            case "arib-std-b67": "HLG"
            default: "SDR"
            }
        let declared = variant.videoRange?.name ?? "SDR"
        if declared != measured {
            log.add(
                .range,
                "VIDEO-RANGE is \(variant.videoRange == nil ? "missing, which means SDR" : declared); the video is "
                    + "\(measured)\(video.transfer.map { " (\($0))" } ?? "").", at: place)
        }
    }

    private func checkSize(
        _ video: TrackFacts, _ variant: VariantStream, _ place: StreamFinding.Place, _ log: inout FindingLog
    ) {
        guard let declared = variant.resolution, video.width > 0 else { return }
        func isNear(_ width: Int, _ height: Int) -> Bool {
            abs(declared.width - width) <= 2 && abs(declared.height - height) <= 2
        }
        guard !isNear(video.width, video.height), !isNear(video.displayWidth, video.displayHeight) else { return }
        log.add(
            .size, "RESOLUTION is \(declared.width)x\(declared.height); the video has \(video.width)x\(video.height).",
            at: place)
    }

    static func frameRate(_ timeline: Timeline) -> Double? {
        let durations = timeline.entries.map(\.sampleDuration).filter { $0 > 0 }.sorted()
        guard !durations.isEmpty else { return nil }
        return 1e9 / Double(durations[durations.count / 2])
    }

    // MARK: - Renditions and variants together

    private func checkRenditions(_ list: MultivariantPlaylist, _ log: inout FindingLog) {
        for playlist in facts.playlists {
            guard case .rendition(let index) = playlist.role, list.renditions.indices.contains(index) else { continue }
            let rendition = list.renditions[index]
            checkKind(playlist, rendition, &log)
            guard let audio = playlist.firstReadable?.track(.audio) else { continue }
            if let declared = rendition.language, let own = audio.language, LanguageCodes.differ(declared, own) {
                log.add(
                    .languageDiffers,
                    "LANGUAGE of “\(rendition.name)” is \(declared.prefix(40)), and the track is marked as \(own.prefix(40)).",
                    at: .init(url: facts.document.url, name: playlist.name, line: rendition.line), kind: nil)
            }
            guard let layout = rendition.channelLayout, layout.codings.isEmpty, layout.count != audio.channels,
                audio.channels > 0
            else { continue }
            log.add(
                .channels, "CHANNELS is \(layout.count); the audio has \(audio.channels) channels.",
                at: .init(url: facts.document.url, name: playlist.name, line: rendition.line), kind: nil)
        }
    }

    /// Checks that a rendition has media of its type.
    private func checkKind(_ playlist: PlaylistFacts, _ rendition: Rendition, _ log: inout FindingLog) {
        let place = StreamFinding.Place(url: facts.document.url, name: playlist.name, line: rendition.line)
        let hasText = playlist.examined.contains { $0.facts.text != nil }
        let readable = playlist.firstReadable
        switch rendition.kind {
        case .audio:
            if hasText {
                log.add(.wrongMedia, "The audio rendition “\(rendition.name)” has segments of WebVTT.", at: place)
            } else if let readable, readable.span(.audio) == nil {
                log.add(.wrongMedia, "The audio rendition “\(rendition.name)” has no audio.", at: place)
            } else if let readable, readable.span(.video) != nil {
                log.add(
                    .wrongMedia, "The audio rendition “\(rendition.name)” has video, too.", at: place, level: .warning,
                    kind: "video")
            }
        case .subtitles:
            // Subtitles in fragments have no span, because they are not demuxed.
            let isMedia = playlist.examined.contains { entry in
                entry.facts.span(.audio) != nil || entry.facts.span(.video) != nil
                    || entry.facts.container == .transportStream || entry.facts.container == .packedAudio
            }
            if isMedia {
                log.add(.wrongMedia, "The subtitles “\(rendition.name)” have audio or video.", at: place)
            }
        case .video:
            if let readable, readable.span(.video) == nil {
                log.add(.wrongMedia, "The video rendition “\(rendition.name)” has no video.", at: place)
            }
        case .closedCaptions: break
        }
    }

    private func checkTogether(_ list: MultivariantPlaylist, _ log: inout FindingLog) {
        var first: (audio: TrackFacts, name: String)?
        var aspect: (value: Double, name: String)?
        var sounding: [PlaylistFacts] = []
        var silent: [PlaylistFacts] = []
        for playlist in facts.playlists where playlist.isVariant {
            guard let segment = playlist.firstReadable, case .variant(let index) = playlist.role else { continue }
            if let video = segment.track(.video), video.displayHeight > 0 {
                let own = Double(video.displayWidth) / Double(video.displayHeight)
                if let aspect, abs(own / aspect.value - 1) > Self.aspectTolerance {
                    log.add(
                        .aspect,
                        "The aspect ratio is \(Words.decimal((own * 1000).rounded() / 1000)), and "
                            + "\(Words.decimal((aspect.value * 1000).rounded() / 1000)) in \(aspect.name).",
                        at: playlist.place)
                }
                aspect = aspect ?? (own, playlist.name)
            }
            // A rendition without URI is muxed into the variant.
            let group = list.variants.indices.contains(index) ? list.variants[index].audioGroup : nil
            let isMuxed = list.renditions.contains { $0.kind == .audio && $0.groupID == group && $0.uri == nil }
            if let audio = segment.track(.audio), segment.span(.audio) != nil {
                sounding.append(playlist)
                if let first, first.audio.sampleRate != audio.sampleRate || first.audio.channels != audio.channels,
                    first.audio.codec == audio.codec
                {
                    log.add(
                        .sampleRate,
                        "The audio has \(audio.sampleRate) Hz and \(audio.channels) channels, and "
                            + "\(first.audio.sampleRate) Hz and \(first.audio.channels) in \(first.name).",
                        at: playlist.place)
                }
                first = first ?? (audio, playlist.name)
            } else if group != nil, !isMuxed {
                sounding.append(playlist)
            } else {
                silent.append(playlist)
            }
        }
        if let one = silent.first, !sounding.isEmpty {
            log.add(.audioMissing, "\(one.name) has no audio, although other variants have it.", at: one.place)
        }
        checkGroups(list, &log)
    }

    /// Checks that the renditions of a group have the same codec and sample rate: players switch between groups of one stream.
    private func checkGroups(_ list: MultivariantPlaylist, _ log: inout FindingLog) {
        var rates: [String: (rate: Int, name: String)] = [:]
        var codecs: [String: (codec: String, name: String)] = [:]
        for playlist in facts.playlists {
            guard case .rendition(let index) = playlist.role, list.renditions.indices.contains(index),
                list.renditions[index].kind == .audio, let audio = playlist.firstReadable?.track(.audio)
            else { continue }
            let group = list.renditions[index].groupID
            if let other = codecs[group], other.codec != audio.codec {
                log.add(
                    .groupCodecs,
                    "The audio is \(audio.codecParameter ?? audio.codec), and \(other.codec) in \(other.name) of the same "
                        + "group.", at: playlist.place)
            } else if codecs[group] == nil {
                codecs[group] = (audio.codec, playlist.name)
            }
            if let other = rates[group], other.rate != audio.sampleRate {
                log.add(
                    .sampleRate,
                    "The audio has \(audio.sampleRate) Hz, and \(other.rate) Hz in \(other.name) of the same group.",
                    at: playlist.place)
            } else {
                rates[group] = (audio.sampleRate, playlist.name)
            }
        }
    }
}
