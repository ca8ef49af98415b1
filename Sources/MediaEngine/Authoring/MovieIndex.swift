/// Changes the index (`moov`) of a movie in memory.
struct MovieIndex {
    /// A box and its children; boxes whose children do not matter here are copied as they are.
    private indirect enum Node {
        case leaf(type: String, bytes: [UInt8])
        case parent(type: String, children: [Node])

        var type: String {
            switch self {
            case .leaf(let type, _), .parent(let type, _): type
            }
        }

        /// The box with its header.
        var bytes: [UInt8] {
            switch self {
            case .leaf(let type, let bytes): return bytes.withHeader(type)
            case .parent(let type, let children):
                return children.map(\.bytes).reduce(into: []) { $0 += $1 }.withHeader(type)
            }
        }

        func first(_ wanted: String) -> Node? {
            guard case .parent(_, let children) = self else { return nil }
            return children.first { $0.type == wanted }
        }

        /// Replaces all leaves of this type in the box.
        mutating func replaceLeaves(_ wanted: String, _ change: ([UInt8]) -> [UInt8]) {
            switch self {
            case .leaf(let type, let bytes): if type == wanted { self = .leaf(type: type, bytes: change(bytes)) }
            case .parent(let type, var children):
                for index in children.indices { children[index].replaceLeaves(wanted, change) }
                self = .parent(type: type, children: children)
            }
        }
    }

    private static let parents: Set<String> = ["moov", "trak", "mdia", "minf", "stbl", "tref", "udta"]
    private static let maximumDepth = 8

    private var children: [Node]
    let movieTimescale: Int
    /// The duration in `movieTimescale`.
    let duration: Int

    /// - Parameter bytes: the content of the box.
    /// - Returns: nil if there is no movie header.
    init?(_ bytes: [UInt8]) {
        guard let nodes = Self.nodes(bytes, in: 0..<bytes.count, depth: 0) else { return nil }
        children = nodes
        guard case .leaf(_, let header)? = children.first(where: { $0.type == "mvhd" }) else { return nil }
        let isLong = header.first == 1
        guard let timescale = header.number(at: isLong ? 20 : 12, count: 4, before: header.count), timescale > 0,
            let duration = header.number(at: isLong ? 24 : 16, count: isLong ? 8 : 4, before: header.count)
        else { return nil }
        (movieTimescale, self.duration) = (timescale, duration)
    }

    /// - Returns: nil if the range contains something other than boxes.
    private static func nodes(_ bytes: [UInt8], in range: Range<Int>, depth: Int) -> [Node]? {
        var nodes: [Node] = []
        var at = range.lowerBound
        while let size = bytes.number(at: at, count: 4, before: range.upperBound),
            let code = bytes.number(at: at + 4, count: 4, before: range.upperBound), size >= 8,
            size <= range.upperBound - at
        {
            let type = MovieBox.text(UInt32(truncatingIfNeeded: code))
            let content = at + 8..<at + size
            if parents.contains(type), depth < maximumDepth,
                let children = Self.nodes(bytes, in: content, depth: depth + 1)
            {
                nodes.append(.parent(type: type, children: children))
            } else {
                nodes.append(.leaf(type: type, bytes: Array(bytes[content])))
            }
            at += size
        }
        // User data may end with zeros.
        return bytes[at..<range.upperBound].allSatisfy { $0 == 0 } ? nodes : nil
    }

    /// The whole box.
    var bytes: [UInt8] { Node.parent(type: "moov", children: children).bytes }

    /// Whether the samples are in fragments, which the index does not list.
    var isFragmented: Bool { children.contains { $0.type == "mvex" } }

    // MARK: Tracks

    private static func id(_ track: Node) -> Int? {
        guard case .leaf(_, let header)? = track.first("tkhd") else { return nil }
        return header.number(at: header.first == 1 ? 20 : 12, count: 4, before: header.count)
    }

    private static func handler(_ track: Node) -> String? {
        guard case .leaf(_, let handler)? = track.first("mdia")?.first("hdlr"), handler.count >= 12 else { return nil }
        return String(decoding: handler[8..<12], as: UTF8.self)
    }

    private static func chapterTracks(_ track: Node) -> [Int] {
        guard case .leaf(_, let list)? = track.first("tref")?.first("chap") else { return [] }
        return stride(from: 0, to: list.count - 3, by: 4).compactMap {
            list.number(at: $0, count: 4, before: list.count)
        }
    }

