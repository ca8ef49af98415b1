/// Finds the references and times of a TTML document that cannot be used.
struct MarkupFaults {
    private(set) var all: [CaptionFault] = []
    private let times: MarkupTime
    private let styles: Set<String>
    private let regions: Set<String>

    private static let maximumCount = 100

    init(_ root: MarkupElement, _ times: MarkupTime, styles: Set<String>, regions: Set<String>) {
        self.times = times
        self.styles = styles
        self.regions = regions
        check(root)
    }

    private mutating func check(_ element: MarkupElement) {
        guard all.count < Self.maximumCount else { return }
        if element.namespace == MarkupNamespace.timedText {
            for name in ["begin", "end", "dur"] {
                guard let text = element[name], !times.isValid(text) else { continue }
                report("\u{201C}\(text.prefix(40))\u{201D} of \(element.name) is not a time.")
            }
            if let region = element["region"], !regions.contains(region) {
                report("The document has no region \u{201C}\(region.prefix(40))\u{201D}.")
            }
            for style in (element["style"] ?? "").split(whereSeparator: \.isWhitespace)
            where !styles.contains(String(style)) {
                report("The document has no style \u{201C}\(style.prefix(40))\u{201D}.")
            }
        }
        for child in element.elements { check(child) }
    }

    private mutating func report(_ message: String) {
        let fault = CaptionFault(message: message)
        if !all.contains(fault) { all.append(fault) }
    }
}
