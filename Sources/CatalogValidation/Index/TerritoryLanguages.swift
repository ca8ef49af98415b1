/// Languages of each territory; a title in any one of them suffices. A list of this project: Apple has published none.
enum TerritoryLanguages {
    /// Returns the languages of a territory; nil when the territory is not in the list.
    static func of(_ territory: String) -> LanguageMask? { table[territory] }

    private static let table: [String: LanguageMask] = {
        var table: [String: LanguageMask] = [:]
        for line in lines.split(separator: "\n") {
            let parts = line.split(separator: ":")
            guard parts.count == 2 else { continue }
            let languages = parts[1].split(separator: " ").reduce(into: LanguageMask()) {
                $0.formUnion(LanguageMask(String($1)))
            }
            for territory in parts[0].split(separator: " ") { table[String(territory)] = languages }
        }
        return table
    }()

    private static let lines = """
        US PR:en es
        CA:en fr
        GB AU NZ JM TT BB GH NG:en
        IE:en ga
        ZA:en af
        KE TZ UG:en sw
        IN:en hi bn ta te ml kn mr gu pa ur
        PK:en ur
        SG:en zh ms ta
        PH:en tl
        MY:ms en zh ta
        ID:id en
        HK MO TW CN:zh en
        JP:ja
        KR:ko
        TH:th en
        VN:vi en
        MX AR CL CO PE VE EC GT CR PA UY PY BO DO HN NI SV CU:es
        ES:es ca eu gl
        BR PT AO MZ:pt
        FR MC:fr
        BE:nl fr de
        LU:fr de
        NL:nl
        CH:de fr it
        DE AT LI:de
        IT SM VA:it
        SE:sv
        NO:no
        DK:da
        FI:fi sv
        IS:is
        PL:pl
        CZ:cs
        SK:sk
        HU:hu
        RO MD:ro
        BG:bg
        GR:el
        CY:el en tr
        TR:tr
        RU BY KZ:ru
        UA:uk ru
        IL:he ar en
        SA AE EG QA KW BH OM JO LB IQ LY TN DZ MA:ar en fr
        HR BA:hr sr
        RS ME:sr hr
        SI:sl
        LT:lt
        LV:lv
        EE:et
        AL:sq
        MK:mk
        AM:hy
        GE:ka
        """
}
