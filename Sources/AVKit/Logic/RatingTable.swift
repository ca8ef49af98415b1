/// The content rating scales of several regions (semantics section 12).
///
/// Ratings are compared by their rank within a scale, and by the age that they recommend across scales. Scales also have the names of the
/// iTunes metadata tag `iTunEXTC`, whose values look like `mpaa|PG-13|300|`.
struct RatingTable: Sendable {
    enum Medium: Sendable, CaseIterable { case movie, television }

    struct Grade: Sendable {
        let label: String
        /// The minimum age in years that the rating recommends; for comparison with ratings of other scales.
        let age: Int
        let otherLabels: [String]

        init(_ label: String, _ age: Int, _ otherLabels: String...) {
            self.label = label
            self.age = age
            self.otherLabels = otherLabels
        }
    }

    /// The ratings of one region and medium, from the least to the most restricted.
    struct Scale: Sendable {
        /// The ISO 3166 code of the region.
        let region: String
        let medium: Medium
        /// The name of the scale in `iTunEXTC`.
        let tag: String
        let grades: [Grade]
    }

    /// A rating of the table.
    struct Rating: Equatable, Sendable {
        let region: String
        let medium: Medium
        let label: String
        let rank: Int
        let age: Int
    }

    let scales: [Scale]

    static let standard = RatingTable(scales: all)

    /// Returns the code of a region as this table writes it.
    static func region(_ code: String) -> String {
        let code = code.uppercased()
        return code == "UK" ? "GB" : code
    }

    /// The codes of the regions in lower case, in the order of the table.
    var regions: [String] {
        scales.reduce(into: []) { regions, scale in
            let code = scale.region.lowercased()
            if !regions.contains(code) { regions.append(code) }
        }
    }

    /// The labels of a region's scale, from the least to the most restricted.
    func labels(of medium: Medium, in region: String) -> [String] {
        let region = Self.region(region)
        return scales.first { $0.region == region && $0.medium == medium }?.grades.map(\.label) ?? []
    }

    // MARK: Lookup

    /// Returns the ratings that a text stands for, in the preferred region where that region has the label, else in the first region that
    /// has it. A label that both scales of a region have gives two ratings. Empty: the text is no rating of the table.
    ///
    /// The text is a label (`PG-13`), a label with its region (`US:PG-13`), or a value of `iTunEXTC`.
    func ratings(_ text: String, preferring region: String) -> [Rating] {
        let parts = text.split(separator: "|", omittingEmptySubsequences: false)
        if parts.count >= 2 {
            let tag = parts[0].lowercased()
            return scales.filter { $0.tag == tag }.compactMap { rating(String(parts[1]), in: $0) }
        }
        if let colon = text.firstIndex(of: ":") {
            let named = Self.region(String(text[..<colon]))
            return ratings(labelled: String(text[text.index(after: colon)...]), in: named)
        }
        let own = ratings(labelled: text, in: Self.region(region))
        guard own.isEmpty else { return own }
        for scale in scales {
            let found = ratings(labelled: text, in: scale.region)
            if !found.isEmpty { return found }
        }
        return []
    }

    /// Returns the rating of a label in one scale of a region; nil if the scale does not have it.
    func rating(_ label: String, of medium: Medium, in region: String) -> Rating? {
        let region = Self.region(region)
        return scales.lazy.filter { $0.region == region && $0.medium == medium }
            .compactMap { rating(label, in: $0) }.first
    }

    private func ratings(labelled label: String, in region: String) -> [Rating] {
        scales.filter { $0.region == region }.compactMap { rating(label, in: $0) }
    }

    private func rating(_ label: String, in scale: Scale) -> Rating? {
        let name = Self.normalized(label)
        guard !name.isEmpty else { return nil }
        let rank = scale.grades.firstIndex { grade in
            Self.normalized(grade.label) == name || grade.otherLabels.contains { Self.normalized($0) == name }
        }
        guard let rank else { return nil }
        let grade = scale.grades[rank]
        return Rating(region: scale.region, medium: scale.medium, label: grade.label, rank: rank, age: grade.age)
    }

