import Foundation

/// Parses times of TTML (TTML2 section 12.3): clock times, or offsets with a unit; uses the document's frame and tick rates.
struct MarkupTime {
    var frameRate = 30.0
    var subFrameRate = 1.0
    var tickRate = 1.0

    static let parameters = "http://www.w3.org/ns/ttml#parameter"
    /// Four days; later times are rejected.
    private static let longest = 360_000.0

    init(_ root: MarkupElement) {
        func number(_ name: String) -> Double? {
            root[name, in: Self.parameters].flatMap(Double.init).flatMap { $0 > 0 && $0.isFinite ? $0 : nil }
        }
        let stated = number("frameRate")
        frameRate = stated ?? 30
        if let parts = root["frameRateMultiplier", in: Self.parameters]?.split(whereSeparator: { " :".contains($0) })
            .compactMap({ Double($0) }), parts.count == 2, parts[0] > 0, parts[1] > 0
        {
            frameRate *= parts[0] / parts[1]
        }
        subFrameRate = number("subFrameRate") ?? 1
        tickRate = number("tickRate") ?? (stated == nil ? 1 : frameRate * subFrameRate)
    }

    /// Nil if the text is not a time.
    func nanoseconds(_ text: String?) -> Nanoseconds? {
        guard let text = text?.trimmingCharacters(in: .whitespaces), let seconds = seconds(text), seconds.isFinite,
            seconds >= 0, seconds <= Self.longest
        else { return nil }
        return Nanoseconds((seconds * 1e9).rounded())
    }

    private func seconds(_ text: String) -> Double? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        if parts.count == 3 || parts.count == 4 {
            guard let hours = Self.number(parts[0]), let minutes = Self.number(parts[1]),
                let seconds = Self.number(parts[2])
            else { return nil }
            var total = hours * 3600 + minutes * 60 + seconds
            if parts.count == 4 {
                let frames = parts[3].split(separator: ".").compactMap(Self.number)
                guard let first = frames.first else { return nil }
                total += (first + (frames.count > 1 ? frames[1] / subFrameRate : 0)) / frameRate
            }
            return total
        }
        guard parts.count == 1 else { return nil }
        let units: [(String, Double)] = [
            ("ms", 0.001), ("h", 3600), ("m", 60), ("s", 1), ("f", 1 / frameRate), ("t", 1 / tickRate),
        ]
        for (unit, length) in units where text.hasSuffix(unit) {
            return Self.number(text.dropLast(unit.count)).map { $0 * length }
        }
        return nil
    }

    /// Parses digits with at most one decimal point: no signs, exponents or names, which `Double` would accept.
    private static func number(_ text: Substring) -> Double? {
        guard !text.isEmpty, text.utf8.count <= 20, text.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2e })
        else { return nil }
        return Double(text)
    }
}
