import Foundation

/// An `animate` element of TTML2 (section 13.1.1): lists of values, through which a style changes. Numbers and colors change in steps.
struct MarkupAnimation {
    private(set) var changes: [MarkupChange] = []

    /// The number of steps of an animation, and their minimum length.
    private static let maximumSteps = 24
    private static let shortestStep: Nanoseconds = 80 * .millisecond

    /// - Parameter style: the lists of values, with semicolons between them.
    init(_ element: MarkupElement, _ style: MarkupStyle, from start: Nanoseconds, to end: Nanoseconds?) {
        // The speed of an animation without an end is unknown.
        guard let end, end > start else { return }
        let length = end &- start
        let isDiscrete = element["calcMode"] == "discrete"
        let keys = (element["keyTimes"] ?? "").split(separator: ";").compactMap {
            Double($0.trimmingCharacters(in: .whitespaces)).flatMap { (0...1).contains($0) ? $0 : nil }
        }
        let lists = style.values.mapValues { text in
            text.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) }
        }
        let longest = lists.values.map(\.count).max() ?? 0
        guard longest > 0 else { return }
        let steps =
            isDiscrete && keys.isEmpty
            ? longest : max(1, min(Self.maximumSteps, Int(length / Self.shortestStep)))
        for step in 0..<steps {
            // A step has the value of its middle.
            let part = (Double(step) + 0.5) / Double(steps)
            var values: [String: String] = [:]
            for (name, list) in lists {
                let times = keys.count == list.count && keys == keys.sorted() ? keys : nil
                values[name] = isDiscrete ? Self.value(list, times, at: part) : Self.between(list, times, at: part)
            }
            changes.append(
                MarkupChange(
                    start: start &+ Self.share(length, step, steps),
                    end: start &+ Self.share(length, step + 1, steps), style: MarkupStyle(values: values)))
        }
        guard element["fill"] == "freeze" else { return }
        changes.append(
            MarkupChange(start: end, end: nil, style: MarkupStyle(values: lists.compactMapValues(\.last))))
    }

    private static func share(_ length: Nanoseconds, _ step: Int, _ steps: Int) -> Nanoseconds {
        Nanoseconds(seconds: length.seconds * Double(step) / Double(steps))
    }

    /// Returns the value that applies at a part of the animation's time.
    private static func value(_ list: [String], _ keys: [Double]?, at part: Double) -> String? {
        guard !list.isEmpty else { return nil }
        if let keys { return list[max(0, (keys.firstIndex { $0 > part } ?? list.count) - 1)] }
        return list[min(list.count - 1, Int(part * Double(list.count)))]
    }

    private static func between(_ list: [String], _ keys: [Double]?, at part: Double) -> String? {
        guard let first = list.first, list.count > 1 else { return list.first }
        let keys = keys ?? list.indices.map { Double($0) / Double(list.count - 1) }
        guard let next = keys.firstIndex(where: { $0 > part }) else { return list.last }
        guard next > 0 else { return first }
        let share = (part - keys[next - 1]) / max(1e-9, keys[next] - keys[next - 1])
        return MarkupStyle.mixed(list[next - 1], list[next], share) ?? list[share < 0.5 ? next - 1 : next]
    }
}
