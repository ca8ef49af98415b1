/// Checks what is known about a file against the rules of a profile.
package struct AssetLint: Sendable {
    package var profile = AssetProfile.film
    /// The loudness that the audio should have, in LUFS.
    package var targetLoudness = -23.0
    /// Rules that are not applied, by their identifiers.
    package var ignored: Set<String> = []

    package init() {}

    package struct Finding: Sendable, Equatable {
        package let rule: AssetRule
        /// What was found, and where.
        package let message: String
        /// What to do.
        package let remedy: String
    }

    /// Returns the findings in the order of the rules.
    package func check(_ facts: AssetFacts) -> [Finding] {
        AssetRule.all.filter { $0.profiles.contains(profile) && !ignored.contains($0.id) }.flatMap { rule in
            findings(of: rule, facts).map { Finding(rule: rule, message: $0.message, remedy: $0.remedy) }
        }
    }

    private typealias Found = (message: String, remedy: String)

    private func findings(of rule: AssetRule, _ facts: AssetFacts) -> [Found] {
        switch rule {
        case .cutOff: facts.cutOff.map { [Self.cutOff($0)] } ?? []
        case .padding: facts.video.compactMap(Self.padding)
        case .blackFirstFrame:
            facts.video.filter { $0.beginsBlack == true }.map {
                (
                    "The first frame of track \($0.track) is black.",
                    "Begin with another frame of the video, or add a poster image."
                )
            }
        case .title: Self.missing(facts.hasTitle, "title")
        case .artwork: Self.missing(facts.hasArtwork, "artwork")
        case .rating: Self.missing(facts.hasRating, "content rating", example: ", such as PG-13,")
        case .description: Self.missing(facts.hasDescription, "description")
        case .chapterTitle: ChapterChecks.titles(facts.chapters)
        case .chapterOrder: ChapterChecks.order(facts.chapters)
        case .chapterEnd: ChapterChecks.ends(facts.chapters, duration: facts.duration)
        case .captions: Self.captions(facts)
        case .audioLanguage:
            facts.audio.filter { $0.language == nil }.map {
                (
                    "Audio track \($0.track) does not declare its language.",
                    "Set the language of the track, such as 'en'."
                )
            }
        case .loudness: facts.audio.compactMap(loudness)
        case .truePeak: facts.audio.compactMap(Self.truePeak)
        default: ClipChecks.findings(of: rule, facts)
        }
    }

    private static func cutOff(_ bytes: AssetFacts.CutOff) -> Found {
        (
            "The file is cut off: it has \(bytes.actual) bytes, and its structure declares at least \(bytes.declared).",
            "Copy or download the file again, or let the program that writes it finish."
        )
    }

    private static func missing(_ isThere: Bool, _ what: String, example: String = "") -> [Found] {
        guard !isThere else { return [] }
        return [
            (
                "The metadata has no \(what).",
                "Add the \(what)\(example) to the file's metadata, or to the external metadata of the item."
            )
        ]
    }

    private static func padding(_ video: AssetFacts.Video) -> Found? {
        guard let bars = video.bars, bars.count == 4, bars.contains(where: { $0 > 0 }) else { return nil }
        let sides = zip(["left", "top", "right", "bottom"], bars).filter { $0.1 > 0 }.map { "\($0.1) pixels \($0.0)" }
        return (
            "The frames of track \(video.track) have black bars: \(sides.joined(separator: ", ")).",
            "Encode the picture without its bars, as \(video.width - bars[0] - bars[2])x\(video.height - bars[1] - bars[3])."
        )
    }

    private static func captions(_ facts: AssetFacts) -> [Found] {
        let offered = Set(facts.captions.filter { !$0.isForced }.compactMap { $0.language.map(base) })
        var seen: Set<String> = []
        return facts.audio.compactMap { track in
            guard let language = track.language, language != "zxx", seen.insert(base(language)).inserted,
                !offered.contains(base(language))
            else { return nil }
            return (
                "There are no captions in '\(language)', the language of audio track \(track.track).",
                "Add captions in this language; forced subtitles do not suffice."
            )
        }
    }

    /// The language without script and region: `de` for `de-AT`.
    private static func base(_ language: String) -> String {
        language.split(separator: "-").first.map { $0.lowercased() } ?? language
    }

    private func loudness(_ audio: AssetFacts.Audio) -> Found? {
        guard let measured = audio.loudness, measured.integrated.isFinite,
            abs(measured.integrated - targetLoudness) > 1
        else { return nil }
        let change = targetLoudness - measured.integrated
        return (
            "Audio track \(audio.track) has a loudness of \(Self.one(measured.integrated)) LUFS; "
                + "\(Self.one(targetLoudness)) LUFS is the target.",
            "Change its gain by \(change > 0 ? "+" : "")\(Self.one(change)) dB, or name another target with --loudness."
        )
    }

    private static func truePeak(_ audio: AssetFacts.Audio) -> Found? {
        guard let measured = audio.loudness, measured.truePeak > -1 else { return nil }
        return (
            "The true peak of audio track \(audio.track) is \(one(measured.truePeak)) dBTP.",
            "Limit the peaks to -1 dBTP before encoding."
        )
    }

    /// With one decimal.
    private static func one(_ value: Double) -> String {
        guard value.isFinite else { return value < 0 ? "-inf" : "inf" }
        let tenths = Int((abs(value) * 10).rounded())
        return (value < 0 && tenths > 0 ? "-" : "") + "\(tenths / 10).\(tenths % 10)"
    }
}
