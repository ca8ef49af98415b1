/// Names of languages, as renditions have them.
enum LanguageNames {
    /// In lower case, with the codes for which they stand.
    private static let codes: [String: Set<String>] = [
        "english": ["en"], "german": ["de"], "deutsch": ["de"], "french": ["fr"], "français": ["fr"],
        "francais": ["fr"], "spanish": ["es"], "español": ["es"], "espanol": ["es"], "castellano": ["es"],
        "italian": ["it"], "italiano": ["it"], "japanese": ["ja"], "日本語": ["ja"], "korean": ["ko"], "한국어": ["ko"],
        "chinese": ["zh", "cmn", "yue"], "中文": ["zh", "cmn", "yue"], "mandarin": ["zh", "cmn"],
        "cantonese": ["zh", "yue"], "portuguese": ["pt"], "português": ["pt"], "portugues": ["pt"], "dutch": ["nl"],
        "nederlands": ["nl"], "russian": ["ru"], "русский": ["ru"], "arabic": ["ar"], "العربية": ["ar"],
        "polish": ["pl"], "polski": ["pl"], "swedish": ["sv"], "svenska": ["sv"], "danish": ["da"], "dansk": ["da"],
        "norwegian": ["no", "nb", "nn"], "norsk": ["no", "nb", "nn"], "finnish": ["fi"], "suomi": ["fi"],
        "turkish": ["tr"], "türkçe": ["tr"], "greek": ["el"], "ελληνικά": ["el"], "czech": ["cs"], "čeština": ["cs"],
        "hungarian": ["hu"], "magyar": ["hu"], "hindi": ["hi"], "हिन्दी": ["hi"], "hebrew": ["he", "iw"],
        "עברית": ["he", "iw"], "ukrainian": ["uk"], "українська": ["uk"], "thai": ["th"], "vietnamese": ["vi"],
        "romanian": ["ro"], "română": ["ro"], "bulgarian": ["bg"], "catalan": ["ca"], "català": ["ca"],
    ]

    /// Whether a name is that of another language than a tag. Words in parentheses do not count.
    static func contradict(_ name: String, _ tag: String) -> Bool {
        let words = name.lowercased().prefix { $0 != "(" && $0 != "[" }.reversed().drop { $0 == " " }.reversed()
        guard let known = codes[String(words)], LanguageCodes.problem(of: tag) == nil else { return false }
        return known.allSatisfy { LanguageCodes.differ($0, tag) }
    }
}
