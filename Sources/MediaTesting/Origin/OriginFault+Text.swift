extension OriginFault {
    /// Parses `KIND[=VALUE]@PATH`, as in command options: `status=503@/v0/3.m4s`, `cut=1000@*.ts`, `html@/v1/*`, `silence@*`.
    /// - Throws: `StreamMakerError` with the reason.
    public init(text: String) throws {
        let halves = text.split(separator: "@", maxSplits: 1).map(String.init)
        guard halves.count == 2 else {
            throw StreamMakerError(
                message: "a fault is KIND[=VALUE]@PATH, such as status=503@/v0/3.m4s, not '\(text.prefix(80))'")
        }
        let words = halves[0].split(separator: "=", maxSplits: 1).map(String.init)
        guard !halves[1].dropFirst().dropLast().contains("*") || halves[1].allSatisfy({ $0 == "*" }) else {
            throw StreamMakerError(
                message: "the path '\(halves[1].prefix(80))' has a '*' inside: write it at the start or at the end")
        }
        let match: Match
        switch (halves[1].hasPrefix("*"), halves[1].hasSuffix("*")) {
        case (true, true):
            guard halves[1].allSatisfy({ $0 == "*" }) else {
                throw StreamMakerError(
                    message: "the path '\(halves[1].prefix(80))' has a '*' at both ends: write it at one of them")
            }
            match = .every
        case (true, false): match = .suffix(String(halves[1].dropFirst()))
        case (false, true): match = .prefix(String(halves[1].dropLast()))
        case (false, false): match = .path(halves[1])
        }
        guard let kind = Kind(name: words.first ?? "", value: words.count > 1 ? words[1] : "") else {
            let reason =
                Kind.values[words.first ?? ""].map { "has an invalid value: it takes \($0)" }
                ?? "is unknown; the kinds are \(Kind.names.joined(separator: ", "))"
            throw StreamMakerError(message: "the fault '\(halves[0].prefix(80))' \(reason)")
        }
        self.init(kind, for: match)
    }
}

extension OriginFault.Kind {
    /// The names of kinds in command options.
    fileprivate static let names = [
        "status", "cut", "reset", "stall", "delay", "silence", "html", "type", "length", "noise", "inner-noise",
        "redirect",
        "chunked", "whole",
    ]

    /// The values of the kinds that have one, in words.
    fileprivate static let values = [
        "status": "100 to 599, such as status=503", "cut": "a number of bytes, such as cut=1000",
        "reset": "a number of bytes, such as reset=1000", "stall": "0 to \(longest) seconds, such as stall=2",
        "delay": "0 to \(longest) seconds, such as delay=0.5", "type": "a content type, such as type=text/plain",
        "length": "a number of bytes below 1000000000, such as length=-10",
        "noise": "a number of bytes, such as noise=20", "inner-noise": "a number of bytes, such as inner-noise=20",
        "redirect": "a URL, such as redirect=http://127.0.0.1:8080/",
    ]
    /// In seconds.
    private static let longest = 86_400

    fileprivate init?(name: String, value: String) {
        let count = Int(value).flatMap { $0 >= 0 ? $0 : nil }
        let seconds = Double(value).flatMap { $0 >= 0 && $0 <= Double(Self.longest) ? $0 : nil }
        let kind: OriginFault.Kind? =
            switch name {
            case "status": count.flatMap { (100...599).contains($0) ? .status($0) : nil }
            case "cut": count.map { .cut(after: $0) }
            case "reset": count.map { .reset(after: $0) }
            case "stall": seconds.map { .stall(after: 1000, seconds: $0) }
            case "delay": seconds.map { .delay(seconds: $0) }
            case "silence": .silence
            case "html": .webPage
            case "type": value.isEmpty ? nil : .contentType(value)
            case "length": Int(value).flatMap { $0.magnitude < 1_000_000_000 ? .lengthError($0) : nil }
            case "noise": count.map { .noise(bytes: $0, seed: 7) }
            case "inner-noise": count.map { .innerNoise(bytes: $0, seed: 7) }
            case "redirect": value.isEmpty ? nil : .redirect(value)
            case "chunked": .chunked
            case "whole": .wholeBody
            default: nil
            }
        guard let kind else { return nil }
        self = kind
    }
}
