/// What is remembered of all feeds, for rules that look at more than one item. It grows with the number of items and ids alone.
struct FeedIndex {
    var catalogs: [CatalogIndex] = []
    var availabilities: [AvailabilityIndex] = []
    var manifests: [ManifestIndex] = []
    /// Now, in seconds since 1970.
    var now: Double = 0
}

/// Bytes of many small texts, one after the other.
struct TextPool {
    struct Reference: Hashable {
        var start: UInt32 = 0
        var count: UInt16 = 0
        var isEmpty: Bool { count == 0 }
    }

    private(set) var bytes: ContiguousArray<UInt8> = []

    /// Texts longer than 64 KiB are cut.
    mutating func add(_ text: FeedText) -> Reference {
        let count = min(text.count, Int(UInt16.max))
        defer { bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text.bytes[..<count])) }
        return Reference(start: UInt32(bytes.count), count: UInt16(count))
    }

    /// - Returns: by how much references into the other pool move.
    mutating func append(_ other: TextPool) -> UInt32 {
        defer { bytes.append(contentsOf: other.bytes) }
        return UInt32(bytes.count)
    }

    subscript(reference: Reference) -> String {
        String(decoding: bytes[Int(reference.start)..<Int(reference.start) + Int(reference.count)], as: UTF8.self)
    }

    func areEqual(_ left: Reference, _ right: Reference) -> Bool {
        guard left.count == right.count else { return false }
        return bytes[Int(left.start)..<Int(left.start) + Int(left.count)]
            == bytes[Int(right.start)..<Int(right.start) + Int(right.count)]
    }

    func hash(_ reference: Reference) -> UInt64 {
        bytes.withUnsafeBufferPointer {
            FeedText(
                bytes: UnsafeBufferPointer(
                    rebasing: $0[Int(reference.start)..<Int(reference.start) + Int(reference.count)])
            ).hash
        }
    }
}

/// What is remembered of a catalog.
struct CatalogIndex {
    struct Entry {
        var id = TextPool.Reference()
        var type: ContentTypes
        var line: UInt32
        var column: UInt32
        var ordinal: UInt32
    }

    var file: String
    var head: FeedHead
    var pool = TextPool()
    var entries: ContiguousArray<Entry> = []
}

/// What is remembered of an availability feed.
struct AvailabilityIndex {
    struct Entry {
        var id = TextPool.Reference()
        var type: ContentTypes
        var line: UInt32
        var column: UInt32
        var ordinal: UInt32
    }

    var file: String
    var head: FeedHead
    var pool = TextPool()
    var entries: ContiguousArray<Entry> = []
}

/// What is remembered of a manifest.
struct ManifestIndex {
    var file: String
    var head: FeedHead
}