    /// An ID that no track has.
    var nextTrackID: Int { (children.compactMap(Self.id).max() ?? 0) + 1 }

    /// An alternate group that no track has.
    var nextAlternateGroup: Int {
        let groups = children.compactMap { track -> Int? in
            guard case .leaf(_, let header)? = track.first("tkhd") else { return nil }
            return header.number(at: header.first == 1 ? 46 : 34, count: 2, before: header.count)
        }
        return (groups.max() ?? 0) + 1
    }

    /// Removes the chapters: their tracks, the references to them, and Nero's list.
    mutating func removeChapters() {
        let chapterTracks = Set(children.flatMap(Self.chapterTracks))
        children.removeAll {
            $0.type == "trak" && Self.id($0).map(chapterTracks.contains) == true && Self.chapterTracks($0).isEmpty
        }
        children = children.map { Self.removing("chap", from: $0) }.map { Self.removing("chpl", from: $0) }
    }

    private static func removing(_ wanted: String, from node: Node) -> Node {
        guard case .parent(let type, let children) = node else { return node }
        return .parent(
            type: type,
            children: children.filter { $0.type != wanted }.map { removing(wanted, from: $0) }.filter { child in
                // An empty list of references is not written.
                if case .parent("tref", let references) = child { return !references.isEmpty }
                return true
            })
    }

    /// Adds the track boxes, and references to them from all audio and video tracks.
    mutating func add(_ tracks: [[UInt8]], ids: [Int]) {
        let list = Node.leaf(type: "chap", bytes: ids.flatMap { BoxBytes.number($0, 4) })
        for index in children.indices {
            guard case .parent("trak", var boxes) = children[index],
                let handler = Self.handler(children[index]), handler == "vide" || handler == "soun"
            else { continue }
            if let references = boxes.firstIndex(where: { $0.type == "tref" }),
                case .parent(_, let present) = boxes[references]
            {
                boxes[references] = .parent(type: "tref", children: present + [list])
            } else {
                let media = boxes.firstIndex { $0.type == "mdia" } ?? boxes.endIndex
                boxes.insert(.parent(type: "tref", children: [list]), at: media)
            }
            children[index] = .parent(type: "trak", children: boxes)
        }
        let position = (children.lastIndex { $0.type == "trak" } ?? children.endIndex - 1) + 1
        children.insert(contentsOf: tracks.flatMap { Self.nodes($0, in: 0..<$0.count, depth: 0) ?? [] }, at: position)
        for index in children.indices {
            guard case .leaf("mvhd", var header) = children[index] else { continue }
            let at = header.first == 1 ? 108 : 96
            if at + 4 <= header.count {
                header.replaceSubrange(at..<at + 4, with: BoxBytes.number((ids.max() ?? 0) + 1, 4))
            }
            children[index] = .leaf(type: "mvhd", bytes: header)
        }
    }

    // MARK: Offsets

    /// Moves the chunk offsets at or after a position.
    /// - Parameter added: the number of tracks at the end whose offsets are final.
    /// - Returns: false if an offset no longer fits; nothing is changed then.
    mutating func moveChunks(from position: Int, by distance: Int, except added: Int) -> Bool {
        var fits = true
        func moved(_ table: [UInt8], width: Int) -> [UInt8] {
            var table = table
            let count = min(table.number(at: 4, count: 4, before: table.count) ?? 0, (table.count - 8) / width)
            for index in 0..<max(0, count) {
                let at = 8 + width * index
                guard let offset = table.number(at: at, count: width, before: table.count), offset >= position else {
                    continue
                }
                let new = offset + distance
                if width == 4, new > Int(UInt32.max) { fits = false }
                table.replaceSubrange(at..<at + width, with: BoxBytes.number(new, width))
            }
            return table
        }
        var changed = children
        let tracks = changed.indices.filter { changed[$0].type == "trak" }
        for index in tracks.dropLast(added) {
            changed[index].replaceLeaves("stco") { moved($0, width: 4) }
            changed[index].replaceLeaves("co64") { moved($0, width: 8) }
        }
        if fits { children = changed }
        return fits
    }
}

extension [UInt8] {
    /// Returns a box with this content.
    fileprivate func withHeader(_ type: String) -> [UInt8] {
        BoxBytes.number(8 + count, 4) + type.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) } + self
    }
}
