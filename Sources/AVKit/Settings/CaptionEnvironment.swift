import AVFoundation
import Foundation

/// The caption preferences of the environment variable `OPENAVKIT_CAPTIONS`, which replace those of the settings file in this process.
///
/// The variable holds pairs: `size=1.5,color=yellow,background=none,window=blue,window-opacity=0.5,edge=outline,show=always,language=de`.
struct CaptionEnvironment: Sendable {
    static let variable = "OPENAVKIT_CAPTIONS"

    private typealias Change = @Sendable (inout ViewerSettings) -> Void

    private var changes: [Change] = []
    /// A sentence about each pair that cannot be used.
    private(set) var problems: [String] = []

    init(_ environment: [String: String] = ProcessInfo.processInfo.environment) {
        for pair in (environment[Self.variable] ?? "").split(separator: ",") {
            let parts = pair.split(separator: "=", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
            guard parts.count == 2, let change = Self.change(parts[0], parts[1]) else {
                problems.append(
                    "\(Self.variable): '\(pair)' is ignored. The keys are size and window-opacity with a number, color, "
                        + "background, window, edge, show, closed and language.")
                continue
            }
            changes.append(change)
        }
    }

    func apply(to settings: inout ViewerSettings) { for change in changes { change(&settings) } }

    private static func change(_ key: String, _ value: String) -> Change? {
        switch key {
        case "size": return number(value, 0.25...4, \.captions.textScale)
        case "color": return name(value, \.captions.color)
        case "background": return name(value, \.captions.background)
        case "window": return name(value, \.captions.windowColor)
        case "window-opacity": return number(value, 0...1, \.captions.windowOpacity)
        case "edge": return name(value, \.captions.edge)
        case "show": return name(value, \.languages.captionDisplay)
        case "closed":
            guard value == "yes" || value == "no" else { return nil }
            return { $0.languages.prefersClosedCaptions = value == "yes" }
        case "language": return { $0.languages.captions = [value] }
        default: return nil
        }
    }

    private static func number(
        _ value: String, _ range: ClosedRange<Double>, _ path: any WritableKeyPath<ViewerSettings, Double> & Sendable
    ) -> Change? {
        guard let number = Double(value), range.contains(number) else { return nil }
        return { $0[keyPath: path] = number }
    }

    private static func name<Value: RawRepresentable<String> & Sendable>(
        _ value: String, _ path: any WritableKeyPath<ViewerSettings, Value> & Sendable
    ) -> Change? {
        guard let value = Value(rawValue: value) else { return nil }
        return { $0[keyPath: path] = value }
    }
}
