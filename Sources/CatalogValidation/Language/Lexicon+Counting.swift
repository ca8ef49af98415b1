extension Lexicon {
    /// Words for seasons and episodes, and ordinal numbers that accompany them.
    static let counting: [(WordClasses, String)] = [
        (
            .season,
            "season|seasons|series|saison|staffel|temporada|stagione|seizoen|reeks|säsong|sæson|sesong|kausi|tuotantokausi|sezon|sezóna|séria|série|serie|évad|sezonul|сезон|siz|musim|mùa|الموسم|シーズン|시즌|第一季|第二季|第三季|第四季|第五季|第六季|第七季|第八季|第九季|第十季"
        ),
        (
            .episode,
            "episode|ep|eps|épisode|folge|episodio|capítulo|puntata|episódio|capitulo|aflevering|avsnitt|afsnit|odcinek|odc|epizoda|epizód|rész|bölüm|jakso|серия|эпизод|серія|حلقة|الحلقة|エピソード|에피소드"
        ),
        (
            .ordinal,
            "one|two|three|four|five|six|seven|eight|nine|ten|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|un|deux|trois|quatre|cinq|première|deuxième|seconde|troisième|quatrième|cinquième|eins|zwei|drei|vier|fünf|sechs|erste|zweite|dritte|vierte|fünfte|uno|dos|tres|cuatro|cinco|primera|segunda|tercera|cuarta|quinta|due|tre|quattro|cinque|prima|terza|quarta|um|dois|três|quatro|primeira|terceira|första|andra|tredje|fjärde|первый|второй|третий|четвертый|четвёртый|пятый|الأول|الثاني|الثالث|الرابع|الخامس"
        ),
    ]

    /// Placeholder texts.
    static let placeholders: [(WordClasses, String)] = [
        (
            .filler,
            "lorem ipsum|dolor sit amet|consectetur adipiscing|asdf asdf|asdf|qwerty uiop|bla bla bla|blah blah blah|test test test"
        ),
        (
            .placeholder,
            "tbd|tba|tbc|to be determined|to be announced|to be confirmed|to be added|n a|null|undefined|none|placeholder|todo|fixme|test|tests|testing|test123|asdf|asdfasdf|qwerty|xxx|xxxx|foo|foobar|title|titles|description|descriptions|synopsis|description here|title here|description goes here|title goes here|insert title|insert description|add description|enter description|enter title|episode title|movie title|series title|show title|test title|test movie|test episode|test show|test series|test asset|test description|test content|test item|sample title|sample description|sample text|dummy|dummy text|dummy title|no description|no synopsis|no title|untitled asset|missing description|description missing|description unavailable|description to come|description coming soon|synopsis coming soon|synopsis to come|plot unknown|plot tba|plot tbd|no description available|no synopsis available|description not available|synopsis not available|new item|copy of|do not use|do not publish"
        ),
        (
            .placeholder,
            "titre|résumé|à venir|description à venir|résumé à venir|aucune description|pas de description|aucun résumé|à définir|à déterminer|titre de test|titel|beschreibung|beschreibung folgt|inhalt folgt|keine beschreibung|platzhalter|noch kein titel|noch unbekannt|título|descripción|sinopsis|descripción no disponible|sin descripción|sin título|sinopsis no disponible|por determinar|por confirmar|por definir|prueba|titolo|descrizione|sinossi|nessuna descrizione|descrizione non disponibile|senza titolo|da definire|da confermare|prova|descrição|sinopse|sem descrição|sem título|descrição não disponível|descrição indisponível|a definir|a confirmar|a ser definido|teste|beschrijving|geen beschrijving|beschrijving volgt|nog te bepalen|geen titel|beskrivning|ingen beskrivning|beskrivning saknas|saknas|описание|нет описания|описание отсутствует|название|без названия|тест|وصف|لا يوجد وصف|العنوان|اختبار|brak opisu|opis|açıklama yok|opis niedostępny|ei kuvausta|ingen beskrivelse|nincs leírás"
        ),
        (
            .placeholder,
            "説明なし|説明文|説明はありません|未定|未設定|仮タイトル|タイトル未定|あらすじなし|準備中|テスト|あらすじ|説明|ダミー|サンプル|暂无简介|暂无描述|暫無簡介|暫無描述|待定|待补充|待補充|测试|測試|占位|简介|簡介|标题|標題|설명 없음|설명이 없습니다|미정|테스트|줄거리 없음|제목|설명"
        ),
    ]

    static let ratings: [(WordClasses, String)] = [
        (.rating, "tv ma|tv 14|tv pg|tv g|tv y7|tv y|nc 17|rated r|rated pg|r rated|x rated|not rated"),
        (
            .ratingLabel,
            "unrated|uncensored|unrated version|unrated cut|uncut|pg|pg 13|pg13|nr|r18|r15|pg12|18|16|m18|nc16|r21|fsk 0|fsk 6|fsk 12|fsk 16|fsk 18|ab 18|ab 16|ab 12|ungeschnitten|vm14|vm18|vm 14|vm 18|tous publics|moins de 12|moins de 16|non classé|sin clasificar|no recomendada|18 anos|16 anos|15禁|18禁|成人向け|未分级|未分級|无删减|無刪減"
        ),
        (
            .invitation,
            "visit|go to|follow us|follow|tweet|hashtag|join us|log on to|find out more|more info|more at|learn more|check out|visitez|suivez nous|rendez vous sur|besuchen|besuchen sie|folgt uns|folge uns|mehr auf|mehr unter|visita|síguenos|sigue|más en|seguici|seguite|visite|siga|siga nos|saiba mais em|bezoek|volg ons|besök|följ oss|посетите|подписывайтесь|contact|email|e mail|contactez|kontakt|contacto|contatto|contato"
        ),
        (
            .telephone,
            "call|tel|telephone|phone|hotline|whatsapp|téléphone|appelez|telefon|anrufen|teléfono|llama|telefono|chiama|telefone|ligue|bel|ring|тел|телефон|電話|电话|電話番号|전화"
        ),
        (
            .movement,
            "metoo|blacklivesmatter|timesup|oscarssowhite|freebritney|gamergate|stopasianhate|bringbackourgirls|movement|hashtag|campaign|mouvement|bewegung|movimiento|movimento|viral|trending"
        ),
    ]
}
