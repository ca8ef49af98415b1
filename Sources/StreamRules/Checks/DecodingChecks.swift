import CoreMedia
import HLS

/// Checks what only decoding shows, such as the loudness of the whole stream; and captions.
struct DecodingChecks {
    let facts: StreamFacts

    private static let loudnessTolerance = 2.0
    private static let silence = -69.0

    func check(_ log: inout FindingLog) {
        CaptionChecks(facts: facts).check(&log)
        guard facts.isDecoded else { return }
        checkLoudness(&log)
        checkPeaks(&log)
        checkLimits(&log)
        checkAlone(&log)
        checkRepetitions(&log)
        DecodedSoundChecks(facts: facts).check(&log)
        for playlist in facts.playlists {
            guard let decoded = playlist.decoded else { continue }
            checkStretches(decoded, playlist, &log)
            checkChannels(decoded, playlist, &log)
            checkLevels(decoded, playlist, &log)
        }
    }

    /// Black, frozen and silent stretches of at least this many seconds are reported.
    private static let longStretch = 5.0
    /// Video that shows one picture for more than this share of its duration is a still picture, and is not reported as frozen.
    private static let stillShare = 0.6
    private static let oppositeCorrelation = -0.9
    private static let equalCorrelation = 0.9999
    /// Of full scale. The offset of converters is a thousandth.
    private static let largestOffset = 0.02

    private func checkStretches(_ decoded: DecodedFacts, _ playlist: PlaylistFacts, _ log: inout FindingLog) {
        func words(_ stretch: DecodedFacts.Stretched) -> String {
            "\(Words.seconds((stretch.seconds * 10).rounded() / 10)) s from "
                + "\(Words.seconds((stretch.start * 10).rounded() / 10)) s on"
        }
        func place(_ stretch: DecodedFacts.Stretched) -> StreamFinding.Place {
            var place = playlist.place
            place.time = stretch.start
            return place
        }
        if let black = decoded.black, black.seconds >= Self.longStretch {
            log.add(.stretches, "The video is black for \(words(black)).", at: place(black), kind: "black")
        }
        if let frozen = decoded.frozen, frozen.seconds >= Self.longStretch,
            decoded.frozenSeconds < decoded.videoSeconds * Self.stillShare
        {
            log.add(.stretches, "The video does not change for \(words(frozen)).", at: place(frozen), kind: "frozen")
        }
        if let silence = decoded.silence, silence.seconds >= Self.longStretch,
            playlist.loudness.map({ $0 > Self.silence }) ?? false
        {
            log.add(.stretches, "The audio is silent for \(words(silence)).", at: place(silence), kind: "silent")
        }
    }

    /// Stretches of one variant alone are reported from this many seconds on.
    private static let shortStretch = 1.5

    /// Finds black and frozen stretches that one variant has, and the others do not have.
    private func checkAlone(_ log: inout FindingLog) {
        let variants = facts.playlists.filter { $0.isVariant && $0.decoded.map { $0.videoSeconds > 0 } ?? false }
        guard variants.count > 1 else { return }
        for playlist in variants {
            let others = variants.filter { $0.document.url != playlist.document.url }.compactMap(\.decoded)
            guard let own = playlist.decoded, !others.isEmpty else { continue }
            let kinds = [
                ("is black", own.black, others.map(\.black)), ("does not change", own.frozen, others.map(\.frozen)),
            ]
            for (words, stretch, theirs) in kinds {
                guard let stretch, (Self.shortStretch..<Self.longStretch).contains(stretch.seconds),
                    theirs.allSatisfy({ ($0?.seconds ?? 0) < stretch.seconds / 2 })
                else { continue }
                var place = playlist.place
                place.time = stretch.start
                log.add(
                    .stretches,
                    "The video \(words) for \(Words.seconds((stretch.seconds * 10).rounded() / 10)) s from "
                        + "\(Words.seconds((stretch.start * 10).rounded() / 10)) s on, unlike that of the other variants.",
                    at: place, kind: words)
            }
        }
    }

    private static let fewestNewFrames = 50
    /// Of the different frames, this share at least is shown twice.
    private static let repeatedShare = 0.1

    /// Finds variants that show frames twice, while others show a new frame each time.
    private func checkRepetitions(_ log: inout FindingLog) {
        func share(_ decoded: DecodedFacts) -> Double? {
            guard decoded.newFrames >= Self.fewestNewFrames else { return nil }
            return Double(decoded.repeatedFrames) / Double(decoded.newFrames)
        }
        let variants = facts.playlists.filter { $0.isVariant && $0.decoded != nil }
        for playlist in variants {
            guard let decoded = playlist.decoded, let own = share(decoded), own >= Self.repeatedShare else { continue }
            let others = variants.filter { $0.document.url != playlist.document.url }
            guard let other = others.first(where: { $0.decoded.flatMap(share).map { $0 * 4 <= own } ?? false }) else {
                continue
            }
            log.add(
                .doubledFrames,
                "\(decoded.repeatedFrames) of \(decoded.newFrames + decoded.repeatedFrames) frames repeat the frame before, "
                    + "unlike those of \(other.name).", at: playlist.place)
        }
    }

