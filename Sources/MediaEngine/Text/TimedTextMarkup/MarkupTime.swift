import Foundation

/// Parses times of TTML (TTML2 section 12.3): clock times, or offsets with a unit; uses the document's frame and tick rates.
struct MarkupTime {
    var frameRate = 30.0
    var subFrameRate = 1.0
    var tickRate = 1.0

    /// Whether times count frames of drop-frame time code, whose minutes leave out numbers of frames.
    private var droppedFrames = 0.0
    /// Whether a second of a clock time is as long as its frames: in SMPTE time code.
    private var countsFrames = false
    private var frameCount = 30.0

    static let parameters = "http://www.w3.org/ns/ttml#parameter"
    /// The parameters of IMSC.
    static let internetParameters = "http://www.w3.org/ns/ttml/profile/imsc1#parameter"
    /// Four days; later times are rejected.
    private static let longest = 360_000.0

    init(_ root: MarkupElement) {
        func number(_ name: String) -> Double? {
            root[name, in: Self.parameters].flatMap(Double.init).flatMap { $0 > 0 && $0.isFinite ? $0 : nil }
        }
        let stated = number("frameRate")
        frameRate = stated ?? 30
        frameCount = frameRate
        if let parts = root["frameRateMultiplier", in: Self.parameters]?.split(whereSeparator: { " :".contains($0) })
            .compactMap({ Double($0) }), parts.count == 2, parts[0] > 0, parts[1] > 0
        {
            frameRate *= parts[0] / parts[1]
        }
        subFrameRate = number("subFrameRate") ?? 1
        if root["timeBase", in: Self.parameters] == "smpte" {
            countsFrames = true
            switch root["dropMode", in: Self.parameters] {
            case "dropNTSC": droppedFrames = 2
            case "dropPAL": droppedFrames = 4
            default: break
            }
        }
        tickRate = number("tickRate") ?? (stated == nil ? 1 : frameRate * subFrameRate)
    }

    /// Whether a text is a time by the standard, which demands hours in clock times.
    func isValid(_ text: String) -> Bool {
        nanoseconds(text) != nil && text.split(separator: ":", omittingEmptySubsequences: false).count != 2
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
            let whole = hours * 3600 + minutes * 60 + seconds
            guard parts.count == 4 else { return whole }
            let frames = parts[3].split(separator: ".").compactMap(Self.number)
            guard let first = frames.first else { return nil }
            let rest = first + (frames.count > 1 ? frames[1] / subFrameRate : 0)
            guard countsFrames else { return whole + rest / frameRate }
            return (whole * frameCount + rest - dropped(hours * 60 + minutes)) / frameRate
        }
        // Without hours a time is none of the standard, but of files in use.
        if parts.count == 2, parts[1].prefix(while: { $0 != "." }).utf8.count == 2, let minutes = Self.number(parts[0]),
            let seconds = Self.number(parts[1])
        {
            return minutes * 60 + seconds
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

    /// Returns the number of frames that drop-frame time code leaves out in this number of minutes.
    private func dropped(_ minutes: Double) -> Double {
        // PAL leaves out four in every second minute, except each 20th; NTSC two in every minute, except each tenth.
        droppedFrames == 4
            ? droppedFrames * ((minutes / 2).rounded(.down) - (minutes / 20).rounded(.down))
            : droppedFrames * (minutes - (minutes / 10).rounded(.down))
    }

    /// Returns the time range of an element that begins in a container.
    /// - Parameters:
    ///   - start: the base of its times.
    ///   - end: the end of the container.
    func range(
        of element: MarkupElement, from start: Nanoseconds, to end: Nanoseconds?
    ) -> (start: Nanoseconds, end: Nanoseconds?) {
        let begin = start &+ (nanoseconds(element["begin"]) ?? 0)
        var ends = [end]
        if let own = nanoseconds(element["end"]) { ends.append(start &+ own) }
        if let length = nanoseconds(element["dur"]) { ends.append(begin &+ length) }
        return (begin, ends.compactMap { $0 }.min())
    }

    /// Parses digits with at most one decimal point: no signs, exponents or names, which `Double` would accept.
    private static func number(_ text: Substring) -> Double? {
        guard !text.isEmpty, text.utf8.count <= 20, text.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2e })
        else { return nil }
        return Double(text)
    }
}
