import UniversalMediaCatalog

extension FeedText {
    /// A random seed for each run, so that a feed cannot be crafted with ids that collide.
    private static let seed = UInt64.random(in: 1...UInt64.max)

    /// A hash of all bytes, eight at a time; valid only within one run.
    var quickHash: UInt64 { quickHash(Self.seed) }

    func quickHash(_ seed: UInt64) -> UInt64 {
        var result = seed ^ (UInt64(truncatingIfNeeded: count) &* 0x9E37_79B9_7F4A_7C15)
        let raw = UnsafeRawBufferPointer(bytes)
        var index = 0
        while index + 8 <= raw.count {
            result = Self.mix(result ^ raw.loadUnaligned(fromByteOffset: index, as: UInt64.self))
            index += 8
        }
        if index < raw.count {
            var rest: UInt64 = 0
            while index < raw.count {
                rest = rest << 8 | UInt64(raw[index])
                index += 1
            }
            result = Self.mix(result ^ rest)
        }
        return result ^ result >> 29
    }

    @inline(__always)
    static func mix(_ value: UInt64) -> UInt64 {
        let product = value.multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
        return product.high ^ product.low
    }
}

extension FeedNode {
    /// A hash of the node's content. It ignores the order of attributes, white space around texts, and the item's own `pubDate`
    /// (umc-validation.md 5.1). Equal for equal content anywhere in the feeds of one run.
    var contentHash: UInt64 {
        var result: UInt64 = 0x51_7C_C1_B7_27_22_0A_95
        let top = index
        result = FeedText.mix(result ^ ownHash)
        for position in descendants {
            let node = tree[position]
            if node.name == .pubDate, let parent = node.parent, parent.index == top { continue }
            let depth = UInt64(truncatingIfNeeded: tree.nodes[position].depth)
            result = FeedText.mix(result ^ node.ownHash ^ (depth << 56))
        }
        return result
    }

    private var ownHash: UInt64 {
        let node = tree.nodes[index]
        var result = Self.hash(node.name.rawValue, tree.text(node.spellingStart, Int(node.spellingCount)))
        for position in Int(node.firstAttribute)..<Int(node.firstAttribute) + Int(node.attributeCount) {
            let attribute = tree.attributes[position]
            let name = Self.hash(
                attribute.name.rawValue, tree.text(attribute.spellingStart, Int(attribute.spellingCount)))
            result &+= FeedText.mix(name ^ tree.text(attribute.start, Int(attribute.count)).quickHash)
        }
        let text = text.trimmed
        return text.isEmpty ? result : FeedText.mix(result ^ text.quickHash)
    }

    private static func hash(_ name: String, _ spelling: FeedText) -> UInt64 {
        if !spelling.isEmpty { return spelling.quickHash }
        var name = name
        return name.withUTF8 { FeedText(bytes: $0).quickHash }
    }
}
