import UniversalMediaCatalog

/// Finds out whether a URL leads to a server that everybody reaches.
enum PublicServer {
    /// Returns the predicate of a message; nil if the URL may lead to a public server.
    static func fault(_ url: FeedText) -> String? {
        guard let host = host(url), !host.isEmpty else { return nil }
        if let port = port(url), !(1...65_535).contains(Int(port.string) ?? 0) {
            return "has the port \(port.shown), which does not exist"
        }
        if host[0] == UInt8(ascii: "[") { return address6(host) }
        if isDigit(host[host.count - 1]) { return address4(host) }
        return nameFault(host)
    }

    private static func nameFault(_ host: FeedText) -> String? {
        guard host.bytes.allSatisfy(isOfName) else {
            return "leads to \(host.shown), which is no name of a server: it has a character that names do not have"
        }
        var count = 0
        var (beforeLast, last) = (0..<0, 0..<0)
        var start = 0
        for index in 0...host.count where index == host.count || host[index] == UInt8(ascii: ".") {
            // A full stop may end the name.
            guard index > start || index == host.count else {
                return "leads to \(host.shown), which is no name of a server: a part of it is empty"
            }
            if index > start {
                count += 1
                (beforeLast, last) = (last, start..<index)
            }
            start = index + 1
        }
        guard count > 1, privateSuffixes.ignoringCase(host[last]) == nil else {
            return "leads to \(host.shown), which is no public server"
        }
        // Registries accept no underscores; owners of a name may use them before it.
        guard !host[beforeLast.lowerBound..<last.upperBound].bytes.contains(UInt8(ascii: "_")) else {
            return "leads to \(host.shown), which is no name of a server: registered names have no underscore"
        }
        if count > 2, host.count > 8, host[0..<8].isIgnoringCase("www.www.") {
            return "leads to \(host.shown), which begins with `www.` twice"
        }
        // The registered name itself may be any word.
        guard count > 2, isStage(host[0..<beforeLast.lowerBound - 1]) else { return nil }
        return "leads to \(host.shown), which looks like a test server"
    }

    /// Returns a URL up to the end of its server's name, with the character behind it; nil if nothing follows the name, or it has no server.
    ///
    /// URLs with the same beginning have the same server.
    static func beginning(of url: FeedText) -> FeedText? {
        guard let range = authorityRange(url), range.upperBound < url.count else { return nil }
        return url[0..<range.upperBound + 1]
    }

    /// Returns the host of an http or https URL.
    static func host(_ url: FeedText) -> FeedText? {
        guard let authority = authority(url) else { return nil }
        if authority[0] == UInt8(ascii: "[") {
            let close = authority.bytes.firstIndex(of: UInt8(ascii: "]")) ?? authority.count - 1
            return authority[0..<close + 1]
        }
        let colon = authority.bytes.firstIndex(of: UInt8(ascii: ":")) ?? authority.count
        return authority[0..<colon]
    }

    /// Returns the port of an http or https URL; nil where none, or an empty one, is written.
    private static func port(_ url: FeedText) -> FeedText? {
        guard let authority = authority(url), let colon = authority.bytes.lastIndex(of: UInt8(ascii: ":")),
            colon + 1 < authority.count, !authority[colon..<authority.count].bytes.contains(UInt8(ascii: "]"))
        else { return nil }
        return authority[colon + 1..<authority.count]
    }

    /// Returns host and port of an http or https URL.
    private static func authority(_ url: FeedText) -> FeedText? { authorityRange(url).map { url[$0] } }

    private static func authorityRange(_ url: FeedText) -> Range<Int>? {
        guard url.count > 8, lowercased(url[0]) == UInt8(ascii: "h"), lowercased(url[1]) == UInt8(ascii: "t"),
            let colon = url[4] == UInt8(ascii: ":") ? 4 : url[5] == UInt8(ascii: ":") ? 5 : nil,
            url[colon + 1] == UInt8(ascii: "/"), url[colon + 2] == UInt8(ascii: "/")
        else { return nil }
        var start = colon + 3
        var end = start
        while end < url.count, url[end] != UInt8(ascii: "/"), url[end] != UInt8(ascii: "?"),
            url[end] != UInt8(ascii: "#")
        {
            if url[end] == UInt8(ascii: "@") { start = end + 1 }
            end += 1
        }
        return start < end ? start..<end : nil
    }

    /// Returns whether names of servers may have a character. Names in other scripts than Latin may be written as they are.
    private static func isOfName(_ byte: UInt8) -> Bool {
        isLetter(byte) || isDigit(byte) || byte > 0x7f || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
            || byte == UInt8(ascii: "_")
    }

    /// Returns whether a word between the full stops and hyphens of a name stands for a test server.
    private static func isStage(_ name: FeedText) -> Bool {
        var start = 0
        for index in 0...name.count
        where index == name.count || name[index] == UInt8(ascii: "-") || name[index] == UInt8(ascii: ".") {
            if index > start, stages.ignoringCase(name[start..<index]) != nil { return true }
            start = index + 1
        }
        return false
    }

    private static func address4(_ host: FeedText) -> String? {
        let parts = host.string.split(separator: ".", omittingEmptySubsequences: false).compactMap { Int($0) }
        guard parts.count == 4 else { return nil }
        let isPrivate =
            parts[0] == 10 || parts[0] == 127 || parts[0] == 0 || parts[0] == 192 && parts[1] == 168
            || parts[0] == 172 && (16...31).contains(parts[1]) || parts[0] == 169 && parts[1] == 254
            || parts[0] == 100 && (64...127).contains(parts[1])
        return isPrivate
            ? "leads to the private address \(host.shown)" : "leads to the address \(host.shown) instead of a name"
    }

    private static func address6(_ host: FeedText) -> String? {
        let text = host.string.lowercased()
        let isPrivate = text == "[::1]" || text.hasPrefix("[fe80") || text.hasPrefix("[fc") || text.hasPrefix("[fd")
        return isPrivate
            ? "leads to the private address \(host.shown)" : "leads to the address \(host.shown) instead of a name"
    }

    private static let privateSuffixes = WordTable([
        "localhost", "local", "internal", "intranet", "lan", "corp", "home", "localdomain", "invalid", "test",
        "private",
    ])
    private static let stages = WordTable([
        "staging", "stage", "stg", "dev", "develop", "development", "test", "testing", "qa", "uat", "preprod",
        "sandbox",
        "preview", "int", "integration",
    ])
}
