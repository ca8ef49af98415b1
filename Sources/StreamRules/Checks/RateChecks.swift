import CoreMedia
import HLS

/// Compares the measured bit rates of variants with what the multivariant playlist declares.
package struct RateChecks {
    let facts: StreamFacts

    package init(_ facts: StreamFacts) { self.facts = facts }

    /// Measured rates in bits per second.
    package struct Rates: Sendable {
        package var peak = 0.0
        package var average = 0.0
        /// The rate of the largest segment, however short: packagers may declare it.
        package var largest = 0.0
        /// Whether every segment was measured.
        package var isComplete = true
    }

    private static let tolerance = 1.1
    private static let highFactor = 2.0
    /// The maximum number of segments in one window of the peak.
    private static let mostInWindow = 200

    /// Returns the rates of a playlist alone. The peak is that of the contiguous segments that last 0.5 to 1.5 target durations
    /// together (RFC 8216bis section 4.4.6.2).
    package static func rates(_ playlist: PlaylistFacts) -> Rates? {
        guard let list = playlist.playlist, !list.segments.isEmpty else { return nil }
        var sizes: [(bits: Double, seconds: Double)] = []
        var rates = Rates()
        for (position, segment) in list.segments.enumerated() {
            let measured = playlist.segments.indices.contains(position) ? playlist.segments[position] : nil
            if let measured, measured.failure == nil {
                sizes.append((Double(measured.byteCount) * 8, segment.duration.seconds))
            } else if !segment.isGap {
                rates.isComplete = false
                sizes.append((0, 0))
            }
        }
        rates.largest = sizes.filter { $0.seconds > 0 }.map { $0.bits / $0.seconds }.max() ?? 0
        let seconds = sizes.reduce(0) { $0 + $1.seconds }
        guard seconds > 0 else { return nil }
        rates.average = sizes.reduce(0) { $0 + $1.bits } / seconds
        let target = list.targetDuration?.seconds ?? seconds
        for first in sizes.indices {
            var (bits, length) = (0.0, 0.0)
            for size in sizes[first...].prefix(Self.mostInWindow) {
                guard size.seconds > 0 else { break }
                bits += size.bits
                length += size.seconds
                if length > 1.5 * target + 0.001 { break }
                if length >= 0.5 * target - 0.001 { rates.peak = max(rates.peak, bits / length) }
            }
        }
        if rates.peak == 0 { rates.peak = rates.average }
        return rates
    }

    /// Returns the rates of a variant with the largest rendition of each of its groups.
    package func rates(ofVariant index: Int) -> Rates? {
        guard let list = facts.multivariant, list.variants.indices.contains(index),
            let own = facts.playlists.first(where: { $0.role == .variant(index) }), var rates = Self.rates(own)
        else { return nil }
        let variant = list.variants[index]
        let groups: [(Rendition.Kind, String?)] = [
            (.audio, variant.audioGroup), (.video, variant.videoGroup), (.subtitles, variant.subtitleGroup),
        ]
        for (kind, name) in groups {
            guard let name else { continue }
            var largest = Rates()
            // The playlist of a variant of audio alone may be a member of its own group.
            var isMember = false
            for playlist in facts.playlists {
                guard case .rendition(let position) = playlist.role, list.renditions.indices.contains(position),
                    list.renditions[position].kind == kind, list.renditions[position].groupID == name
                else { continue }
                if playlist.document.url == own.document.url { isMember = true }
                guard playlist.document.url != own.document.url, let measured = Self.rates(playlist) else { continue }
                largest.peak = max(largest.peak, measured.peak)
                largest.average = max(largest.average, measured.average)
                largest.largest = max(largest.largest, measured.largest)
            }
            if isMember {
                rates.peak = max(rates.peak, largest.peak)
                rates.average = max(rates.average, largest.average)
                rates.largest = max(rates.largest, largest.largest)
            } else {
                rates.peak += largest.peak
                rates.average += largest.average
                rates.largest += largest.largest
            }
        }
        return rates
    }

    func check(_ log: inout FindingLog) {
        guard let list = facts.multivariant else { return }
        for (index, variant) in list.variants.enumerated() {
            guard let rates = rates(ofVariant: index) else { continue }
            let place = StreamFinding.Place(
                url: facts.document.url, name: facts.playlists.first { $0.role == .variant(index) }?.name,
                line: variant.line)
            compare(rates, variant, place, &log)
        }
        for (index, variant) in list.iFrameVariants.enumerated() {
            guard let playlist = facts.playlists.first(where: { $0.role == .iFrames(index) }),
                let rates = iFrameRates(playlist)
            else { continue }
            let place = StreamFinding.Place(url: facts.document.url, name: playlist.name, line: variant.line)
            if rates.peak > Double(variant.bandwidth) * Self.tolerance {
                log.add(
                    .peak,
                    "BANDWIDTH of the I-frame playlist is \(Words.kilobits(Double(variant.bandwidth))), and "
                        + "\(Words.kilobits(rates.peak)) were measured.", at: place, level: .warning, kind: nil)
            } else if rates.isComplete, rates.peak > 0,
                Double(variant.bandwidth) > max(rates.peak * 2, rates.largest * Self.tolerance)
            {
                log.add(
                    .peakHigh,
                    "BANDWIDTH of the I-frame playlist is \(Words.kilobits(Double(variant.bandwidth))); the measured peak is "
                        + "\(Words.kilobits(rates.peak)).", at: place,
                    level: Double(variant.bandwidth) > rates.peak * 4 ? .warning : .info, kind: nil)
            }
        }
        for playlist in facts.playlists {
            checkTags(playlist, &log)
            checkStereo(playlist, &log)
        }
    }

    /// Bits per second. Apple recommends 32 to 160 kbit/s; the measured rate varies around the encoder's.
    private static let lowestStereo = 29_000.0

    private func checkStereo(_ playlist: PlaylistFacts, _ log: inout FindingLog) {
        guard case .rendition = playlist.role, let segment = playlist.firstReadable, segment.track(.video) == nil,
            let audio = segment.track(.audio), audio.codec == "aac", audio.channels == 2,
            let rates = Self.rates(playlist), rates.isComplete, rates.average < Self.lowestStereo
        else { return }
        log.add(
            .stereoRate, "The stereo audio has \(Words.kilobits(rates.average)).", at: playlist.place)
    }

    private func compare(
        _ rates: Rates, _ variant: VariantStream, _ place: StreamFinding.Place, _ log: inout FindingLog
    ) {
        let (peak, declared) = (rates.peak, Double(variant.bandwidth))
        if peak > declared * Self.tolerance {
            log.add(
                .peak, "BANDWIDTH is \(Words.kilobits(declared)); the measured peak is \(Words.kilobits(peak)).",
                at: place,
                kind: nil)
        } else if rates.isComplete, declared > max(peak * 1.5, rates.largest * Self.tolerance), peak > 0 {
            log.add(
                .peakHigh, "BANDWIDTH is \(Words.kilobits(declared)); the measured peak is \(Words.kilobits(peak)).",
                at: place, level: declared > peak * Self.highFactor ? nil : .info, kind: nil)
        }
        guard let average = variant.averageBandwidth.map(Double.init) else { return }
        if rates.average > average * Self.tolerance {
            log.add(
                .average,
                "AVERAGE-BANDWIDTH is \(Words.kilobits(average)); \(Words.kilobits(rates.average)) were measured.",
                at: place, kind: nil)
        } else if rates.isComplete, average > rates.average * Self.tolerance, rates.average > 0 {
            log.add(
                .averageHigh,
                "AVERAGE-BANDWIDTH is \(Words.kilobits(average)); \(Words.kilobits(rates.average)) were measured.",
                at: place, level: average > rates.average * 1.5 ? nil : .info, kind: nil)
        }
    }

    /// The rate at which a player of key frames alone loads them: over one target duration.
    private func iFrameRates(_ playlist: PlaylistFacts) -> Rates? { Self.rates(playlist) }

    private func checkTags(_ playlist: PlaylistFacts, _ log: inout FindingLog) {
        guard let list = playlist.playlist?.segments else { return }
        for (position, segment) in playlist.examined where list.indices.contains(position) {
            guard let declared = list[position].bitsPerSecond, segment.failure == nil,
                list[position].duration.seconds > 0
            else { continue }
            let measured = Double(segment.byteCount) * 8 / list[position].duration.seconds
            // The tag counts in thousands.
            if abs(measured - Double(declared)) > max(0.1 * measured, 1_000) {
                log.add(
                    .bitrateTag,
                    "EXT-X-BITRATE is \(Words.kilobits(Double(declared))); \(Words.kilobits(measured)) were "
                        + "measured.", at: playlist.place(position))
            }
        }
    }
}
