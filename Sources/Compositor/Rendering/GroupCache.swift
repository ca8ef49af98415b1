import QuartzCore

/// A cache of composited groups whose children do not change, for example during a fade.
final class GroupCache {
    private struct Entry {
        var signature: Int
        var raster: Raster?
        /// The number of drawings with unchanged children.
        var seen: Int
        var list: UInt64
    }

    private var entries: [NodeKey: Entry] = [:]
    private var list: UInt64 = 0

    /// Returns the composited group if its children are unchanged since the previous list; nil if the group has to be drawn.
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

    /// Removes the groups that the list ending here did not use.
    func endList() {
        entries = entries.filter { $0.value.list == list }
        list &+= 1
    }
}

/// A pool of rasters for off-screen drawing.
final class ScratchRasters {
    private struct Entry {
        let raster: Raster
        /// The list during which the raster was used last.
        let list: UInt64
    }

    private static let keptCount = 6
    private var free: [Entry] = []
    private var list: UInt64 = 0

    /// Returns a raster of this size with undefined pixels.
    func take(width: Int, height: Int) -> Raster? {
        guard width > 0, height > 0 else { return nil }
        if let index = free.firstIndex(where: { $0.raster.width == width && $0.raster.height == height }) {
            return free.remove(at: index).raster
        }
        return Raster(width: width, height: height)
    }

    func giveBack(_ raster: Raster) {
        free.append(Entry(raster: raster, list: list))
        if free.count > Self.keptCount { free.removeFirst() }
    }

    /// Frees the rasters that the list ending here did not use.
    func endList() {
        free.removeAll { $0.list != list }
        list &+= 1
    }
}
