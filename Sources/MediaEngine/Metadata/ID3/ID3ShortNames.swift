/// The three-letter frame IDs of ID3v2.2, and the IDs of the same frames in later versions.
enum ID3ShortNames {
    /// The ID of pictures, whose fields differ from those of later versions.
    static let picture = "PIC"

    static func name(of short: String) -> String { table[short] ?? short }

    private static let table: [String: String] = [
        "BUF": "RBUF", "CNT": "PCNT", "COM": "COMM", "CRA": "AENC", "ETC": "ETCO", "EQU": "EQUA", "GEO": "GEOB",
        "IPL": "IPLS", "LNK": "LINK", "MCI": "MCDI", "MLL": "MLLT", "POP": "POPM", "REV": "RVRB", "RVA": "RVAD",
        "SLT": "SYLT", "STC": "SYTC", "TAL": "TALB", "TBP": "TBPM", "TCM": "TCOM", "TCO": "TCON", "TCP": "TCMP",
        "TCR": "TCOP", "TDA": "TDAT", "TDY": "TDLY", "TEN": "TENC", "TFT": "TFLT", "TIM": "TIME", "TKE": "TKEY",
        "TLA": "TLAN", "TLE": "TLEN", "TMT": "TMED", "TOA": "TOPE", "TOF": "TOFN", "TOL": "TOLY", "TOR": "TORY",
        "TOT": "TOAL", "TP1": "TPE1", "TP2": "TPE2", "TP3": "TPE3", "TP4": "TPE4", "TPA": "TPOS", "TPB": "TPUB",
        "TRC": "TSRC", "TRD": "TRDA", "TRK": "TRCK", "TSI": "TSIZ", "TSS": "TSSE", "TT1": "TIT1", "TT2": "TIT2",
        "TT3": "TIT3", "TXT": "TEXT", "TXX": "TXXX", "TYE": "TYER", "UFI": "UFID", "ULT": "USLT", "WAF": "WOAF",
        "WAR": "WOAR", "WAS": "WOAS", "WCM": "WCOM", "WCP": "WCOP", "WPB": "WPUB", "WXX": "WXXX", "TS2": "TSO2",
        "TSA": "TSOA", "TSC": "TSOC", "TSP": "TSOP", "TST": "TSOT",
    ]
}
