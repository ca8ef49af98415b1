/// A language tag (BCP 47), the syntax of locales in feeds (umc-catalog.md 4).
package enum LanguageTag {
    package enum Fault: Sendable, Equatable {
        case empty
        /// `_` instead of `-`.
        case underscore
        case malformed
        /// The language is not registered.
        case unknownLanguage
        case unknownRegion
        /// The language is registered with this subtag.
        case shorterLanguage(String)
        /// Two capital letters: a country where a language belongs. Languages are written in small letters.
        case country
        /// A part such as `Chinese` in `zh-Chinese`, which is no registered variant.
        case unknownVariant
    }

    /// Returns nil if the tag is well-formed and its language and region exist.
    package static func fault(_ tag: FeedText) -> Fault? {
        // Nearly all tags are like `en` or `en-US`.
        if tag.count == 5, tag[2] == UInt8(ascii: "-"), isLetter(tag[0]), isLetter(tag[1]), isLetter(tag[3]),
            isLetter(tag[4])
        {
            return languageFault(tag[0..<2]) ?? regionFault(tag[3..<5])
        }
        if tag.count == 2, isLetter(tag[0]), isLetter(tag[1]) {
            return isCountry(tag) ? .country : languageFault(tag)
        }
        return longFault(tag)
    }

    package static func fault(_ tag: String) -> Fault? {
        var tag = tag
        return tag.withUTF8 { fault(FeedText(bytes: $0)) }
    }

    private static func isCountry(_ tag: FeedText) -> Bool {
        tag[0] < UInt8(ascii: "a") && tag[1] < UInt8(ascii: "a") && Countries.isCode(tag[0], tag[1])
    }

    private static func languageFault(_ subtag: FeedText) -> Fault? {
        switch Languages.verdict(subtag) {
        case .known: nil
        case .unknown: .unknownLanguage
        case .shorter(let code): .shorterLanguage(code)
        }
    }

    private static func regionFault(_ subtag: FeedText) -> Fault? {
        guard subtag.count == 2 else { return nil }
        let first = subtag[0] & 0xDF
        let second = subtag[1] & 0xDF
        return Countries.isCode(first, second) || isReserved(first, second) ? nil : .unknownRegion
    }

    /// Returns whether a region is registered or for private use, although it is not in ISO 3166.
    private static func isReserved(_ first: UInt8, _ second: UInt8) -> Bool {
        switch first {
        case UInt8(ascii: "A"): second == UInt8(ascii: "A") || second == UInt8(ascii: "C")
        case UInt8(ascii: "E"): second == UInt8(ascii: "U") || second == UInt8(ascii: "A")
        case UInt8(ascii: "U"): second == UInt8(ascii: "N")
        case UInt8(ascii: "Q"): second >= UInt8(ascii: "M")
        case UInt8(ascii: "X"): true
        case UInt8(ascii: "Z"): second == UInt8(ascii: "Z")
        default: false
        }
    }

    private static func longFault(_ tag: FeedText) -> Fault? {
        guard !tag.isBlank else { return .empty }
        guard tag.count <= 255 else { return .malformed }
        guard !tag.bytes.contains(UInt8(ascii: "_")) else { return .underscore }
        var parts: [FeedText] = []
        var start = 0
        for index in 0...tag.count where index == tag.count || tag[index] == UInt8(ascii: "-") {
            parts.append(tag[start..<index])
            start = index + 1
        }
        guard parts.allSatisfy({ (1...8).contains($0.count) && $0.bytes.allSatisfy { isLetter($0) || isDigit($0) } })
        else { return .malformed }
        if parts[0].isIgnoringCase("x") || parts[0].isIgnoringCase("i") { return parts.count > 1 ? nil : .malformed }
        return fault(parts)
    }

    private static func fault(_ parts: [FeedText]) -> Fault? {
        func isAlphabetic(_ part: FeedText) -> Bool { part.bytes.allSatisfy(isLetter) }
        // The grammar allows up to eight letters, but no such language has ever been registered: the text is a language's name.
        guard (2...3).contains(parts[0].count), isAlphabetic(parts[0]) else { return .malformed }
        var next = 1
        var region: FeedText?
        while next < min(4, parts.count), parts[next].count == 3, isAlphabetic(parts[next]) { next += 1 }
        if next < parts.count, parts[next].count == 4, isAlphabetic(parts[next]) { next += 1 }
        if next < parts.count,
            parts[next].count == 2 && isAlphabetic(parts[next])
                || parts[next].count == 3 && parts[next].bytes.allSatisfy(isDigit)
        {
            region = parts[next]
            next += 1
        }
        var hasUnknownVariant = false
        while next < parts.count, parts[next].count >= 5 || parts[next].count == 4 && isDigit(parts[next][0]) {
            if isAlphabetic(parts[next]), !variants.contains(parts[next].string.lowercased()) {
                hasUnknownVariant = true
            }
            next += 1
        }
        while next < parts.count {
            // An extension or a private-use part has one character, followed by more parts.
            guard parts[next].count == 1 else { return .malformed }
            let isPrivate = parts[next].isIgnoringCase("x")
            next += 1
            let first = next
            while next < parts.count, isPrivate || parts[next].count > 1 { next += 1 }
            guard next > first else { return .malformed }
        }
        return languageFault(parts[0]) ?? region.flatMap(regionFault) ?? (hasUnknownVariant ? .unknownVariant : nil)
    }

    /// The registered variants without digits, in lower case.
    private static let variants = Set(
        """
        akuapem aluku anpezo aranes arevela arevmda arkaika asante auvern balanka barla basiceng bauddha bciav bcizbl
        biscayan biske blasl bohoric boont bornholm cisaup cornu creiss dajnko ekavsk emodeng fascia fodom fonipa
        fonkirsh fonnapa fonupa fonxsamp gallo gascon gherd grclass grital grmistr hepburn heploc hognorsk hsistemo
        huett ijekavsk itihasa ivanchov jauer jyutping kkcor kleinsch kociewie kscor laukika leidentr lemosin lengadoc
        lipaw mdcegyp mdctrans metelko monoton ndyuka nedis newfound nicard njiva nulik osojs oxendict pamaka peano
        pehoeji pinyin polyton provenc puter rigik rozaj rumgr saigon scotland scouse simple solba sotav spanglis
        surmiran sursilv sutsilv synnejyl tailo tarask tongyong tunumiis uccor ucrcor ulster unifon vaidika valbadia
        valencia vallader vecdruka viennese vivaraup wadegile xsistemo
        """.split { $0 == " " || $0 == "\n" }.map(String.init))
}
