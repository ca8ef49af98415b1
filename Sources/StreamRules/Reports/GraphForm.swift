import CoreMedia
import HLS
import ReportText

/// Graphs of a stream as SVG: bit rates over time, and the buffer of a player on a network of each variant's BANDWIDTH.
struct GraphForm {
    /// A line of a graph.
    struct Line {
        var name: String
        var points: [(x: Double, y: Double)]
        var color: Int
        var isDashed = false
    }

    private static let width = 720.0
    private static let height = 260.0
    private static let left = 64.0
    private static let bottom = 34.0
    private static let top = 36.0
    private static let right = 12.0
    /// The maximum number of points of a line; more would not be visible.
    private static let mostPoints = 600

    let facts: StreamFacts

    private var variants: [PlaylistFacts] {
        facts.playlists.filter { $0.isVariant && !$0.examined.isEmpty }
    }

    /// The measured bit rate of every segment, with BANDWIDTH as dashed lines; nil without measures.
    var rates: String? {
        var lines: [Line] = []
        for (color, playlist) in variants.enumerated() {
            guard let list = playlist.playlist?.segments else { continue }
            var points: [(x: Double, y: Double)] = []
            var isMissing = false
            for (position, segment) in playlist.examined where list.indices.contains(position) {
                let duration = list[position].duration.seconds
                guard duration > 0, segment.failure == nil, !Self.isText(segment) else {
                    isMissing = true
                    continue
                }
                // Segments that could not be loaded, and web pages in their place, are a gap in the line.
                if isMissing, !points.isEmpty { points.append((list[position].start.seconds, .nan)) }
                isMissing = false
                let rate = Double(segment.byteCount) * 8 / duration / 1000
                points.append((list[position].start.seconds, rate))
                points.append((list[position].end.seconds, rate))
            }
            guard !points.isEmpty else { continue }
            lines.append(Line(name: playlist.name, points: points, color: color))
            if case .variant(let index) = playlist.role, let variant = facts.multivariant?.variants[index],
                let end = points.last?.x
            {
                let declared = Double(variant.bandwidth) / 1000
                lines.append(
                    Line(name: "BANDWIDTH", points: [(0, declared), (end, declared)], color: color, isDashed: true))
            }
        }
        return lines.isEmpty ? nil : graph(lines, unit: "kbit/s", label: "Bit rate of the segments over time")
    }

    /// Whether the server sent a web page or another text in place of the segment.
    private static func isText(_ segment: SegmentFacts) -> Bool {
        segment.problems.contains { problem in
            switch problem {
            case .text, .foreign: true
            default: false
            }
        }
    }

    /// The buffer in seconds of a player on a network of exactly the declared BANDWIDTH, which starts to play after the first segment.
    var buffers: String? {
        var lines: [Line] = []
        for (color, playlist) in variants.enumerated() {
            guard case .variant(let index) = playlist.role, let variant = facts.multivariant?.variants[index],
                let list = playlist.playlist?.segments
            else { continue }
            let sizes = playlist.examined.compactMap { position, segment -> (bits: Double, seconds: Double)? in
                guard list.indices.contains(position), segment.failure == nil else { return nil }
                return (Double(segment.byteCount) * 8, list[position].duration.seconds)
            }
            let points = Self.buffer(sizes, bitsPerSecond: Double(variant.bandwidth))
            guard points.count > 1 else { continue }
            lines.append(Line(name: playlist.name, points: points, color: color))
        }
        return lines.isEmpty ? nil : graph(lines, unit: "s", label: "Buffer of a player over time")
    }

    /// Returns the buffer after each segment has arrived.
    static func buffer(_ sizes: [(bits: Double, seconds: Double)], bitsPerSecond: Double) -> [(x: Double, y: Double)] {
        guard bitsPerSecond > 0 else { return [] }
        let longest = 30.0
        var (time, buffer) = (0.0, 0.0)
        var points: [(x: Double, y: Double)] = [(0, 0)]
        for (index, size) in sizes.enumerated() {
            let loading = size.bits / bitsPerSecond
            if index > 0 {
                let played = min(buffer, loading)
                buffer -= played
                points.append((time + loading, buffer))
            }
            time += loading
            buffer += size.seconds
            points.append((time, buffer))
            // A player does not load more than it may buffer.
            if buffer > longest {
                time += buffer - longest
                buffer = longest
                points.append((time, buffer))
            }
        }
        return points
    }

