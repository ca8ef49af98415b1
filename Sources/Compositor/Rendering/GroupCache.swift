import QuartzCore

/// Groups whose insides stay the same while they fade, kept drawn.
final class GroupCache {
    private struct Entry {
        var signature: Int
        var raster: Raster?
        /// How often it was drawn with the same insides.
        var seen: Int
        var list: UInt64
    }

    private var entries: [NodeKey: Entry] = [:]
    private var list: UInt64 = 0

    /// The group's picture where its insides are what they were in the list before; nil: draw it anew.
    func raster(_ node: Node, make: () -> Raster?) -> Raster? {
        guard case .group(let group) = node.content else { return nil }
        var hasher = Hasher()
        hasher.combine(node.signature)
        hasher.combine(node.bounds)
        for child in group.children { hasher.combine(child.combinedSignature) }
        let signature = hasher.finalize()
        var entry = entries[node.key] ?? Entry(signature: signature, raster: nil, seen: 0, list: list)
        if entry.signature != signature { entry = Entry(signature: signature, raster: nil, seen: 0, list: list) }
        entry.list = list
        if entry.raster == nil, entry.seen >= 1 { entry.raster = make() }
        entry.seen += 1
        entries[node.key] = entry
        return entry.raster
    }

    /// Drops what the list that ends here did not use.
    func endList() {
        entries = entries.filter { $0.value.list == list }
        list &+= 1
    }
}

/// Memory to draw aside in, used again and again.
final class ScratchRasters {
    private static let keptCount = 6
    private var free: [Raster] = []

    /// A raster of at least this size with any pixels in it.
    func take(width: Int, height: Int) -> Raster? {
        guard width > 0, height > 0 else { return nil }
        if let index = free.firstIndex(where: { $0.width == width && $0.height == height }) {
            return free.remove(at: index)
        }
        return Raster(width: width, height: height)
    }

    func giveBack(_ raster: Raster) {
        free.append(raster)
        if free.count > Self.keptCount { free.removeFirst() }
    }
}
