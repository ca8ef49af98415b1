import CoreMedia
import HLS

/// Compares what attributes declare with what was measured: protection, sample formats, thumbnail sheets, dates of I-frame playlists, pictures.
struct ContentChecks {
    let facts: StreamFacts

    func check(_ log: inout FindingLog) {
        checkTiles(&log)
        guard let list = facts.multivariant else { return }
        checkProtection(list, &log)
        checkFormats(list, &log)
        checkEntries(list, &log)
        checkLanguages(list, &log)
        checkIFrameDates(&log)
        checkTrackLanguages(list, &log)
        PictureChecks(facts: facts, list: list).check(&log)
        SoundChecks(facts: facts, list: list).check(&log)
        SubtitleChecks(facts: facts, list: list).check(&log)
    }

    private func checkProtection(_ list: MultivariantPlaylist, _ log: inout FindingLog) {
        var clear: [(variant: VariantStream, playlist: PlaylistFacts)] = []
        var protected = 0
        for (index, variant) in list.variants.enumerated() where VariantChecks.hasVideo(variant) {
            guard let playlist = facts.playlists.first(where: { $0.role == .variant(index) }),
                let segments = playlist.playlist?.segments, !segments.isEmpty
            else { continue }
            if segments.contains(where: { !$0.keys.isEmpty }) {
                protected += 1
            } else {
                clear.append((variant, playlist))
            }
        }
        for (variant, playlist) in clear {
            if let level = variant.copyProtection, level != .none, list.sessionKeys.isEmpty {
                log.add(
                    .copyProtection, "HDCP-LEVEL is \(level.rawValue), and the segments are not encrypted.",
                    at: .init(url: facts.document.url, name: playlist.name, line: variant.line), kind: "clear")
            }
        }
        if protected > 0, let first = clear.first {
            log.add(
                .mixedProtection,
                "The segments of \(first.playlist.name) are not encrypted; those of \(protected) other variants are.",
                at: first.playlist.place)
        }
    }

    private static let lossless: Set<String> = ["alac", "flac"]
    private static let jointCodecs: Set<String> = ["eac3", "ac4"]

    private func checkFormats(_ list: MultivariantPlaylist, _ log: inout FindingLog) {
        for playlist in facts.playlists {
            guard case .rendition(let index) = playlist.role, list.renditions.indices.contains(index) else { continue }
            let rendition = list.renditions[index]
            guard let audio = playlist.firstReadable?.track(.audio) else { continue }
            let place = StreamFinding.Place(url: facts.document.url, name: playlist.name, line: rendition.line)
            // With spectral band replication the track may state half the rate.
            if let rate = rendition.sampleRate, audio.sampleRate > 0, rate != audio.sampleRate,
                rate != 2 * audio.sampleRate || audio.codec != "aac"
            {
                log.add(
                    .sampleFormat, "SAMPLE-RATE is \(rate); the audio has \(audio.sampleRate) Hz.", at: place, kind: nil
                )
            }
            if let depth = rendition.bitDepth, !Self.lossless.contains(audio.codec), !audio.codec.hasPrefix("pcm") {
                log.add(
                    .sampleFormat, "BIT-DEPTH is \(depth); \(audio.codec) has no bit depth.", at: place, kind: nil)
            }
            if rendition.channelLayout?.codings.contains("JOC") == true, !Self.jointCodecs.contains(audio.codec) {
                log.add(
                    .sampleFormat, "CHANNELS is “\(rendition.channels?.prefix(40) ?? "")”; \(audio.codec) has no JOC.",
                    at: place, kind: nil)
            }
        }
    }

    /// Sample entries of one codec with parameter sets in the initialization section, and in the samples.
    private static let counterparts = ["hvc1": "hev1", "hev1": "hvc1", "avc1": "avc3", "avc3": "avc1"]

