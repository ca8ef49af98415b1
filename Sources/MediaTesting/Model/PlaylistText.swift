/// The lines of a playlist. Their content is not checked, so that invalid playlists can be written too.
public struct PlaylistText: Sendable, Hashable {
    public private(set) var lines: [String]

    public init() { lines = ["#EXTM3U"] }

    /// The text, with LF after each line.
    public var text: String { lines.map { $0 + "\n" }.joined() }

    /// Appends `#NAME` or `#NAME:VALUE`.
    public mutating func tag(_ name: String, _ value: String? = nil) {
        lines.append("#\(name)\(value.map { ":\($0)" } ?? "")")
    }

    public mutating func tag(_ name: String, _ attributes: PlaylistAttributes) { tag(name, attributes.text) }

    /// Appends a URI line.
    public mutating func uri(_ uri: String) { lines.append(uri) }

    /// Appends any line unchanged.
    public mutating func line(_ line: String) { lines.append(line) }

    public mutating func segment(duration: Double, uri: String) {
        tag("EXTINF", PlaylistNumber.text(duration) + ",")
        lines.append(uri)
    }
}

/// An attribute list, in the order of addition.
public struct PlaylistAttributes: Sendable, Hashable {
    public private(set) var text = ""

    public init() {}

    /// Adds an attribute with an unquoted value: a number, an enumerated string, a resolution.
    public mutating func add(_ name: String, _ value: String?) {
        guard let value else { return }
        text += "\(text.isEmpty ? "" : ",")\(name)=\(value)"
    }

    public mutating func add(_ name: String, _ value: Int?) { add(name, value.map { "\($0)" }) }
    public mutating func add(_ name: String, _ value: Double?) { add(name, value.map { PlaylistNumber.text($0) }) }
    public mutating func add(_ name: String, isSet: Bool) { if isSet { add(name, "YES") } }
    public mutating func add(_ name: String, quoted value: String?) { add(name, value.map { "\"\($0)\"" }) }
    public mutating func add(_ name: String, bytes: [UInt8]?) {
        add(
            name, bytes.map { "0x" + $0.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined() }
        )
    }
}

enum PlaylistNumber {
    /// Formats a number with at most five decimals, without trailing zeros.
    static func text(_ value: Double) -> String {
        let units = Int((value.magnitude * 100_000).rounded())
        let sign = value < 0 && units > 0 ? "-" : ""
        var digits = "\(units % 100_000)"
        digits = String(repeating: "0", count: 5 - digits.count) + digits
        while digits.last == "0" { digits.removeLast() }
        return sign + "\(units / 100_000)" + (digits.isEmpty ? "" : "." + digits)
    }
}
