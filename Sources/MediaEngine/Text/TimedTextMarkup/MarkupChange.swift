/// A `set` element of TTML, or a step of `animate`: styles that apply for a time.
struct MarkupChange {
    var start: Nanoseconds
    var end: Nanoseconds?
    var style: MarkupStyle

    /// The maximum number of changes for an element, with those of its ancestors.
    static let maximumCount = 64

    func applies(at time: Nanoseconds) -> Bool { start <= time && end ?? .never > time }

    /// Returns a style with the changes that apply at a time.
    static func style(_ style: MarkupStyle, _ changes: [MarkupChange], at time: Nanoseconds) -> MarkupStyle {
        var style = style
        for change in changes where change.applies(at: time) { style = change.style.completed(with: style) }
        return style
    }

    /// Returns the changes of an element that is displayed in a time range, from its children.
    static func list(
        of element: MarkupElement, from start: Nanoseconds, to end: Nanoseconds?, _ times: MarkupTime
    ) -> [MarkupChange] {
        var changes: [MarkupChange] = []
        for child in element.elements where TimedTextDocument.namespaces.contains(child.namespace) {
            guard changes.count < maximumCount else { break }
            guard child.name == "set" || child.name == "animate" else { continue }
            let range = times.range(of: child, from: start, to: end)
            let style = MarkupStyle(child, [:])
            changes +=
                child.name == "set"
                ? [MarkupChange(start: range.start, end: range.end, style: style)]
                : MarkupAnimation(child, style, from: range.start, to: range.end).changes
        }
        return Array(changes.prefix(maximumCount))
    }
}
