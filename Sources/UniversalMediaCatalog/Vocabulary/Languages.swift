/// Languages by their subtags in the IANA registry: two letters if ISO 639-1 has the language, otherwise three.
package enum Languages {
    package enum Verdict: Sendable, Equatable {
        case known
        case unknown
        /// The registry has this shorter subtag instead.
        case shorter(String)
    }

    /// The two-letter codes.
    package static let codes: [String] = pairs.map { String($0.prefix(2)) }

    /// - Parameter subtag: two to eight letters, in any case.
    package static func verdict(_ subtag: FeedText) -> Verdict {
        switch subtag.count {
        case 2:
            let first = Int(lowercased(subtag[0])) - 97
            let second = Int(lowercased(subtag[1])) - 97
            guard (0..<26).contains(first), (0..<26).contains(second) else { return .unknown }
            return twoLetters[first * 26 + second] ? .known : .unknown
        // There are more than 7,000 three-letter codes; only those with a two-letter code are recognised.
        case 3: return threeLetters.ignoringCase(subtag).map { .shorter($0) } ?? .known
        default: return .unknown
        }
    }

    private static let twoLetters: ContiguousArray<Bool> = {
        var table = ContiguousArray(repeating: false, count: 26 * 26)
        for code in pairs.map({ $0.prefix(2) }) + deprecated {
            let letters = Array(code.utf8)
            table[(Int(letters[0]) - 97) * 26 + Int(letters[1]) - 97] = true
        }
        return table
    }()

    private static let threeLetters = WordTable(
        (pairs + bibliographic).map { (String($0.dropFirst(2)), String($0.prefix(2))) })

    /// Deprecated subtags that are still in the registry.
    private static let deprecated: [Substring] = ["bh", "in", "iw", "ji", "jw", "mo", "sh"]

    /// Alternative three-letter codes in ISO 639-2.
    private static let bibliographic: [Substring] = """
        sqalb hyarm eubaq mybur cscze zhchi nldut frfre kageo deger elgre isice mkmac mimao msmay faper rorum skslo \
        botib cywel
        """.split(separator: " ")

    /// Codes of ISO 639-1, each followed by its code in ISO 639-2.
    private static let pairs: [Substring] = """
        aaaar ababk aeave afafr akaka amamh anarg arara asasm avava ayaym azaze babak bebel bgbul bibis bmbam bnben \
        bobod brbre bsbos cacat ceche chcha cocos crcre csces cuchu cvchv cycym dadan dedeu dvdiv dzdzo eeewe elell \
        eneng eoepo esspa etest eueus fafas ffful fifin fjfij fofao frfra fyfry gagle gdgla glglg gngrn guguj gvglv \
        hahau heheb hihin hohmo hrhrv hthat huhun hyhye hzher iaina idind ieile igibo iiiii ikipk ioido isisl itita \
        iuiku jajpn jvjav kakat kgkon kikik kjkua kkkaz klkal kmkhm knkan kokor krkau kskas kukur kvkom kwcor kykir \
        lalat lbltz lglug lilim lnlin lolao ltlit lulub lvlav mgmlg mhmah mimri mkmkd mlmal mnmon mrmar msmsa mtmlt \
        mymya nanau nbnob ndnde nenep ngndo nlnld nnnno nonor nrnbl nvnav nynya ococi ojoji omorm orori ososs papan \
        pipli plpol pspus ptpor quque rmroh rnrun roron rurus rwkin sasan scsrd sdsnd sesme sgsag sisin skslk slslv \
        smsmo snsna sosom sqsqi srsrp ssssw stsot susun svswe swswa tatam tetel tgtgk ththa titir tktuk tltgl tntsn \
        toton trtur tstso tttat twtwi tytah uguig ukukr ururd uzuzb veven vivie vovol wawln wowol xhxho yiyid yoyor \
        zazha zhzho zuzul
        """.split(separator: " ")
}
