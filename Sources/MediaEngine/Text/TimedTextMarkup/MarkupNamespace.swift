/// The namespaces of TTML, which drafts of the standard (DFXP) named differently.
enum MarkupNamespace {
    static let timedText = "http://www.w3.org/ns/ttml"
    private static let drafts = ["http://www.w3.org/2006/10/ttaf1", "http://www.w3.org/2006/04/ttaf1"]

    /// Returns the namespace of the standard for that of a draft; others are returned unchanged.
    static func current(_ name: String) -> String {
        guard let draft = drafts.first(where: name.hasPrefix) else { return name }
        let part = name.dropFirst(draft.count)
        if part == "#style" || part.hasPrefix("#style-") { return timedText + "#styling" }
        return timedText + part
    }
}
