import QuartzCore

/// Computes the damage between the list that was drawn last and a new one.
struct DamageTracker {
    private struct Entry {
        var index: Int
        var bounds: PixelRect
        var signature: Int
    }

    private var entries: [NodeKey: Entry] = [:]

    /// Replaces the current nodes by `nodes`.
    /// - Returns: the old and new bounds of all nodes that were added, removed, changed or reordered.
    mutating func update(to nodes: [Node]) -> DamageList {
        var damage = DamageList()
        var next: [NodeKey: Entry] = [:]
        var count = 0
        var highest = -1
        func visit(_ nodes: [Node], context: Int, clip: PixelRect?) {
            for node in nodes {
                let bounds = clip.map { node.bounds.intersection($0) } ?? node.bounds
                var hasher = Hasher()
                hasher.combine(context)
                hasher.combine(node.signature)
                hasher.combine(node.opacity)
                hasher.combine(node.bounds)
                if case .group(let group) = node.content {
                    visit(group.children, context: hasher.finalize(), clip: bounds)
                    continue
                }
                let entry = Entry(index: count, bounds: bounds, signature: hasher.finalize())
                count += 1
                next[node.key] = entry
                guard let old = entries[node.key] else {
                    damage.add(bounds)
                    continue
                }
                if old.signature != entry.signature || old.bounds != bounds {
                    damage.add(old.bounds)
                    damage.add(bounds)
                } else if old.index < highest {
                    // A node that was above this one is now below.
                    damage.add(bounds)
                }
                highest = max(highest, old.index)
            }
        }
        visit(nodes, context: 0, clip: nil)
        for (key, old) in entries where next[key] == nil { damage.add(old.bounds) }
        entries = next
        return damage
    }
}

/// A small number of rectangles that cover all added rectangles.
struct DamageList {
    static let maximumCount = 8
    private(set) var rects: [PixelRect] = []

    /// Adds a rectangle. Rectangles are merged if their bounding box is hardly larger than their total area.
    mutating func add(_ rect: PixelRect) {
        guard !rect.isEmpty else { return }
        var added = rect
        var index = 0
        while index < rects.count {
            let box = rects[index].union(added)
            if Double(box.area) <= Double(rects[index].area + added.area) * 1.2 {
                added = box
                rects.remove(at: index)
                index = 0
            } else {
                index += 1
            }
        }
        rects.append(added)
        while rects.count > Self.maximumCount { joinCheapest() }
    }

    private mutating func joinCheapest() {
        var best = (waste: Int.max, first: 0, second: 1)
        for first in rects.indices {
            for second in rects.indices where second > first {
                let waste = rects[first].union(rects[second]).area - rects[first].area - rects[second].area
                if waste < best.waste { best = (waste, first, second) }
            }
        }
        rects[best.first] = rects[best.first].union(rects[best.second])
        rects.remove(at: best.second)
    }
}
