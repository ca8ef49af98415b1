import Foundation
import MediaEngine
import MediaTesting

/// One change of what a server sends.
struct StreamEdit: Sendable {
    let path: String
    /// The path of the resource that is served instead.
    var target: String?
    /// The start of the paths that the edit applies to, in addition to the pattern.
    var folder = ""
    let change: @Sendable (OriginReply) -> OriginReply

    init(path: String, target: String? = nil, _ change: @escaping @Sendable (OriginReply) -> OriginReply) {
        self.path = path
        self.target = target
        self.change = change
    }

    /// Serves another resource at a path.
    static func swap(_ path: String, for target: String) -> StreamEdit { StreamEdit(path: path, target: target) { $0 } }

    /// Changes the text of a playlist or subtitle segment.
    static func text(_ path: String, _ change: @escaping @Sendable (String) -> String) -> StreamEdit {
        StreamEdit(path: path) { reply in
            guard case .resource(var resource) = reply else { return reply }
            resource.bytes = Array(change(String(decoding: resource.bytes, as: UTF8.self)).utf8)
            return .resource(resource)
        }
    }

    static func lines(_ path: String, _ change: @escaping @Sendable (inout [String]) -> Void) -> StreamEdit {
        text(path) { text in
            var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            change(&lines)
            return lines.joined(separator: "\n")
        }
    }

    static func bytes(_ path: String, _ change: @escaping @Sendable (inout [UInt8]) -> Void) -> StreamEdit {
        StreamEdit(path: path) { reply in
            guard case .resource(var resource) = reply else { return reply }
            change(&resource.bytes)
            return .resource(resource)
        }
    }

    static func status(_ path: String, _ status: Int) -> StreamEdit { StreamEdit(path: path) { _ in .status(status) } }

    static func header(_ path: String, _ name: String, _ value: String) -> StreamEdit {
        StreamEdit(path: path) { reply in
            guard case .resource(var resource) = reply else { return reply }
            resource.headers[name] = value
            return .resource(resource)
        }
    }

    static func type(_ path: String, _ type: String) -> StreamEdit {
        StreamEdit(path: path) { reply in
            guard case .resource(var resource) = reply else { return reply }
            resource.contentType = type
            return .resource(resource)
        }
    }

    /// Changes the attributes of a line of the multivariant playlist; a nil value removes the attribute.
    /// - Parameter tag: the start of the line; `index` counts the lines that start with it.
    static func attribute(
        _ tag: String, _ index: Int?, _ name: String, _ value: String?, in path: String = "/main.m3u8"
    ) -> StreamEdit {
        lines(path) { lines in
            var seen = 0
            for position in lines.indices where lines[position].hasPrefix(tag + ":") {
                defer { seen += 1 }
                guard index == nil || index == seen else { continue }
                lines[position] = set(name, value, in: lines[position])
            }
        }
    }

    static func variant(_ index: Int?, _ name: String, _ value: String?) -> StreamEdit {
        attribute("#EXT-X-STREAM-INF", index, name, value)
    }

    static func rendition(_ index: Int?, _ name: String, _ value: String?) -> StreamEdit {
        attribute("#EXT-X-MEDIA", index, name, value)
    }

    private static func set(_ name: String, _ value: String?, in line: String) -> String {
        let colon = line.firstIndex(of: ":").map { line.index(after: $0) } ?? line.endIndex
        var parts: [String] = []
        var part = ""
        var isQuoted = false
        for character in line[colon...] {
            if character == "\"" { isQuoted.toggle() }
            if character == ",", !isQuoted {
                parts.append(part)
                part = ""
            } else {
                part.append(character)
            }
        }
        parts.append(part)
        let old = parts.firstIndex { $0.hasPrefix(name + "=") }
        if let old {
            if let value { parts[old] = "\(name)=\(value)" } else { parts.remove(at: old) }
        } else if let value {
            parts.append("\(name)=\(value)")
        }
        return line[..<colon] + parts.joined(separator: ",")
    }

    /// Replaces a text in a playlist.
    static func replace(_ path: String, _ old: String, _ new: String) -> StreamEdit {
        text(path) { $0.replacingOccurrences(of: old, with: new) }
    }

    static func append(_ path: String, _ line: String) -> StreamEdit { text(path) { $0 + line + "\n" } }

    static func remove(_ path: String, linesWith prefix: String) -> StreamEdit {
        lines(path) { $0.removeAll { $0.hasPrefix(prefix) } }
    }

    /// Changes the EXTINF of one segment.
    static func duration(_ path: String, _ index: Int, _ value: String) -> StreamEdit {
        lines(path) { lines in
            let places = lines.indices.filter { lines[$0].hasPrefix("#EXTINF:") }
            if places.indices.contains(index) { lines[places[index]] = "#EXTINF:\(value)," }
        }
    }

    /// Inserts a line before the EXTINF of one segment.
    static func insert(_ path: String, _ line: String, before index: Int) -> StreamEdit {
        lines(path) { lines in
            let places = lines.indices.filter { lines[$0].hasPrefix("#EXTINF:") }
            if places.indices.contains(index) { lines.insert(line, at: places[index]) }
        }
    }

    /// Removes the EXTINF and URI of one segment.
    static func drop(_ path: String, segment index: Int) -> StreamEdit {
        lines(path) { lines in
            let places = lines.indices.filter { lines[$0].hasPrefix("#EXTINF:") }
            guard places.indices.contains(index) else { return }
            var end = places[index]
            while lines[end].hasPrefix("#") { end += 1 }
            lines.removeSubrange(places[index]...end)
        }
    }

