/// Countries of ISO 3166-1 by their two-letter code in upper case.
package enum Countries {
    package static func isCode(_ text: FeedText) -> Bool {
        text.count == 2 && isCode(text[0], text[1])
    }

    package static func isCode(_ first: UInt8, _ second: UInt8) -> Bool {
        let first = Int(first) - 65
        let second = Int(second) - 65
        guard (0..<26).contains(first), (0..<26).contains(second) else { return false }
        return table[first * 26 + second]
    }

    package static func isCode(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { isCode(FeedText(bytes: $0)) }
    }

    package static func nearest(to text: String) -> String? {
        var text = text
        return text.withUTF8 { nearest(to: FeedText(bytes: $0)) }
    }

    /// Returns the code that was probably meant by an invalid code.
    package static func nearest(to text: FeedText) -> String? {
        let upper = text.trimmed.string.uppercased()
        if let known = mistakes[upper] { return known }
        let bytes = Array(upper.utf8)
        return bytes.count == 2 && isCode(bytes[0], bytes[1]) ? upper : nil
    }

    private static let mistakes = [
        "UK": "GB", "EN": "GB", "EL": "GR", "USA": "US", "GBR": "GB", "DEU": "DE", "FRA": "FR", "JPN": "JP",
        "CAN": "CA", "AUS": "AU", "NZL": "NZ", "ESP": "ES", "ITA": "IT", "IND": "IN", "BRA": "BR", "MEX": "MX",
        "KOR": "KR", "CHN": "CN", "UNITED STATES": "US", "UNITED KINGDOM": "GB", "GERMANY": "DE", "FRANCE": "FR",
        "CANADA": "CA", "JAPAN": "JP", "ITALY": "IT", "SPAIN": "ES", "INDIA": "IN", "AUSTRALIA": "AU",
        "NEW ZEALAND": "NZ", "BRAZIL": "BR", "MEXICO": "MX",
    ]

    private static let table: ContiguousArray<Bool> = {
        var table = ContiguousArray(repeating: false, count: 26 * 26)
        for code in all {
            let letters = Array(code.utf8)
            table[(Int(letters[0]) - 65) * 26 + Int(letters[1]) - 65] = true
        }
        return table
    }()

    package static let all: [Substring] = """
        AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ \
        CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO \
        FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE \
        JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO \
        MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW \
        PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM \
        TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW
        """.split(separator: " ")
}
