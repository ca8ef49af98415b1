import UniversalMediaCatalog

/// Documents that resemble feeds, made from a seed: sample feeds with mutated bytes and markup.
package struct MarkupMutator {
    /// The seed of the next document.
    package private(set) var seed: UInt64
    private var state: UInt64

    package init(seed: UInt64) {
        self.seed = seed
        state = seed
    }

    /// Returns the document of `seed`, and advances `seed`.
    package mutating func next() -> [UInt8] {
        state = seed
        seed &+= 1
        // Neighbouring seeds give unrelated numbers after the first.
        _ = random(1)
        var document = Self.documents[random(Self.documents.count)]
        switch random(8) {
        case 0: document = Self.replacing(document, [10], with: [13, 10])
        case 1: document = Self.replacing(document, Array("\n    ".utf8), with: [])
        default: break
        }
        for _ in 0..<random(4) where !document.isEmpty { mutate(&document) }
        return document
    }

    /// A number below a bound, for the choice of limits and read sizes. It depends on the seed only.
    package mutating func random(_ bound: Int) -> Int {
        // SplitMix64.
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return Int((z ^ (z >> 31)) % UInt64(max(1, bound)))
    }

    private mutating func mutate(_ document: inout [UInt8]) {
        let place = self.place(in: document)
        let length = min(document.count - place, 1 + random(random(8) == 0 ? 300 : 6))
        switch random(9) {
        case 0: document[place] = UInt8(random(256))
        case 1: document.removeSubrange(place..<place + length)
        case 2: document.insert(contentsOf: document[place..<place + length], at: random(document.count))
        case 3 where random(4) == 0: document.removeLast(document.count - place)
        case 4: document.replaceSubrange(place..<place + length, with: piece())
        case 5:
            // A value or a text.
            let marks: [UInt8] = [UInt8(ascii: ">"), UInt8(ascii: "\"")]
            guard let open = document[place...].firstIndex(where: marks.contains),
                let end = document[(open + 1)...].firstIndex(where: { $0 == UInt8(ascii: "<") || $0 == marks[1] })
            else { return }
            document.replaceSubrange((open + 1)..<end, with: piece())
        case 6:
            let tail = Array(document[place...].prefix(40))
            document[place] = tail.last ?? 0
        default: document.insert(contentsOf: piece(), at: place)
        }
    }

    /// Returns an index, usually next to markup.
    private mutating func place(in document: [UInt8]) -> Int {
        let place = random(document.count)
        guard random(3) > 0 else { return place }
        let marks = Array("<>\"=&/ ".utf8)
        let mark = marks[random(marks.count)]
        guard let found = document[place...].firstIndex(of: mark) else { return place }
        return min(found + random(2), document.count - 1)
    }

    private mutating func piece() -> [UInt8] { Self.pieces[random(Self.pieces.count)] }

    private static func replacing(_ document: [UInt8], _ part: [UInt8], with other: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var index = 0
        while index < document.count {
            if document[index...].starts(with: part) {
                result += other
                index += part.count
            } else {
                result.append(document[index])
                index += 1
            }
        }
        return result
    }

    /// Feeds with several items, so that the items behind the first are in reach of the item scanner.
    private static let documents: [[UInt8]] = {
        let item = """
              <item contentType="movie" contentId='M-1'><pubDate>2026-03-01T00:00:00Z</pubDate>
                <title locale="en-US">A &amp; B&#33;</title><description>Eine “Tür” – 日本 🎬</description>
                <artwork url="https://a.example/1.jpg?a=1&amp;b=2" type="tile_artwork" /><extra  new="1"/>
                <movieInfo><duration>5400</duration></movieInfo></item>

            """
        let short = "<item contentType=\"movie\" contentId=\"A\"><title>Fine</title></item>"
        let head =
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<umcCatalog version=\"3.6\" teamId=\"A\" catalogId=\"b\">\n"
        func times(_ count: Int, _ text: String) -> String { String(repeating: text, count: count) }
        let odd = "<item><title><![CDATA[a<b]]>]</title><!-- - -->\n<a>x<b>y</b>z</a><b> \n</b></item>"
        let catalog = "</umcCatalog>"
        let texts: [String] = [
            "\(head)<defaultLocale>en</defaultLocale>\n\(times(4, item))\(catalog)\n",
            "\(head)\(times(6, short))\(catalog)",
            "\(head)\(times(4, "\(short)\n<!-- next -->\n"))<more/>\(short)\(catalog)",
            "<umcCatalog xmlns=\"urn:feed\" xmlns:x=\"urn:x\">\(times(4, short))\(catalog)",
            "\(head)<channel>\n<title>T</title>\(times(3, item))</channel>\(catalog)",
            """
            <umcAvailability version="2.0"><service serviceId="a">\(times(3, short + "\n"))</service>
            <service serviceId="b">\(times(3, short))</service></umcAvailability>
            """,
            "\(head)\(times(4, "<item/>\n<item a=\"\"></item>"))\(catalog)",
            "\(head)\(times(4, odd))\(catalog)",
        ]
        return texts.map { Array($0.utf8) } + SampleFeed.allCases.map { Array($0.text.utf8) }
    }()

    private static let texts: [String] = [
        "", " ", "\n", "\t", "\r\n", "\r", "&amp;", "&lt;", "&gt;", "&quot;", "&apos;", "&#38;", "&#x26;", "&#60;",
        "&#13;", "&#10;", "&#9;", "&#0;", "&#x110000;", "&#xD800;", "&#xFFFE;", "&#x1F3AC;", "&#00000000000065;",
        "&#;", "&#x;", "&;", "&nbsp;", "&am", "&", "&a&b;", "<", ">", "/", "/>", "</", "<a>", "</a>", "<a/>",
        "< a>",
        "</ a>", "</a >", "<a\n/>", "<a / >", "<a b>", "<a b=c>", "<a b='1'c='2'>", "<a b = '1'/>",
        "<a b='1' b='2'/>",
        "<title title='1' title='2'>", "<item>", "</item>", "<item/>", "<items/>", "<item\n",
        "<item contentId='B'/>",
        "<item xmlns='urn:x'/>", "<x:item/>", "<item xmlns:x='urn:y' x:a='1'/>", " xmlns='urn:z'",
        " xmlns:x='urn:x'",
        " x:a='1'", " xml:lang='en'", " xsi:nil='true'", " locale='de'", " locale='de' locale='fr'", " b='<'",
        " b='&'",
        " b='&lt;&#10;'", " b='\n\t'", "=\"", "='", "\"", "'", "=", "<!-- x -->", "<!---->", "<!-- -- -->",
        "<!--->",
        "<!-- ", "-->", "<![CDATA[x]]>", "<![CDATA[]]>", "<![CDATA[ ]] > & < ]]>", "<![CDATA[", "]]>", "]]", "]",
        "<?pi x?>", "<?xml version='1.0'?>", "<?", "<!DOCTYPE a>", "<!", "\u{0}", "\u{1}", "\u{7F}", "\u{80}",
        "\u{85}",
        "\u{2028}", "\u{FEFF}", "\u{FFFD}", "é", "日本", "🎬", "<é/>", "<aé/>", " é='1'", "<xmlA/>", "<_a.b-c/>",
        "<-a/>",
        "<:a/>", "text", "text <b>bold</b> text", "<unknown>t</unknown>", " unknown='v'", "<service>", "</service>",
        "</umcCatalog>", "<channel>", String(repeating: "x", count: 300), String(repeating: "<a>", count: 40),
        String(repeating: " \n", count: 50), "<\(String(repeating: "n", count: 70))/>",
    ]

    private static let pieces: [[UInt8]] = texts.map { Array($0.utf8) } + invalid

    /// Bytes that are not valid UTF-8 or no characters of XML, and one character at the limit.
    private static let invalid: [[UInt8]] = [
        [0xC0, 0x80], [0xC1, 0xBF], [0xC3], [0x80], [0xE2, 0x82], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80],
        [0xEF, 0xBF, 0xBE], [0xEF, 0xBF, 0xBF], [0xF0, 0x80, 0x80, 0x80], [0xF4, 0x90, 0x80, 0x80],
        [0xF0, 0x9F, 0x8E], [0xF5, 0x80, 0x80, 0x80], [0xFF], [0xFE], [0xF0, 0x9F, 0xBF, 0xBF],
    ]
}
