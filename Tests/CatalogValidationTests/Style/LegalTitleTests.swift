import Foundation
import Testing

@testable import CatalogValidation
@testable import UniversalMediaCatalog

/// Tests real titles of films and shows from many countries: no finding above info is allowed.
struct LegalTitleTests {
    static let titles: [String: [String]] = [
        "en-US": [
            "Free Willy", "The Best Years of Our Lives", "Stream", "HD", "(500) Days of Summer", "Friday the 13th",
            "(Untitled)",
            "M", "Se7en", "tick, tick... BOOM!", "O Brother, Where Art Thou?", "Mission: Impossible – Fallout", "@Zola",
            "#Alive",
            "S1m0ne", "Test Pilot", "THX 1138", "JFK", "E.T. the Extra-Terrestrial", "WALL·E", "Apple",
            "The Apple Dumpling Gang",
            "Everything You Always Wanted to Know About Sex* (*But Were Afraid to Ask)",
            "Dr. Strangelove or: How I Learned to Stop Worrying and Love the Bomb",
            "Birdman or (The Unexpected Virtue of Ignorance)", "Borat! Cultural Learnings of America", "The Exclusive",
            "Born Free", "New Jack City",
            "The New World", "Watch on the Rhine", "Tune in Tomorrow...", "Coming Soon", "The Season",
            "Four Seasons", "Episodes",
            "21 Jump Street", "12 Angry Men", "2001: A Space Odyssey", "1984", "Blade Runner 2049", "Ocean's Eleven",
            "Girl, Interrupted", "Shin Godzilla",
            "Extremely Loud & Incredibly Close", "What's Up, Doc?", "Good Morning, Vietnam", "S.W.A.T.", "M*A*S*H",
            "Tora! Tora! Tora!", "K-PAX", "xXx",
            "$9.99", "$ (Dollars)", "The $5,20 an Hour Dream", "1-800-Missing", "BUtterfield 8", "976-EVIL",
            "Call Northside 777", "Dial M for Murder",
            "Startup.com", "FeardotCom", "You've Got Mail", "Young@Heart", "Love @ First Sight", "#Realityhigh",
            "Girls Trip", "Step Up 3D", "The Test", "Test",
            "None", "The Description of a Struggle", "TBS: A Love Story", "Only on Sundays", "Sign of the Times",
            "Buy & Cell", "Rent", "Subscribe to Me",
            "The Trial", "Trial by Fire", "The Premiere", "Live Free or Die Hard", "Free Solo", "Award Night",
            "Number One", "Best in Show", "As Good as It Gets",
            "R.I.P.D.", "TRON: Legacy", "RoboCop", "eXistenZ", "Mr. & Mrs. Smith", "...And Justice for All.",
            "Whatever Happened to Baby Jane?", "If....", "8½",
            "PG: Psycho Goreman", "NC-17", "Rated", "Kill Bill: Vol. 2", "Part 2", "The Godfather Part II", "Rocky IV",
            "Malcolm X", "I, Robot", "Me, Myself & Irene",
            "Siri", "Steve Jobs", "Jobs", "The iZombie Files", "Happy-Go-Lucky",
            "A.I. Artificial Intelligence", "Dolby", "The HD Kid",
        ],
        "fr-FR": [
            "Le Fabuleux Destin d'Amélie Poulain", "L'Été meurtrier", "À bout de souffle", "Et Dieu… créa la femme",
            "La Vie d'Adèle : Chapitres 1 et 2", "37°2 le matin",
            "Les Nouveaux Épisodes de l'amour", "8 femmes", "Un long dimanche de fiançailles", "Mes meilleurs copains",
            "Gratuit pour tous", "La Nouvelle Vague", "Une saison en enfer",
            "Le Journal d'une femme de chambre", "OSS 117 : Le Caire, nid d'espions", "Ça", "Île flottante",
            "Qu'est-ce qu'on a fait au Bon Dieu ?", "Le Résumé", "RRRrrrr!!!", "Les Choristes",
        ],
        "de-DE": [
            "Das Leben der Anderen", "Die Blechtrommel", "Lola rennt", "Good Bye, Lenin!", "Der Untergang", "Das Boot",
            "Wer früher stirbt, ist länger tot", "Nur für eine Nacht", "Neue Folgen einer Liebe",
            "23 – Nichts ist so wie es scheint", "Fack ju Göhte 2", "Oh Boy", "Jenseits der Stille", "Die Welle",
            "Ab 18", "Aguirre, der Zorn Gottes", "M – Eine Stadt sucht einen Mörder", "Gratis ins Glück",
        ],
        "es-ES": [
            "Mar adentro", "¡Átame!", "Todo sobre mi madre", "Y tu mamá también", "Solo en casa", "Los lunes al sol",
            "Nueve reinas", "La mejor juventud", "Relatos salvajes", "El niño pez", "REC",
            "Ocho apellidos vascos", "Viernes 13", "¿Qué he hecho yo para merecer esto?", "La prueba",
            "Estreno mundial", "Gratis o nada", "Cinco metros cuadrados", "La temporada de patos",
        ],
        "it-IT": [
            "La vita è bella", "8½", "Il buono, il brutto, il cattivo", "Ladri di biciclette", "Roma città aperta",
            "La stagione dell'amore", "Perfetti sconosciuti", "La meglio gioventù",
            "Nuovo Cinema Paradiso", "I soliti ignoti", "L'avventura", "Prova d'orchestra", "Gratis", "Solo per te",
            "Da non credere",
        ],
        "pt-BR": [
            "Cidade de Deus", "Central do Brasil", "Tropa de Elite 2: O Inimigo Agora É Outro", "O Auto da Compadecida",
            "Só no Mundo", "Em Breve, Amor", "A Grande Família", "Que Horas Ela Volta?",
            "São Paulo, Sociedade Anônima", "O Homem que Copiava", "Ação Entre Amigos", "Aquarius",
            "Não Perca a Cabeça", "Teste de Elenco",
        ],
        "ja-JP": [
            "千と千尋の神隠し", "君の名は。", "七人の侍", "AKIRA", "ONE PIECE FILM RED", "NARUTO -ナルト- 疾風伝", "劇場版「鬼滅の刃」無限列車編",
            "カメラを止めるな！", "ゴジラ-1.0", "シン・ゴジラ", "SPY×FAMILY",
            "名探偵コナン 100万ドルの五稜星", "HUNTER×HUNTER", "1リットルの涙", "E.T.", "無料の夢", "四季", "テスト", "字幕の女王", "新世紀エヴァンゲリオン",
            "ドライブ・マイ・カー", "世界の中心で、愛をさけぶ",
        ],
        "ko-KR": [
            "기생충", "올드보이", "살인의 추억", "부산행", "괴물", "D.P.", "시그널", "1987", "W", "응답하라 1988", "무료한 날들", "엽기적인 그녀",
            "사랑의 불시착",
        ],
        "zh-Hans": ["霸王别姬", "卧虎藏龙", "英雄", "红高粱", "大话西游之大圣娶亲", "1942", "唐人街探案3", "我不是药神", "四季", "第九个寡妇", "一一", "最佳导演"],
        "zh-Hant": ["臥虎藏龍", "悲情城市", "無間道", "2046", "海角七號", "一一", "那些年，我們一起追的女孩"],
        "ru-RU": [
            "Броненосец «Потёмкин»", "Москва слезам не верит", "Брат 2", "Левиафан", "12",
            "Ирония судьбы, или С лёгким паром!", "Летят журавли", "Сталкер", "Новый сезон любви",
            "Тест на беременность",
        ],
        "ar-SA": ["باب الحديد", "وجدة", "المومياء", "عمارة يعقوبيان", "كفرناحوم", "ذيب", "الموسم", "قريب من القلب"],
        "nl-NL": [
            "Zwartboek", "Turks fruit", "De aanslag", "Spoorloos", "Nieuw leven", "Alleen op de wereld",
            "Soldaat van Oranje", "Het Diner", "Alles is liefde",
        ],
        "sv-SE": [
            "Det sjunde inseglet", "Låt den rätte komma in", "Fanny och Alexander", "Tillsammans", "Så som i himmelen",
            "Ny värld", "Änglagård – andra sommaren", "Åsa-Nisse",
        ],
        "pl-PL": [
            "Popiół i diament", "Nóż w wodzie", "Ida", "Zimna wojna", "Człowiek z żelaza", "Dzień świra",
            "Ogniem i mieczem",
        ],
        "tr-TR": ["Bir Zamanlar Anadolu'da", "Kış Uykusu", "Ayla", "Yedinci Koğuştaki Mucize", "G.O.R.A."],
        "hi-IN": ["दंगल", "लगान", "शोले", "३ इडियट्स", "RRR"],
        "th-TH": ["พี่มาก..พระโขนง", "ฉลาดเกมส์โกง", "สุริโยไท", "4 แพร่ง"],
        "el-GR": ["Ζορμπάς ο Έλληνας", "Κυνόδοντας", "Μια αιωνιότητα και μια μέρα", "Z"],
        "vi-VN": ["Mùi đu đủ xanh", "Em chưa 18", "Điện Biên Phủ", "Bố già"],
        "cs-CZ": ["Ostře sledované vlaky", "Kolja", "Pelíšky", "Obchod na korze", "3 oříšky pro Popelku"],
        "hu-HU": ["Saul fia", "A tanú", "Testről és lélekről", "Macskafogó", "Az ötödik pecsét"],
        "is-IS": ["Hross í oss", "Ófærð", "Þrestir", "Hrútar"],
    ]