    /// Returns a label without case, spaces and punctuation, which differ between sources.
    private static func normalized(_ label: String) -> String {
        label.uppercased().filter { $0.isLetter || $0.isNumber }
    }
}

// MARK: Scales

extension RatingTable {
    /// The scales of the rating boards, by region.
    private static let all: [Scale] = [
        Scale(
            region: "US", medium: .movie, tag: "mpaa",
            grades: [.init("G", 0), .init("PG", 8), .init("PG-13", 13), .init("R", 17), .init("NC-17", 18, "X")]),
        Scale(
            region: "US", medium: .television, tag: "us-tv",
            grades: [
                .init("TV-Y", 0), .init("TV-Y7", 7, "TV-Y7-FV"), .init("TV-G", 7), .init("TV-PG", 10),
                .init("TV-14", 14), .init("TV-MA", 17),
            ]),
        Scale(
            region: "GB", medium: .movie, tag: "uk-movie",
            grades: [
                .init("U", 4, "Uc"), .init("PG", 8), .init("12", 12), .init("12A", 12), .init("15", 15),
                .init("18", 18), .init("R18", 18),
            ]),
        Scale(region: "GB", medium: .television, tag: "uk-tv", grades: [.init("Caution", 15)]),
        Scale(region: "DE", medium: .movie, tag: "de-movie", grades: german),
        Scale(region: "DE", medium: .television, tag: "de-tv", grades: german),
        Scale(
            region: "FR", medium: .movie, tag: "fr-movie",
            grades: [
                .init("Tous publics", 0, "TP", "U", "0"), .init("10", 10), .init("12", 12), .init("16", 16),
                .init("18", 18),
            ]),
        Scale(
            region: "FR", medium: .television, tag: "fr-tv",
            grades: [
                .init("TP", 0, "Tous publics"), .init("-10", 10), .init("-12", 12), .init("-16", 16), .init("-18", 18),
            ]),
        Scale(
            region: "ES", medium: .movie, tag: "es-movie",
            grades: [
                .init("A", 0, "APTA", "TP"), .init("7", 7), .init("12", 12), .init("16", 16), .init("18", 18),
                .init("X", 18),
            ]),
        Scale(
            region: "ES", medium: .television, tag: "es-tv",
            grades: [
                .init("Infantil", 0), .init("TP", 0), .init("7", 7), .init("10", 10), .init("12", 12), .init("13", 13),
                .init("16", 16), .init("18", 18),
            ]),
        Scale(
            region: "JP", medium: .movie, tag: "jp-movie",
            grades: [.init("G", 0), .init("PG12", 12), .init("R15+", 15), .init("R18+", 18)]),
        Scale(
            region: "AU", medium: .movie, tag: "au-movie",
            grades: [
                .init("G", 0, "E"), .init("PG", 8), .init("M", 14), .init("MA15+", 15), .init("R18+", 18),
                .init("X18+", 18),
            ]),
        Scale(
            region: "AU", medium: .television, tag: "au-tv",
            grades: [
                .init("P", 0), .init("C", 5), .init("G", 5), .init("PG", 8), .init("M", 14), .init("MA15+", 15),
                .init("AV15+", 15), .init("R18+", 18),
            ]),
        Scale(
            region: "CA", medium: .movie, tag: "ca-movie",
            grades: [
                .init("G", 0, "E"), .init("PG", 8), .init("13+", 13), .init("14A", 14), .init("16+", 16),
                .init("18A", 18), .init("18+", 18), .init("R", 18), .init("A", 18),
            ]),
        Scale(
            region: "CA", medium: .television, tag: "ca-tv",
            grades: [
                .init("C", 0), .init("C8", 8), .init("G", 8), .init("PG", 10), .init("14+", 14), .init("18+", 18),
            ]),
    ]

    private static let german: [Grade] = [0, 6, 12, 16, 18].map {
        Grade("FSK \($0)", $0, "\($0)", "ab \($0)", "ab \($0) Jahren", "ab \($0) Jahre")
    }
}