    private func checkEntries(_ list: MultivariantPlaylist, _ log: inout FindingLog) {
        for (index, variant) in list.variants.enumerated() {
            guard let playlist = facts.playlists.first(where: { $0.role == .variant(index) }),
                let entry = playlist.firstReadable?.fragments?.entry, let other = Self.counterparts[entry]
            else { continue }
            let declared = Set(variant.codecs.compactMap { $0.split(separator: ".").first.map(String.init) })
            guard declared.contains(other), !declared.contains(entry) else { continue }
            log.add(
                .codecs, "CODECS has \(other), and the sample entry of the video is \(entry).",
                at: .init(url: facts.document.url, name: playlist.name, line: variant.line), kind: "entry")
        }
    }

    /// Finds renditions of different languages with the same bytes.
    private func checkLanguages(_ list: MultivariantPlaylist, _ log: inout FindingLog) {
        var known: [[UInt64]: (rendition: Rendition, url: String)] = [:]
        for playlist in facts.playlists {
            guard case .rendition(let index) = playlist.role, list.renditions.indices.contains(index) else { continue }
            let rendition = list.renditions[index]
            let digests = playlist.examined.compactMap(\.facts.digest)
            guard rendition.kind == .audio || rendition.kind == .subtitles, digests.count >= 2,
                let language = rendition.language
            else { continue }
            guard let other = known[digests] else {
                known[digests] = (rendition, playlist.document.url)
                continue
            }
            guard other.url != playlist.document.url, let second = other.rendition.language,
                LanguageCodes.differ(language, second)
            else { continue }
            log.add(
                .sameContent,
                "All segments of “\(rendition.name)” (\(language.prefix(40))) have the same bytes as those of "
                    + "“\(other.rendition.name)” (\(second.prefix(40))).", at: playlist.place,
                level: rendition.kind == .subtitles ? .warning : nil)
        }
    }

    private func checkTrackLanguages(_ list: MultivariantPlaylist, _ log: inout FindingLog) {
        for playlist in facts.playlists {
            guard case .rendition(let index) = playlist.role, list.renditions.indices.contains(index),
                let language = list.renditions[index].language,
                let stated = playlist.firstReadable?.track(.audio)?.language, LanguageCodes.differ(language, stated)
            else { continue }
            log.add(
                .trackLanguage, "LANGUAGE is \(language.prefix(40)); the track states \(stated.prefix(40)).",
                at: .init(url: facts.document.url, name: playlist.name, line: list.renditions[index].line), kind: nil)
        }
    }

    private func checkIFrameDates(_ log: inout FindingLog) {
        func date(_ playlist: PlaylistFacts) -> Double? {
            guard let segments = playlist.playlist?.segments,
                let segment = segments.first(where: { $0.programDateTime != nil }), let date = segment.programDateTime
            else { return nil }
            return date.timeIntervalSince1970 - segment.start.seconds
        }
        // The windows of live playlists start at different times.
        guard !facts.isLive, let variant = facts.playlists.first(where: { $0.isVariant && date($0) != nil }),
            let reference = date(variant)
        else { return }
        for playlist in facts.playlists where playlist.isIFrames {
            guard let own = date(playlist), abs(own - reference) > 1 else { continue }
            log.add(
                .iFrameDates,
                "The dates are \(Words.seconds(abs(own - reference))) s \(own > reference ? "later" : "earlier") than those "
                    + "of \(variant.name).", at: playlist.place)
        }
    }

    private func checkTiles(_ log: inout FindingLog) {
        for playlist in facts.playlists where playlist.isImages {
            guard let segments = playlist.playlist?.segments else { continue }
            for (position, measured) in playlist.examined {
                guard segments.indices.contains(position), let tiles = segments[position].tiles,
                    let size = measured.imageSize, size.count == 2
                else { continue }
                let declared = [tiles.size.width * tiles.columns, tiles.size.height * tiles.rows]
                // The last rows may be left out where nothing is on them.
                let isWhole = size == declared
                let isShort = position == segments.count - 1 && size[0] == declared[0] && size[1] < declared[1]
                guard !isWhole, !isShort else { continue }
                log.add(
                    .tileSize,
                    "EXT-X-TILES declares \(declared[0])x\(declared[1]) pixels; the sheet has \(size[0])x\(size[1]).",
                    at: playlist.place(position))
            }
        }
    }
}
