import UniversalMediaCatalog

/// AV-PROP-DUP: a duplicate entry in a list.
struct PropertyTwice: AvailabilityItemRule {
    static let info = RuleInfo(
        "AV-PROP-DUP", "The lists in playableProperties have no duplicates.", level: .warning, tag: "D",
        section: "umc-availability.md 4", remedy: "keep one of them",
        bad: [
            RuleExample(
                .availability, "<subtitles>en-US,fr-FR</subtitles>", "<subtitles>en-US,fr-FR,en-us</subtitles>"),
            RuleExample(.availability, "AAC,DD5.1,ATMOS", "AAC,DD5.1,AAC"),
        ],
        nearMisses: [
            RuleExample(.availability, "<subtitles>en-US,fr-FR</subtitles>", "<subtitles>en,en-US,en-GB</subtitles>"),
            RuleExample(.availability, "<subtitles>en-US,fr-FR</subtitles>", "<subtitles>zh-Hans,zh-Hant</subtitles>"),
        ])

    func check(_ item: AvailabilityItemView, _ findings: inout Findings) {
        guard let properties = item.node.first(.playableProperties) else { return }
        for node in properties.children
        where AvailabilityItemView.isLanguageList(node.name) || node.name == .audioFormats {
            guard node.text.bytes.contains(UInt8(ascii: ",")) else { continue }
            if let part = repeated(node.text) {
                findings.report(info, at: node, "`\(node.spelling)` contains \(part.shown) twice")
            }
        }
    }

    private func repeated(_ text: FeedText) -> FeedText? {
        let parts = text.listed
        guard parts.count <= 64 else {
            var seen: Set<String> = []
            return parts.first { !$0.isEmpty && !seen.insert($0.string.lowercased()).inserted }
        }
        for index in 1..<parts.count
        where !parts[index].isEmpty && parts[..<index].contains(where: { $0.isSameIgnoringCase(parts[index]) }) {
            return parts[index]
        }
        return nil
    }
}
