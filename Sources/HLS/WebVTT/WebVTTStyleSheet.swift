/// The rules of the STYLE blocks of a file (W3C WebVTT sections 7.2 and 8.2; CSS Syntax, Cascade).
///
/// Selectors are `::cue`, and `::cue(…)` with types, classes, identifiers, `[voice="…"]`, `[lang="…"]`, `:lang(…)`, `:past`, `:future`,
/// descendants and children, `::cue-region`, and `::cue-region(#identifier)`. Rules with other selectors, at-rules, and declarations of other properties have no effect.
public struct WebVTTStyleSheet: Sendable, Hashable {
    struct Rule: Sendable, Hashable {
        var selectors: [WebVTTSelector]
        var declarations: [WebVTTDeclaration]
    }

    /// Rules beyond this number are ignored.
    static let maximumRules = 1_000

    /// A rule for regions.
    struct RegionRule: Sendable, Hashable {
        /// Identifiers of regions; nil: all regions.
        var regions: [String?]
        var declarations: [WebVTTDeclaration]

        /// Returns how specific the rule is for a region; nil where it does not match.
        func specificity(_ region: String) -> Int? {
            regions.compactMap { $0 == nil ? 0 : $0 == region ? 1 : nil }.max()
        }
    }

    private(set) var rules: [Rule] = []
    private(set) var regionRules: [RegionRule] = []

    /// Whether styles change at the timestamps in the text of cues.
    public var dependsOnTime: Bool { rules.contains { $0.selectors.contains(where: \.dependsOnTime) } }

    /// - Parameter blocks: the text of each STYLE block.
    public init(_ blocks: [String]) {
        for block in blocks {
            var scanner = StyleScanner(block)
            while rules.count + regionRules.count < Self.maximumRules, let rule = scanner.nextRule() {
                guard let body = rule.body else { continue }
                let declarations = StyleScanner.split(body, at: ";").flatMap(WebVTTDeclaration.list)
                guard !declarations.isEmpty else { continue }
                if let selectors = WebVTTSelector.list(rule.prelude) {
                    rules.append(Rule(selectors: selectors, declarations: declarations))
                } else if let regions = WebVTTSelector.regions(rule.prelude) {
                    regionRules.append(RegionRule(regions: regions, declarations: declarations))
                }
            }
        }
    }

    /// Returns the style of a region. Its text inherits all but the background and the outline.
    public func style(ofRegion identifier: String) -> WebVTTSpan.Style {
        var matches: [(isImportant: Bool, specificity: Int, value: WebVTTDeclaration.Value)] = []
        for rule in regionRules {
            guard let specificity = rule.specificity(identifier) else { continue }
            matches += rule.declarations.map { ($0.isImportant, specificity, $0.value) }
        }
        var style = WebVTTSpan.Style()
        for isImportant in [false, true] {
            for specificity in 0...1 {
                for match in matches where match.isImportant == isImportant && match.specificity == specificity {
                    match.value.apply(to: &style, inherited: .init())
                }
            }
        }
        return style
    }

    /// Returns the style of an element.
    /// - Parameters:
    ///   - path: the element and those around it, outermost first; the first one is the cue.
    ///   - inherited: the style of the element around it, with the defaults for its tag and classes.
    func style(of path: [WebVTTStyledElement], inherited: WebVTTSpan.Style) -> WebVTTSpan.Style {
        var matches: [(isImportant: Bool, specificity: Int, order: Int, value: WebVTTDeclaration.Value)] = []
        for (order, rule) in rules.enumerated() {
            guard let specificity = rule.selectors.filter({ $0.matches(path[...]) }).map(\.specificity).max() else {
                continue
            }
            for declaration in rule.declarations {
                matches.append((declaration.isImportant, specificity, order, declaration.value))
            }
        }
        guard !matches.isEmpty else { return inherited }
        // A stable order: later declarations win among equals.
        let sorted = matches.enumerated().sorted { left, right in
            let (a, b) = (left.element, right.element)
            return (a.isImportant ? 1 : 0, a.specificity, a.order, left.offset)
                < (b.isImportant ? 1 : 0, b.specificity, b.order, right.offset)
        }
        var style = inherited
        for match in sorted { match.element.value.apply(to: &style, inherited: inherited) }
        return style
    }
}

/// An element as selectors see it.
struct WebVTTStyledElement: Sendable {
    /// nil: the cue itself.
    var tag: WebVTTElement.Tag?
    /// The identifier of the cue.
    var identifier = ""
    var classes: [String] = []
    var voice: String?
    /// The language of the element or of the nearest one around it that has a language.
    var language: String?
    /// nil: the element is current, or the cue has no timestamps.
    var phase: WebVTTTextTiming.Phase?
}