    /// Replaces the URI that follows a line.
    static func uri(_ path: String, after prefix: String, _ index: Int, _ uri: String) -> StreamEdit {
        lines(path) { lines in
            let places = lines.indices.filter { lines[$0].hasPrefix(prefix) }
            guard places.indices.contains(index) else { return }
            var end = places[index] + 1
            while end < lines.count, lines[end].hasPrefix("#") { end += 1 }
            if end < lines.count { lines[end] = uri }
        }
    }
}

/// A stream whose responses are changed.
final class EditedStream: OriginContent {
    private let content: any OriginContent
    private let edits: [StreamEdit]

    init(_ content: any OriginContent, _ edits: [StreamEdit]) {
        self.content = content
        self.edits = edits
    }

    func reply(to request: OriginRequest, now: Int64) -> OriginReply {
        var request = request
        let path = request.path
        // A resource may be served in the place of another.
        if let edit = edits.first(where: { $0.target != nil && $0.path == request.path }), let target = edit.target {
            request.path = target
        }
        var reply = content.reply(to: request, now: now)
        for edit in edits where Self.matches(edit.path, path) && path.hasPrefix(edit.folder) {
            reply = edit.change(reply)
        }
        return reply
    }

    /// A star at the end of a pattern matches any rest.
    private static func matches(_ pattern: String, _ path: String) -> Bool {
        if pattern.hasPrefix("*") { return path.hasSuffix(pattern.dropFirst()) }
        return pattern.hasSuffix("*") ? path.hasPrefix(pattern.dropLast()) : pattern == path
    }
}

// MARK: - Boxes and packets

enum SegmentEdits {
    /// Calls a closure with the position and size of each box of a type, at any depth below the usual containers.
    static func visit(_ bytes: [UInt8], _ type: String, _ range: Range<Int>? = nil, _ body: (Range<Int>) -> Void) {
        var reader = BoxReader(bytes, in: range)
        while let box = reader.next() {
            if box.type == type { body(box.content) }
            if ["moov", "trak", "mdia", "minf", "stbl", "moof", "traf"].contains(box.type) {
                visit(bytes, type, box.content, body)
            }
        }
    }

    static func number(_ bytes: [UInt8], _ at: Int, _ count: Int) -> UInt64 {
        bytes[at..<at + count].reduce(0) { $0 << 8 | UInt64($1) }
    }

    static func put(_ value: UInt64, _ count: Int, at: Int, in bytes: inout [UInt8]) {
        for index in 0..<count {
            bytes[at + index] = UInt8(truncatingIfNeeded: value >> UInt64(8 * (count - 1 - index)))
        }
    }

    /// Adds to the decode times of all fragments.
    static func shift(_ bytes: inout [UInt8], ticks: Int64) {
        var places: [Int] = []
        visit(bytes, "tfdt") { places.append($0.lowerBound + 4) }
        for place in places {
            put(UInt64(bitPattern: Int64(bitPattern: number(bytes, place, 8)) &+ ticks), 8, at: place, in: &bytes)
        }
    }

    /// Replaces the track numbers of all fragments.
    static func renumber(_ bytes: inout [UInt8], track: UInt64) {
        var places: [Int] = []
        visit(bytes, "tfhd") { places.append($0.lowerBound + 4) }
        for place in places { put(track, 4, at: place, in: &bytes) }
    }

    /// Replaces the flags of a sample of the first run.
    static func flag(_ bytes: inout [UInt8], sample: Int, isSync: Bool) {
        var place: Int?
        visit(bytes, "trun") { place = place ?? $0.lowerBound }
        guard let place else { return }
        put(isSync ? 0x200_0000 : 0x101_0000, 4, at: place + 12 + sample * 16 + 8, in: &bytes)
    }

    /// Changes the duration of the samples of all runs.
    static func stretch(_ bytes: inout [UInt8], by factor: Double) {
        var runs: [Range<Int>] = []
        visit(bytes, "trun") { runs.append($0) }
        for run in runs {
            for index in 0..<Int(number(bytes, run.lowerBound + 4, 4)) {
                let at = run.lowerBound + 12 + index * 16
                put(UInt64(Double(number(bytes, at, 4)) * factor), 4, at: at, in: &bytes)
            }
        }
    }

    /// Removes the first fragment: moof and mdat.
    static func removeFirstFragment(_ bytes: inout [UInt8]) {
        var reader = BoxReader(bytes)
        while let box = reader.next() {
            if box.type == "mdat" {
                bytes.removeFirst(box.content.upperBound)
                return
            }
        }
    }

    /// Overwrites the media data behind each sample's first bytes, where NAL units have their lengths.
    static func breakUnits(_ bytes: inout [UInt8]) {
        var place: Int?
        visit(bytes, "mdat") { place = place ?? $0.lowerBound }
        if let place { put(0x7fff_ffff, 4, at: place, in: &bytes) }
    }

    static func noise(_ bytes: inout [UInt8], _ range: Range<Int>, seed: UInt64 = 7) {
        var state = seed
        for index in range.clamped(to: bytes.indices) {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            bytes[index] = UInt8(truncatingIfNeeded: state >> 33)
        }
    }

    /// Removes transport stream packets.
    static func removePackets(_ bytes: inout [UInt8], where isRemoved: (_ index: Int, _ pid: Int) -> Bool) {
        var result: [UInt8] = []
        for (index, start) in stride(from: 0, to: bytes.count - 187, by: 188).enumerated() {
            let pid = Int(bytes[start + 1] & 0x1f) << 8 | Int(bytes[start + 2])
            if !isRemoved(index, pid) { result += bytes[start..<start + 188] }
        }
        bytes = result
    }
}