    static let plots: [String: [String]] = [
        "en-US": [
            "As the new season begins, an exclusive school in New Orleans sets its horses free along the stream, and nobody is on time for the premiere on Friday.",
            "In 1914-1918 and again from 1939 to 1945, agent 47-11 of the U.S. Navy lives only on blood, earns $1.5 million, and loses the best friend of his life at St. John's.",
            "\"You can't handle the truth!\" It is the tagline; the plot (loosely based on a novel) follows J.T. LeRoy, a #1 fan, and the #MeToo movement in Washington, D.C.",
            "She sells apples at the apple store, takes a test without a title, and is asked to describe a placeholder in the description of a struggle.",
        ],
        "fr-FR": [
            "Une nouvelle saison commence au château : la gratuité de l'amour, l'abonnement au bonheur et la fin d'un été. Mais qui a tué le jardinier ?",
            "« Rien n'est gratuit », dit-elle. Il vit seulement à Paris, regarde maintenant la mer, et ne pense plus qu'à son fils ; puis tout bascule.",
        ],
        "de-DE": [
            "Ein neues Schuljahr beginnt: Oda will den letzten Zug nicht verpassen, fährt gratis mit und lebt nur auf Sylt glücklich. Doch dann kommt der Winter.",
            "Im 2. Weltkrieg arbeitet er bei Siemens. Am 1. Mai verlässt er „seine“ Stadt, denn der beste Freund hat ihn verraten – für immer?",
        ],
        "es-ES": [
            "Una mujer vive solo en Madrid, mira ahora hacia el mar y no pierde nunca la esperanza. ¿Quién la espera? La nueva temporada de lluvias lo dirá.",
            "Un joven trabaja gratis en el hotel de su padre hasta que, un viernes, llega la mejor amiga de su madre y todo cambia.",
        ],
        "it-IT": [
            "Marco guarda ora al futuro: vive solo su un'isola, lavora gratis e non perde la speranza. Poi arriva la nuova stagione, e con lei Anna."
        ],
        "pt-BR": [
            "Ele mora só no centro, trabalha de graça e espera a nova temporada de chuvas. Em breve, porém, a melhor amiga dele vai embora para sempre."
        ],
        "ja-JP": ["動画を配信する青年が、無料の食堂で出会った少女とともに新しい季節を迎える。しかし第二の事件が起きて、二人の運命は大きく動き出す。"],
        "ko-KR": ["새로운 계절이 시작되고, 소년은 무료 급식소에서 만난 소녀와 함께 바다로 떠난다. 그러나 두 사람 앞에는 뜻밖의 사건이 기다리고 있다."],
        "zh-Hans": ["新的季节开始了，少年在免费的食堂里遇见了一位少女，两人一起去了海边。然而，第二起案件改变了他们的命运。"],
        "ru-RU": [
            "Новый сезон охоты начинается: он живёт только в Москве, смотрит в окно и бесплатно раздаёт книги. Но однажды всё меняется навсегда."
        ],
        "nl-NL": [
            "Een jonge vrouw woont alleen op een eiland, werkt gratis en kijkt nu naar de zee. Dan komt er een nieuw seizoen, en met hem haar broer."
        ],
        "sv-SE": [
            "En ung kvinna bor ensam på en ö, arbetar gratis och ser nu ut över havet. Så kommer en ny säsong, och med den hennes bror."
        ],
        "ar-SA": [
            "تعيش امرأة شابة وحدها على جزيرة بعيدة وتنظر إلى البحر كل يوم، ثم يأتي أخوها في موسم الأمطار ويتغير كل شيء."
        ],
    ]

