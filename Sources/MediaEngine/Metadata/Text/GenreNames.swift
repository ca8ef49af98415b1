/// The genres of ID3v1, by number; ID3v2 and iTunes metadata refer to them.
enum GenreNames {
    static func name(_ number: Int) -> String? { names.indices.contains(number) ? names[number] : nil }

    /// Resolves the references in the genre of an ID3 tag: "(17)", "17" and "(17)Rock" are "Rock".
    static func resolve(_ text: String) -> String {
        if let number = Int(text), let name = name(number) { return name }
        guard text.hasPrefix("("), let end = text.firstIndex(of: ")") else { return text }
        let refinement = String(text[text.index(after: end)...])
        if !refinement.isEmpty { return refinement }
        return Int(text[text.index(after: text.startIndex)..<end]).flatMap(name) ?? text
    }

    private static let names = """
        Blues|Classic Rock|Country|Dance|Disco|Funk|Grunge|Hip-Hop|Jazz|Metal|New Age|Oldies|Other|Pop|R&B|Rap|Reggae|Rock|Techno|\
        Industrial|Alternative|Ska|Death Metal|Pranks|Soundtrack|Euro-Techno|Ambient|Trip-Hop|Vocal|Jazz+Funk|Fusion|Trance|\
        Classical|Instrumental|Acid|House|Game|Sound Clip|Gospel|Noise|AlternRock|Bass|Soul|Punk|Space|Meditative|\
        Instrumental Pop|Instrumental Rock|Ethnic|Gothic|Darkwave|Techno-Industrial|Electronic|Pop-Folk|Eurodance|Dream|\
        Southern Rock|Comedy|Cult|Gangsta|Top 40|Christian Rap|Pop/Funk|Jungle|Native American|Cabaret|New Wave|Psychadelic|Rave|\
        Showtunes|Trailer|Lo-Fi|Tribal|Acid Punk|Acid Jazz|Polka|Retro|Musical|Rock & Roll|Hard Rock
        """.split(separator: "|").map(String.init)
}