    /// The share of samples outside the limited range that test pictures and overshoots do not reach.
    private static let largestOutside = 0.04

    private func checkLevels(_ decoded: DecodedFacts, _ playlist: PlaylistFacts, _ log: inout FindingLog) {
        guard decoded.outsideShare > Self.largestOutside, let track = playlist.firstReadable?.track(.video),
            !track.isFullRange, track.pixelFormat?.hasPrefix("yuvj") != true
        else { return }
        log.add(
            .levels,
            "\(Int((decoded.outsideShare * 100).rounded())) % of the samples are outside the limited range, which the video "
                + "states.", at: playlist.place)
    }

    private func checkChannels(_ decoded: DecodedFacts, _ playlist: PlaylistFacts, _ log: inout FindingLog) {
        let silent = decoded.silentChannels
        let count = playlist.firstReadable?.track(.audio)?.channels ?? 0
        // The effects channel of surround sound is often empty.
        if !silent.isEmpty, count == 2 || silent.count > 1 || silent != [3] {
            log.add(
                .channelContent,
                "Of \(count) channels, \(silent.count == 1 ? "one has" : "\(silent.count) have") no sound: "
                    + "\(silent.map { "\($0 + 1)" }.joined(separator: ", ")).", at: playlist.place, kind: "silent")
        }
        if let offset = decoded.offset, abs(offset) > Self.largestOffset {
            log.add(
                .channelContent,
                "The samples have a mean of \(Words.decimal((offset * 1000).rounded() / 10)) % of full scale, a DC offset.",
                at: playlist.place, kind: "offset")
        }
        if let correlation = decoded.correlation, count == 2, correlation > Self.equalCorrelation {
            log.add(
                .channelContent, "The two channels are equal: the audio is mono.", at: playlist.place, level: .info,
                kind: "equal")
        }
        if let correlation = decoded.correlation, count == 2, correlation < Self.oppositeCorrelation {
            log.add(
                .channelContent,
                "The two channels have opposite signs: their correlation is "
                    + "\(Words.decimal((correlation * 100).rounded() / 100)).", at: playlist.place, kind: "opposite")
        }
    }

    private func checkLoudness(_ log: inout FindingLog) {
        var first: (value: Double, name: String)?
        for playlist in facts.playlists {
            guard let value = playlist.loudness else { continue }
            guard value > Self.silence else {
                log.add(.silence, "The audio of \(playlist.name) is silent.", at: playlist.place)
                continue
            }
            if let first, abs(value - first.value) > Self.loudnessTolerance {
                log.add(
                    .loudness,
                    "The loudness is \(Words.decimal((value * 10).rounded() / 10)) LUFS, and "
                        + "\(Words.decimal((first.value * 10).rounded() / 10)) LUFS in \(first.name).",
                    at: playlist.place)
            }
            first = first ?? (value, playlist.name)
        }
    }

    /// Audio louder than this, in LUFS, that exceeds full scale is distorted. Quieter music may have single peaks above it.
    private static let loudest = -9.0
    private static let highestPeak = 0.5

    /// Peaks that are less than this above the loudness, in decibels, are those of limited audio, where others have this much more.
    private static let limitedDistance = 8.0
    private static let limitedDifference = 6.0

    /// Looks for audio whose peaks are near its loudness, unlike those of others: a limiter or an overdriven input cut them.
    private func checkLimits(_ log: inout FindingLog) {
        func distance(_ playlist: PlaylistFacts) -> Double? {
            guard let loudness = playlist.loudness, let peak = playlist.truePeak, loudness > Self.silence else {
                return nil
            }
            return peak - loudness
        }
        let sounds = facts.playlists.filter { $0.decoded?.hasSteadyLevel == false }
        for playlist in sounds {
            guard let own = distance(playlist), own < Self.limitedDistance,
                !log.findings.contains(where: { $0.rule == StreamRule.clipping.id && $0.place == playlist.place }),
                let other = sounds.first(where: { distance($0).map { $0 >= own + Self.limitedDifference } ?? false }),
                let reference = distance(other)
            else { continue }
            log.add(
                .clipping,
                "The peaks are only \(Words.decimal((own * 10).rounded() / 10)) dB above the loudness, as those of a hard "
                    + "limiter; those of \(other.name) are \(Words.decimal((reference * 10).rounded() / 10)) dB above it.",
                at: playlist.place, kind: "limited")
        }
    }

    private func checkPeaks(_ log: inout FindingLog) {
        for playlist in facts.playlists {
            guard let loudness = playlist.loudness, let peak = playlist.truePeak, loudness > Self.loudest,
                peak > Self.highestPeak
            else { continue }
            log.add(
                .clipping,
                "The loudness is \(Words.decimal((loudness * 10).rounded() / 10)) LUFS, with true peaks of "
                    + "\(Words.decimal((peak * 10).rounded() / 10)) dBTP.", at: playlist.place)
        }
    }
}