    private func findings(_ items: [(type: String, locale: String, title: String, plot: String?)]) -> [Finding] {
        func escaped(_ text: String) -> String {
            text.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
        }
        var feed = """
            <?xml version="1.0" encoding="UTF-8"?>
            <umcCatalog version="3.6" teamId="EXAMPLE001" catalogId="org.example.titles">
            <lastBuildDate>2026-03-02T04:00:00Z</lastBuildDate><defaultLocale>en-US</defaultLocale>
            """
        for (number, item) in items.enumerated() {
            let block =
                item.type == "tv_episode"
                ? "<tvEpisodeInfo><showContentId>S</showContentId><episodeNumber>3</episodeNumber></tvEpisodeInfo>" : ""
            let plot = item.plot ?? "A mapmaker finds a coast that nobody has drawn, and goes there."
            feed +=
                "<item contentType=\"\(item.type)\" contentId=\"T\(number)\"><pubDate>2026-02-27T09:15:00Z</pubDate><title locale=\"\(item.locale)\">\(escaped(item.title))</title><description locale=\"\(item.plot == nil ? "en-US" : item.locale)\">\(escaped(plot))</description>\(block)</item>\n"
        }
        feed += "</umcCatalog>"
        var options = ValidationOptions()
        options.now = ValidationOptions.samplesNow
        options.enabledRules = Set(RuleBook.styleRules.map(\.info.id))
        return Validator(options: options).findings([.bytes(Array(feed.utf8), name: "titles.xml")]).findings
    }

    @Test(
        "umc-validation.md 3.3: titles of real works give no findings above info for any content type",
        arguments: ["movie", "tv_show", "tv_episode", "extra"])
    func titles(_ type: String) {
        let found = findings(
            Self.titles.sorted { $0.key < $1.key }.flatMap { entry in
                entry.value.map { (type: type, locale: entry.key, title: $0, plot: nil) }
            })
        #expect(found.filter { $0.level > .info }.map { "\($0.ruleId): \($0.message)" } == [])
    }

    @Test("umc-validation.md 3.3: plots with promotional words in their literal sense give no findings above info")
    func plots() {
        let found = findings(
            Self.plots.sorted { $0.key < $1.key }.flatMap { entry in
                entry.value.map { (type: "movie", locale: entry.key, title: "Oda", plot: $0) }
            })
        #expect(
            found.filter { $0.level > .info || $0.ruleId == "STY-LANG" }.map { "\($0.ruleId): \($0.message)" } == [])
    }
}
