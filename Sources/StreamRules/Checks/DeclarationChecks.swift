import HLS

/// Checks renditions, session data, keys and codecs of a multivariant playlist against statements about their attributes.
struct DeclarationChecks {
    let list: MultivariantPlaylist
    let url: String

    private static let descriptions = "public.accessibility.describes-video"

    func check(_ log: inout FindingLog) {
        for rendition in list.renditions { check(rendition, &log) }
        for data in list.sessionData { check(data, &log) }
        for variant in list.variants + list.iFrameVariants { check(variant, &log) }
    }

    private func place(_ line: Int) -> StreamFinding.Place { .init(url: url, line: line) }

    private func check(_ rendition: Rendition, _ log: inout FindingLog) {
        let at = place(rendition.line)
        let name = "“\(rendition.name.prefix(60))”"
        if rendition.isForced, rendition.statedAutoselect == false {
            log.add(.forcedSelection, "\(name) has FORCED=YES and AUTOSELECT=NO.", at: at, kind: nil)
        }
        if rendition.kind == .audio, rendition.characteristics.contains(Self.descriptions), !rendition.isAutoselect {
            log.add(
                .forcedSelection, "\(name) describes the video, and has no AUTOSELECT=YES.", at: at, kind: nil)
        }
        if let stated = rendition.statedCharacteristics, stated.contains(where: \.isWhitespace) {
            log.add(
                .characteristics, "CHARACTERISTICS of \(name) has blanks: “\(stated.prefix(120))”.", at: at,
                remedy: "Separate the characteristics with commas only.", kind: nil)
        }
        if let language = rendition.language, LanguageNames.contradict(rendition.name, language) {
            log.add(
                .languageName, "NAME is \(name), and LANGUAGE is “\(language.prefix(40))”.", at: at, kind: nil)
        }
    }

    private func check(_ data: SessionData, _ log: inout FindingLog) {
        let at = place(data.line)
        if let language = data.language,
            let problem = LanguageForm.problem(of: language) ?? LanguageCodes.problem(of: language)
        {
            log.add(
                .sessionDataForm, "LANGUAGE=\"\(language.prefix(40))\" of “\(data.id.prefix(60))”: \(problem.message)",
                at: at, remedy: problem.remedy, kind: nil)
        }
        if !data.id.contains("."), !data.id.hasPrefix("_") {
            log.add(
                .sessionDataForm, "DATA-ID=\"\(data.id.prefix(60))\" is not a reverse DNS name.", at: at, kind: nil)
        }
    }

    private func check(_ variant: VariantStream, _ log: inout FindingLog) {
        let at = place(variant.line)
        for (index, name) in variant.codecs.enumerated() {
            if variant.codecs[..<index].contains(name) {
                log.add(.codecsForm, "“\(name.prefix(80))” is in CODECS twice.", at: at, kind: nil)
            }
            let parts = name.split(separator: ".", omittingEmptySubsequences: false)
            guard let entry = parts.first, let least = Self.leastParts[entry.lowercased()], parts.count < least else {
                continue
            }
            log.add(
                .codecsForm,
                "“\(name.prefix(80))” is incomplete: \(Self.complete[entry.lowercased()] ?? "") is expected.",
                at: at, remedy: "Write the whole codec.", kind: nil)
        }
    }

    /// The parts of a codec's name, separated by full stops, that players need.
    private static let leastParts = [
        "mp4a": 3, "hvc1": 4, "hev1": 4, "dvh1": 3, "dvhe": 3, "dav1": 3, "av01": 4, "vp09": 4, "stpp": 2,
    ]
    private static let complete = [
        "mp4a": "mp4a.40.2", "hvc1": "hvc1.2.4.L120.B0", "hev1": "hev1.2.4.L120.B0", "dvh1": "dvh1.05.06",
        "dvhe": "dvhe.05.06", "dav1": "dav1.10.09", "av01": "av01.0.08M.08", "vp09": "vp09.00.41.08",
        "stpp": "stpp.ttml.im1t",
    ]
}
