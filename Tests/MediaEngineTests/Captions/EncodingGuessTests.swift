import Foundation
import Testing

@testable import MediaEngine

@Suite("Encodings of caption files without a language (issue 17)") struct EncodingGuessTests {
    private func file(_ line: String) -> String { "1\r\n00:00:01,000 --> 00:00:02,000\r\n\(line)\r\n" }

    @Test("text in Windows-1251, and in KOI8-R, is read as Russian")
    func cyrillic() throws {
        let text = file("Привет, мир! Сегодня хорошая погода.")
        let windows = try #require(text.data(using: .windowsCP1251))
        #expect(CaptionText(windows).text == text && CaptionText(windows).encoding == "CP1251")
        let letters = Data(base64Encoded: "8NLJ18XULCDNydIhIPPFx8/EztEgyM/Sz9vB0SDQz8fPxMEu")
        let koi = CaptionText(Data(file("").utf8) + (try #require(letters)))
        #expect(koi.text == file("") + "Привет, мир! Сегодня хорошая погода." && koi.encoding == "KOI8-R")
    }

    @Test(
        "text in an encoding of East Asia is read in it",
        arguments: [
            ("GB18030", "xOO6w6OsysC956GjvfHM7Mzsxvi63LrDo6zO0sPHyKW5q9SwsMmhow==", "你好，世界。今天天气很好，我们去公园吧。"),
            ("CP949", "vsiz58fPvLy/5CwgvLyw6C4gv8C0w8C6ILOvvr6woSDBwbPXv+Qu", "안녕하세요, 세계. 오늘은 날씨가 좋네요."),
            ("EUC-JP", "pLOk86TLpMGkz6GiwKSzpqGjuqPG/KTPpKSkpMW3taSkx6S5pM2how==", "こんにちは、世界。今日はいい天気ですね。"),
            ("BIG5", "p0GmbqFBpUCsyaFDpLWk0aTRrvCr3KZuoUGn2q3MpWikvbbpp2GhQw==", "你好，世界。今天天氣很好，我們去公園吧。"),
        ])
    func eastAsia(name: String, base64: String, line: String) throws {
        let captions = CaptionText(Data(file("").utf8) + (try #require(Data(base64Encoded: base64))))
        #expect(captions.encoding == name && captions.text == file("") + line)
    }

    @Test(
        "Polish, Czech and Hungarian text is read as Windows-1250, Western European text as Windows-1252",
        arguments: [
            ("Zażółć gęślą jaźń, mężczyzna wyłączył światło.", true),
            ("Můžeš mi říct, když přijdeš? Šel ještě dál.", true),
            ("A nő elájult, és a férfi felült. Jó időt, később!", true),
            ("¿Qué pasó? ¿Dónde está el niño? ¡Sí, señor!", false), ("Où est-ce que ça s'arrête, là-bas, déjà?", false),
            ("Não são ações, são emoções. É difícil, não é?", false), ("Hvor er øen? Åh, på æsken, så små.", false),
            ("Schöne Grüße aus München, größer!", false),
        ])
    func europe(line: String, isCentral: Bool) throws {
        let text = file(line)
        let captions = CaptionText(try #require(text.data(using: isCentral ? .windowsCP1250 : .windowsCP1252)))
        #expect(captions.text == text && captions.encoding == (isCentral ? "CP1250" : "windows-1252"))
    }

    @Test(
        "Greek, Hebrew, Arabic and Thai text is read in its encoding of one byte a character",
        arguments: [
            (
                "CP1253", "yuHr5+zd8eEsIOr88+zlLiDT3uzl8eEg5d/t4ekg+fHh3+/yIOrh6fH88i4=",
                "Καλημέρα, κόσμε. Σήμερα είναι ωραίος καιρός."
            ),
            ("CP1255", "+ezl7SDy5eztLiDk6eXtIO7m4iDk4OXl6fgg6fTkIO7g5eMu", "שלום עולם. היום מזג האוויר יפה מאוד."),
            (
                "CP1256", "49HNyMcgyMfh2sfh4y4gx+HY3tMgzOPt4SDH4e3m4yDd7SDH4ePP7eTJLg==",
                "مرحبا بالعالم. الطقس جميل اليوم في المدينة."
            ),
            (
                "TIS-620",
                "ysfRyrTVqtLH4sWhIMfRubnV6c3SodLItNXB0qEg4MPS5LvgtNS54MXouaHRueC2zdAgos26pNizwdKhudAg4cXpx766odG548vB6CDF0qHozbk=",
                "สวัสดีชาวโลก วันนี้อากาศดีมาก เราไปเดินเล่นกันเถอะ ขอบคุณมากนะ แล้วพบกันใหม่ ลาก่อน"
            ),
        ])
    func narrow(name: String, base64: String, line: String) throws {
        let captions = CaptionText(Data(file("").utf8) + (try #require(Data(base64Encoded: base64))))
        #expect(captions.encoding == name && captions.text == file("") + line)
    }

    @Test(
        "a short Thai text whose letters form pairs is not Chinese, and a short Chinese one is not Thai",
        arguments: [
            ("TIS-620", "vtm0zdWht9XktOnky8E=", "พูดอีกทีได้ไหม"), ("TIS-620", "w9DH0ae10ce06cfC", "ระวังตัวด้วย"),
            ("GB18030", "t6LJ+sHLyrLDtMrC", "发生了什么事"), ("GB18030", "vfHM7Mzsxvi63LrD", "今天天气很好"),
        ])
    func shortTexts(name: String, base64: String, line: String) throws {
        let captions = CaptionText(Data(file("").utf8) + (try #require(Data(base64Encoded: base64))))
        #expect(captions.encoding == name && captions.text == file("") + line)
    }

    @Test("letters that Windows-1252 leaves undefined are enough for Windows-1250")
    func undefined() throws {
        let text = file("Chcel by som spať, písať, vidieť, dýchať, kráčať, stáť, báť sa.")
        #expect(CaptionText(try #require(text.data(using: .windowsCP1250))).text == text)
    }
}
