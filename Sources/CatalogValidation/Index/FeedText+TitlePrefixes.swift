import UniversalMediaCatalog

extension FeedText {
    /// Calls `body` with the text before each colon, spaced dash or spaced bar that is followed by more text, three at most.
    func forEachTitlePrefix(_ body: (FeedText) -> Void) {
        var found = 0
        var index = 1
        while index + 2 < count, found < 3 {
            let byte = self[index]
            var end = index
            if byte == UInt8(ascii: ":"), self[index + 1] == 32 {
                end = self[index - 1] == 32 ? index - 1 : index
            } else if byte == 32, self[index + 2] == 32,
                self[index + 1] == UInt8(ascii: "-") || self[index + 1] == UInt8(ascii: "|")
            {
                end = index
            } else if byte == 32, index + 4 < count, self[index + 1] == 0xE2, self[index + 2] == 0x80,
                self[index + 3] &- 0x93 < 2, self[index + 4] == 32
            {
                end = index
            } else if byte == 0xEF, self[index + 1] == 0xBC, self[index + 2] == 0x9A {
                // ：
                end = index
            } else {
                index += 1
                continue
            }
            found += 1
            body(self[0..<end].trimmed)
            index += 2
        }
    }
}
