import Foundation

/// Converts the language codes of containers to BCP 47.
enum LanguageTag {
    /// "deu", "ger" and "de" become "de"; "und", "" and invalid codes become nil.
    static func bcp47(_ code: String) -> String? {
        let parts = code.replacingOccurrences(of: "_", with: "-").split(separator: "-", maxSplits: 1)
        guard let first = parts.first?.lowercased(), first != "und", first != "mis", first != "zxx",
            (2...3).contains(first.count), first.allSatisfy({ $0.isASCII && $0.isLetter })
        else { return nil }
        let primary = twoLetter[first] ?? first
        return parts.count > 1 ? primary + "-" + parts[1] : primary
    }

    /// Returns whether two tags have the same language, whatever the region. Different scripts are different languages for a reader.
    static func isRelated(_ tag: String, _ other: String) -> Bool {
        let (parts, others) = (tag.lowercased().split(separator: "-"), other.lowercased().split(separator: "-"))
        guard let language = parts.first, language == others.first else { return false }
        guard let own = script(of: parts), let others = script(of: others) else { return true }
        return own == others
    }

    private static func script(of parts: [Substring]) -> Substring? {
        parts.dropFirst().first { $0.count == 4 && $0.allSatisfy(\.isLetter) }
    }

    /// Returns the ISO 639-2 code of a tag's language, in its terminological form: "de-AT" is "deu"; "und" if there is none.
    static func threeLetters(_ tag: String) -> String {
        let primary = String(tag.prefix { $0 != "-" }).lowercased()
        if primary.count == 3, primary.allSatisfy({ ("a"..."z").contains($0) }) { return primary }
        return threeLetter[primary] ?? "und"
    }

    /// The codes without a bibliographic form, or the second one of two.
    private static let threeLetter: [String: String] = {
        let bibliographic: Set<String> = [
            "alb", "arm", "baq", "bur", "chi", "cze", "dut", "fre", "geo", "ger", "gre", "ice", "mac", "mao", "may",
            "per", "rum",
            "slo", "tib", "wel",
        ]
        var map: [String: String] = [:]
        for (three, two) in twoLetter where !bibliographic.contains(three) { map[two] = three }
        return map
    }()

    /// Splits FFmpeg's metadata keys, such as "title-ger", into key and language.
    static func splitKey(_ key: String) -> (key: String, language: String?) {
        guard let dash = key.lastIndex(of: "-") else { return (key, nil) }
        let suffix = key[key.index(after: dash)...]
        guard suffix.count == 3, twoLetter[String(suffix)] != nil else { return (key, nil) }
        return (String(key[..<dash]), twoLetter[String(suffix)])
    }

    /// ISO 639-2 codes, bibliographic and terminological, that have a two-letter form.
    private static let twoLetter: [String: String] = {
        let table = """
            aar aa abk ab afr af aka ak alb sq sqi sq amh am ara ar arg an arm hy hye hy asm as ava av ave ae aym ay aze az \
            bak ba bam bm baq eu eus eu bel be ben bn bih bh bis bi bos bs bre br bul bg bur my mya my cat ca cha ch che ce \
            chi zh zho zh chu cu chv cv cor kw cos co cre cr cze cs ces cs dan da div dv dut nl nld nl dzo dz eng en epo eo \
            est et ewe ee fao fo fij fj fin fi fre fr fra fr fry fy ful ff geo ka kat ka ger de deu de gla gd gle ga glg gl \
            glv gv gre el ell el grn gn guj gu hat ht hau ha heb he her hz hin hi hmo ho hrv hr hun hu ibo ig ice is isl is \
            ido io iii ii iku iu ile ie ina ia ind id ipk ik ita it jav jv jpn ja kal kl kan kn kas ks kau kr kaz kk khm km \
            kik ki kin rw kir ky kom kv kon kg kor ko kua kj kur ku lao lo lat la lav lv lim li lin ln lit lt ltz lb lub lu \
            lug lg mac mk mkd mk mah mh mal ml mao mi mri mi mar mr may ms msa ms mlg mg mlt mt mon mn nau na nav nv nbl nr \
            nde nd ndo ng nep ne nno nn nob nb nor no nya ny oci oc oji oj ori or orm om oss os pan pa per fa fas fa pli pi \
            pol pl por pt pus ps que qu roh rm rum ro ron ro run rn rus ru sag sg san sa sin si slo sk slk sk slv sl sme se \
            smo sm sna sn snd sd som so sot st spa es srd sc srp sr ssw ss sun su swa sw swe sv tah ty tam ta tat tt tel te \
            tgk tg tgl tl tha th tib bo bod bo tir ti ton to tsn tn tso ts tuk tk tur tr twi tw uig ug ukr uk urd ur uzb uz \
            ven ve vie vi vol vo wel cy cym cy wln wa wol wo xho xh yid yi yor yo zha za zul zu
            """
        let words = table.split(separator: " ").map(String.init)
        var map: [String: String] = [:]
        for index in stride(from: 0, to: words.count - 1, by: 2) { map[words[index]] = words[index + 1] }
        return map
    }()
}
