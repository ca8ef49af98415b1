extension Vocabulary {
    static let german = Vocabulary(
        language: "de",
        writing: .spaced,
        concepts: [
            .what: "was, welche, welcher, welches, welchen",
            .who: "wer, wen, wessen",
            .when: "wann, um wie viel uhr",
            .howLong: "wie lange, wie lang, wie viel, wieviel, wie viele minuten, wieviele minuten, wie viele stunden",

            .this: "das, dies, dieser, diese, dieses, diesen, diesem, hier, es, ihn",
            .film: "film*, serie, serien, sendung*, video*, programm, schaue, schau ich, sehe, seh ich, läuft, laeuft",
            .title: "titel*, heißt, heisst, name, namen",
            .cast: """
            schauspieler*, darsteller*, besetzung, spielt mit, spielen mit, mitspieler*, macht mit, mitwirkende*, regisseur*, regie, \
            dabei
            """,
            .chapter: "kapitel*, szene, szenen",
            .episode: "folge, folgen, episode*, teil",
            .beginning: "anfang, beginn, von vorn, von vorne, neu starten, von neuem, neustart*",
            .end: "ende, endet, zu ende, vorbei, fertig, aus ist, schluss, vorüber",
            .remaining: "übrig, restzeit, verbleib*, bis zum ende, bis zum schluss, restlich*, rest",
            .upNext: "up next, merkliste, watchlist*, als nächstes, warteschlange, liste, meine liste",
            .audio: "ton, audio, sprache, tonspur, synchron*, sprich, sprechen, spricht, fassung, version, synchro",
            .captions: "untertitel*, ut",
            .speed: "geschwindigkeit, tempo, abspielgeschwindigkeit, wiedergabegeschwindigkeit",

            .said:
                "sag, sagt, sagte, meint, meinte, redet, erzählte, gesagt, sagen, sagst, erzählt, geredet, gemeint, gesprochen",
            .heard: "gehört, verstanden, mitbekommen, mitgekriegt, verstehe, versteh, höre, hören, verstehen",
            .again: "nochmal, noch mal, noch einmal, wiederhol*, wie bitte, erneut, nochmals",
            .play: """
            spiel, spielt, spiele, spielen, abspielen, wiedergabe, weiter, weiterspielen, weitermachen, mach weiter, fortsetzen, fortfahren, play, \
            start, starte, starten, weiterschauen, zeig, fortgesetzt, läuft weiter
            """,
            .pause:
                "pause, pausier*, anhalten, halt, halte an, stop*, stopp*, warte, warten, stehen bleiben, unterbrich, unterbrechen",
            .skip: "spring*, überspring*, spul*, skip*, spring vor",
            .goTo: "geh, gehe, gehen, wechsel*, navigiere, bring mich",
            .add: "füg*, hinzu, hinzufügen, merk*, speicher*, setz*, aufnehmen",

            .forward: "vor, vorwärts, vorspul*, nach vorne, voran, weiter, vorspringen",
            .back: "zurück*, rückwärts, zurückspul*, retour",
            .next: "nächste, nächster, nächstes, nächsten, folgende, folgendes, folgenden, weitere",
            .previous:
                "vorige, voriges, vorigen, vorherige, vorheriges, vorherigen, letzte, letzten, letztes, davor, vorangegangene",
            .faster: "schneller, beschleunig*, zügiger",
            .slower: "langsamer, langsam, verlangsam*",
            .normal: "normal*, üblich*, gewohnt*, standard",
            .on:
                "ein, an, mit, einschalten, anschalten, zeige, anzeigen, einblenden, aktivier*, möchte, will, brauche, hätte gern, anmachen",
            .off:
                "aus, ohne, ausschalten, abschalten, ausblenden, kein, keine, keinen, deaktivier*, weg, entfern*, ausmachen, abstellen",
            .later: "später",

            .not: "nicht, nie, nichts",
            .to: "zu, zur, zum, auf, bis, bei, ab",
            .inside: "in, im",
            .and: "und",
            .half: "halb, halbe, halber, halben, halbes",
            .few: "bisschen, etwas, wenig, paar, kurz, einige, stück, stückchen",
            .times: "fach, fache, fachen, facher, mal, x",
            .percent: "prozent",
            .article: "ein, eine, einen, einem, einer",
            .filler: """
            der, die, den, dem, des, bitte, kannst, könntest, könnte, kann, du, sie, er, ich, wir, mir, mich, uns, man, ist, sind, war, \
            hat, habe, hast, haben, hab, denn, eigentlich, gerade, eben, jetzt, mal, doch, ja, wird, werden, von, nach, für, um, mach, mache, \
            machen, stell, stelle, stellen, schalt, schalte, schalten, da, so, gern, gerne, würde, würdest, über, dauert, noch, \
            alles, alle, mein, meine, meiner, meinen, meinem, danke, okay, ok, hallo, hey, lass, lasse, zeit, gibt, bleibt, bleiben, s, uhr, \
            dann, soll, sollst, sehen, wieder, davon, nun, schon, schau, stelle, wie, dir, ganz, auch, mehr, moment, tu, tue, geht, gehts, gib, gebt, dazu, dort, drin, drauf, rein, los, hin, sofort, gleich, möglich, fang, fange, sehr, noch etwas, im film
            """,
        ],
        units: [
            .second: "sekunde, sekunden, sek, s", .minute: "minute, minuten, min", .hour: "stunde, stunden, std, h",
        ],
        numbers: germanNumbers,
        languageNames: [
            "en": "englisch*", "de": "deutsch*", "fr": "französisch*", "es": "spanisch*", "ja": "japanisch*",
            "ar": "arabisch*",
            "it": "italienisch*", "pt": "portugiesisch*", "nl": "niederländisch*, holländisch*", "sv": "schwedisch*",
            "da": "dänisch*",
            "no": "norwegisch*", "fi": "finnisch*", "pl": "polnisch*", "cs": "tschechisch*", "ru": "russisch*",
            "uk": "ukrainisch*",
            "tr": "türkisch*", "el": "griechisch*", "he": "hebräisch*", "hi": "hindi", "zh": "chinesisch*",
            "ko": "koreanisch*",
        ],
        examples: [
            .repeatDialogue: "Was hat sie gesagt?", .namePeople: "Wer spielt mit?", .identify: "Was ist das?",
            .addToUpNext: "Setz das auf meine Up-Next-Liste", .play: "Weiter", .pause: "Pause",
            .skipForward: "30 Sekunden vor",
            .skipBackward: "20 Sekunden zurück", .seek: "Geh zu 1:20:00", .restart: "Von vorn",
            .nextChapter: "Nächstes Kapitel",
            .previousChapter: "Voriges Kapitel", .nextEpisode: "Nächste Folge", .previousEpisode: "Vorige Folge",
            .chapter: "Geh zu Kapitel 3", .audio: "Spiel es auf Deutsch", .captionsOn: "Untertitel ein",
            .captionsOff: "Untertitel aus",
            .captionsLanguage: "Untertitel auf Französisch", .setRate: "Geschwindigkeit 1,5", .faster: "Schneller",
            .slower: "Langsamer",
            .remainingTime: "Wie lange noch?",
        ])

    /// The words up to 99, of which German writes units and tens as one: "einundzwanzig".
    private static var germanNumbers: [Double: String] {
        let units = ["ein", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun"]
        let tens = ["zwanzig", "dreißig", "vierzig", "fünfzig", "sechzig", "siebzig", "achtzig", "neunzig"]
        var words: [Double: String] = [
            0: "null", 1: "eins", 1.5: "anderthalb, eineinhalb, einundeinhalb", 2: "zwei, zwo, doppelt*",
            2.5: "zweieinhalb",
            3: "drei, dreifach*", 4: "vier", 5: "fünf", 6: "sechs", 7: "sieben", 8: "acht", 9: "neun", 10: "zehn",
            11: "elf", 12: "zwölf",
            13: "dreizehn", 14: "vierzehn", 15: "fünfzehn", 16: "sechzehn", 17: "siebzehn", 18: "achtzehn",
            19: "neunzehn",
            100: "hundert, einhundert", 120: "hundertzwanzig", 1000: "tausend",
        ]
        for (tensIndex, ten) in tens.enumerated() {
            let value = Double(20 + tensIndex * 10)
            words[value] = ten
            for (index, unit) in units.enumerated() { words[value + Double(index + 1)] = unit + "und" + ten }
        }
        return words
    }
}
