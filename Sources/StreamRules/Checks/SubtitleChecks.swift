import CoreMedia
import HLS

/// Compares subtitles with their declared language, and with those of other languages.
struct SubtitleChecks {
    let facts: StreamFacts
    let list: MultivariantPlaylist

    private struct Track {
        var playlist: PlaylistFacts
        var rendition: Rendition
        var digests: [UInt64]
        /// The counts of frequent words; "" is the count of all words.
        var words: [String: Int]
        /// The start of the first segment and the end of the last one with cues, in seconds.
        var firstCue: Double
        var lastCue: Double
        var end: Double
    }

    func check(_ log: inout FindingLog) {
        let tracks = facts.playlists.compactMap { track($0) }
        checkCopies(tracks, &log)
        for track in tracks { checkLanguage(track, &log) }
        checkCoverage(tracks, &log)
    }

    private func track(_ playlist: PlaylistFacts) -> Track? {
        guard case .rendition(let index) = playlist.role, list.renditions.indices.contains(index),
            list.renditions[index].kind == .subtitles, let segments = playlist.playlist?.segments
        else { return nil }
        let texts = playlist.examined.compactMap { entry in entry.facts.text.map { (entry.position, $0) } }
        let spoken = texts.filter { $0.1.cueCount > $0.1.emptyCount && segments.indices.contains($0.0) }
        guard let first = spoken.first, let last = spoken.last else { return nil }
        return Track(
            playlist: playlist, rendition: list.renditions[index], digests: spoken.compactMap(\.1.digest),
            words: spoken.reduce(into: [:]) { $0.merge($1.1.words ?? [:], uniquingKeysWith: +) },
            firstCue: segments[first.0].start.seconds, lastCue: segments[last.0].end.seconds,
            end: segments.duration.seconds)
    }

    // MARK: - Copies

    private func checkCopies(_ tracks: [Track], _ log: inout FindingLog) {
        var known: [[UInt64]: Track] = [:]
        for track in tracks where !track.digests.isEmpty {
            guard let other = known[track.digests] else {
                known[track.digests] = track
                continue
            }
            guard other.playlist.document.url != track.playlist.document.url,
                let language = track.rendition.language, let second = other.rendition.language,
                LanguageCodes.differ(language, second)
            else { continue }
            log.add(
                .sameContent,
                "All cues of “\(track.rendition.name.prefix(60))” (\(language.prefix(40))) are those of "
                    + "“\(other.rendition.name.prefix(60))” (\(second.prefix(40))).", at: track.playlist.place,
                kind: "text")
        }
    }

    // MARK: - Languages

    private static let fewestWords = 12
    /// Enough in a text of at least 25 words without any frequent word of the declared language.
    private static let fewestForeign = 6
    private static let fewestTotal = 25
    private static let fewestDifferent = 4
    /// The share of the frequent words of a language in a text of the language is about a third.
    private static let frequentShare = 0.15
    private static let foreignFactor = 5
    private static let names = [
        "en": "English", "fr": "French", "de": "German", "es": "Spanish", "it": "Italian", "pt": "Portuguese",
        "nl": "Dutch",
    ]

    private func checkLanguage(_ track: Track, _ log: inout FindingLog) {
        let total = track.words["", default: 0]
        var counts: [String: Int] = [:]
        var different: [String: Int] = [:]
        for (word, count) in track.words {
            guard let language = LanguageWords.language(of: word) else { continue }
            counts[language, default: 0] += count
            different[language, default: 0] += 1
        }
        guard let language = track.rendition.language,
            let found = counts.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }),
            found.value >= (Self.lacks(language, counts, total) ? Self.fewestForeign : Self.fewestWords),
            different[found.key, default: 0] >= Self.fewestDifferent,
            Double(found.value) >= Self.frequentShare * Double(total),
            let name = Self.names[found.key], LanguageCodes.differ(language, found.key)
        else { return }
        let declared = String(language.lowercased().prefix { $0 != "-" })
        guard Self.names[declared] == nil || counts[declared, default: 0] * Self.foreignFactor < found.value else {
            return
        }
        log.add(
            .textLanguage,
            "LANGUAGE is \(language.prefix(40)); of \(total) words, \(found.value) are frequent words of \(name).",
            at: track.playlist.place)
    }

    /// Whether a text of some length has no frequent word of its declared language, where these words are known.
    private static func lacks(_ language: String, _ counts: [String: Int], _ total: Int) -> Bool {
        let declared = String(language.lowercased().prefix { $0 != "-" })
        return names[declared] != nil && counts[declared] == nil && total >= fewestTotal
    }

    // MARK: - Coverage

    private static let shortShare = 0.5
    private static let longShare = 0.8
    private static let fewestSeconds = 12.0

    /// Finds subtitles that end, or begin, in the middle of the programme while those of another language do not.
    private func checkCoverage(_ tracks: [Track], _ log: inout FindingLog) {
        let whole = tracks.filter { !$0.rendition.isForced && $0.end >= Self.fewestSeconds }
        guard !facts.isLive,
            let longest = whole.max(by: { $0.lastCue - $0.firstCue < $1.lastCue - $1.firstCue }),
            longest.lastCue - longest.firstCue > Self.longShare * longest.end
        else { return }
        for track in whole where track.lastCue - track.firstCue < Self.shortShare * longest.end {
            log.add(
                .textCoverage,
                "The cues are from \(Words.seconds(track.firstCue)) to \(Words.seconds(track.lastCue)) s; those of "
                    + "“\(longest.rendition.name.prefix(60))” are from \(Words.seconds(longest.firstCue)) to "
                    + "\(Words.seconds(longest.lastCue)) s.", at: track.playlist.place)
        }
    }
}