    // MARK: - Drawing

    private func graph(_ lines: [Line], unit: String, label: String) -> String {
        let highest = lines.flatMap(\.points).map(\.y).filter(\.isFinite).max() ?? 1
        let longest = lines.flatMap(\.points).map(\.x).max() ?? 1
        let (top, end) = (max(Self.ceiling(highest), 0.001), max(longest, 0.001))
        let across = Self.width - Self.left - Self.right
        let down = Self.height - Self.top - Self.bottom
        func x(_ value: Double) -> String { Self.number(Self.left + value / end * across) }
        func y(_ value: Double) -> String { Self.number(Self.top + (1 - value / top) * down) }
        var text = "<svg viewBox=\"0 0 \(Int(Self.width)) \(Int(Self.height))\" role=\"img\" aria-label=\"\(label)\">\n"
        for step in 0...4 {
            let value = top * Double(step) / 4
            text +=
                "<line class=\"grid\" x1=\"\(Self.number(Self.left))\" x2=\"\(Self.number(Self.width - Self.right))\" y1=\"\(y(value))\" y2=\"\(y(value))\"/>"
            text +=
                "<text class=\"tick\" x=\"\(Self.number(Self.left - 6))\" y=\"\(y(value))\" dy=\"4\" text-anchor=\"end\">\(Self.label(value))</text>\n"
        }
        text += "<text class=\"tick\" x=\"4\" y=\"18\">\(unit)</text>"
        for step in 0...4 {
            let value = end * Double(step) / 4
            let anchor = step == 0 ? "start" : step == 4 ? "end" : "middle"
            text +=
                "<text class=\"tick\" x=\"\(x(value))\" y=\"\(Self.number(Self.height - 12))\" text-anchor=\"\(anchor)\">\(Self.clock(value))</text>"
        }
        text += "\n"
        for line in lines {
            let step = max(1, line.points.count / Self.mostPoints)
            for piece in line.points.split(omittingEmptySubsequences: true, whereSeparator: { !$0.y.isFinite }) {
                let points =
                    stride(from: piece.startIndex, to: piece.endIndex, by: step).map { piece[$0] }
                    + (piece.last.map { [$0] } ?? [])
                let path = points.map { "\(x($0.x)),\(y($0.y))" }.joined(separator: " ")
                text +=
                    "<polyline class=\"line c\(line.color % 8)\(line.isDashed ? " dashed" : "")\" points=\"\(path)\"/>\n"
            }
        }
        text += "</svg>\n<ul class=\"legend\">"
        for line in lines where !line.isDashed {
            text += "<li><span class=\"swatch c\(line.color % 8)\"></span>\(DisplayText.xml(line.name))</li>"
        }
        return text + "</ul>\n"
    }

    /// The next value that divides into four round steps.
    private static func ceiling(_ value: Double) -> Double {
        guard value > 0, value.isFinite else { return 1 }
        var unit = 1.0
        while unit * 10 < value { unit *= 10 }
        while unit > value { unit /= 10 }
        for factor in [1.0, 2, 4, 6, 8, 10] where unit * factor >= value { return unit * factor }
        return unit * 10
    }

    private static func number(_ value: Double) -> String { Words.decimal((value * 10).rounded() / 10) }

    private static func label(_ value: Double) -> String {
        value >= 10_000
            ? "\(Words.decimal((value / 100).rounded() / 10))k" : Words.decimal((value * 100).rounded() / 100)
    }

    private static func clock(_ seconds: Double) -> String {
        let whole = Int(min(max(seconds, 0), 1e9))
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return whole >= 3600
            ? "\(whole / 3600):\(two(whole / 60 % 60)):\(two(whole % 60))" : "\(whole / 60):\(two(whole % 60))"
    }
}
