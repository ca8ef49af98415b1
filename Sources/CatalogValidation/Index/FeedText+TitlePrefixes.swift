import UniversalMediaCatalog

extension FeedText {
    /// Calls `body` with the words behind a preposition or a word such as `Making of`, eight at most: the title of a work, perhaps. A single
    /// word counts only behind a preposition.
    func forEachTitleEnding(_ body: (FeedText) -> Void) {
        var found = 0
        var before = 0
        for index in 1..<max(1, count - 4) where self[index] == 32 {
            let word = self[before..<index]
            let rest = self[index + 1..<count]
            before = index + 1
            let follows =
                word.isIgnoringCase("of") || word.isIgnoringCase("inside") || word.isIgnoringCase("behind")
                || word.isIgnoringCase("making") || word.isIgnoringCase("from")
            guard follows || rest.bytes.contains(32) else { continue }
            found += 1
            if found > 8 { return }
            body(rest.trimmed)
        }
    }

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
