/// A set of node indexes that is emptied in the time that its elements take.
struct NodeSet {
    private var words: ContiguousArray<UInt64> = []
    private var used: ContiguousArray<Int> = []

    mutating func insert(_ index: Int) {
        let word = index >> 6
        while words.count <= word { words.append(0) }
        if words[word] == 0 { used.append(word) }
        words[word] |= 1 << UInt64(index & 63)
    }

    func contains(_ index: Int) -> Bool {
        index >> 6 < words.count && words[index >> 6] >> UInt64(index & 63) & 1 != 0
    }

    mutating func removeAll() {
        for word in used { words[word] = 0 }
        used.removeAll(keepingCapacity: true)
    }
}
