extension Vocabulary {
    static let spanish = Vocabulary(
        language: "es",
        writing: .spaced,
        concepts: [
            .what: "qué, cuál, cuáles",
            .who: "quién, quiénes",
            .when: "cuándo, a qué hora",
            .howLong: "cuánto, cuánto tiempo, cuántos minutos, cuánta, qué duración, duración",

            .this: "esto, eso, este, esta, ese, esa, aquí, lo, la",
            .film:
                "película*, peli, serie*, programa*, vídeo*, video*, viendo, estoy viendo, veo, ponen, episodio actual",
            .title: "título*, se llama, llama, nombre",
            .cast:
                "actor*, actriz*, actrices, reparto, actúa*, sale, salen, aparece*, protagoni*, elenco, intérprete*, director*, dirig*",
            .chapter: "capítulo*, escena*",
            .episode: "episodio*",
            .beginning:
                "principio, desde el principio, inicio, comienzo, desde cero, de nuevo desde, reinicia*, volver a empezar, empieza de nuevo",
            .end: "fin, final, acaba*, termina*, acabe, termine",
            .remaining:
                "queda*, falta*, restante*, hasta el final, para el final, para que acabe, para que termine, por ver",
            .upNext: "up next, a continuación, mi lista, lista, cola, por ver luego, pendientes",
            .audio: "audio, idioma, sonido, doblaj*, doblad*, habl*, voz, pista, versión, lengua",
            .captions: "subtítulo*, subs, subtitulad*",
            .speed: "velocidad, ritmo",

            .said: "dicho, dijo, dice, dicen, decir, dijeron, diciendo, contado, habló",
            .heard:
                "oído, oír*, oí, oigo, entend*, entiend*, entiendo, escuch*, enterado, pillado",
            .again: "repite*, repet*, otra vez, de nuevo, una vez más, cómo dices, perdona, perdón, cómo has dicho",
            .play: """
            reproduc*, play, pon la, pon el, continúa*, continuar, sigue, seguir, reanuda*, empieza, empezar, inicia, iniciar, dale, \
            adelante con, ver, mirar, arranca
            """,
            .pause: "pausa*, pausar, para, parar, detén*, detener, stop, espera*, alto, páralo, congela*",
            .skip: "salta*, saltar, sáltate, omite*",
            .goTo: "ve, vete, ir, vamos, llévame, muévete, mueve, colócate, pasa",
            .add: "añad*, agrega*, guarda*, mete*, apunta*, recuerda*, incluye*",

            .forward: "adelant*, para adelante, para delante, avanza*, hacia delante, hacia adelante, delante",
            .back: "atrás, para atrás, retrocede*, rebobina*, hacia atrás, vuelve*, regresa*, volver",
            .next: "siguiente*, próxim*",
            .previous: "anterior*, último*, última*, previo*",
            .faster: "más rápid*, acelera*, más deprisa, rápido",
            .slower: "más lent*, más despacio, ralentiza*, despacio, lento",
            .normal: "normal*, habitual*, estándar",
            .on:
                "activa*, muestra*, con, enciende*, pon, poner, ponme, ponga, quiero, enseña*, necesito, ponlo, ponle, habilita*",
            .off: "sin, desactiva*, quita*, apaga*, oculta*, elimina*, esconde*, fuera, deshabilita*",
            .later: "luego, más tarde, después, para luego, para más tarde, para después",

            .not: "no, nunca, nada",
            .to: "a, al, hasta",
            .inside: "en",
            .and: "y, e",
            .half: "medio, media, mitad",
            .few: "poco, pelín, unos, unas, algunos, poquito, rato",
            .times: "veces, x, por",
            .percent: "por ciento",
            .article: "un, una, uno",
            .filler: """
            el, los, las, por favor, puedes, podrías, puede, podemos, me, mi, mis, te, se, le, es, son, era, ha, he, han, hay, está, están, \
            estaba, de, del, que, ahora, pues, entonces, oye, hola, gracias, vale, nos, ella, él, ellos, ellas, yo, tú, usted, hacer, haz, todo, \
            para que, cambia, cambiar, ajusta, tiempo, ya, aún, todavía, desde, si, así, más, cosa, dentro, parte, justo, acaba de, aparte, va, hace, \
            eso que, lo que, lo de, cómo, momento, muy, dime, dame, también, sobre, poder
            """,
        ],
        units: [.second: "segundo, segundos, seg, s", .minute: "minuto, minutos, min", .hour: "hora, horas, h"],
        numbers: [
            0: "cero", 2: "dos, doble", 3: "tres, triple", 4: "cuatro", 5: "cinco", 6: "seis", 7: "siete", 8: "ocho",
            9: "nueve",
            10: "diez", 11: "once", 12: "doce", 13: "trece", 14: "catorce", 15: "quince", 16: "dieciséis",
            17: "diecisiete", 18: "dieciocho",
            19: "diecinueve", 20: "veinte", 21: "veintiuno, veintiún", 22: "veintidós", 23: "veintitrés",
            24: "veinticuatro", 25: "veinticinco",
            26: "veintiséis", 27: "veintisiete", 28: "veintiocho", 29: "veintinueve", 30: "treinta", 40: "cuarenta",
            50: "cincuenta",
            60: "sesenta", 70: "setenta", 80: "ochenta", 90: "noventa", 100: "cien, ciento", 1000: "mil",
            1.5: "uno y medio, una y media",
        ],
        languageNames: [
            "en": "inglés, inglesa", "de": "alemán, alemana", "fr": "francés, francesa",
            "es": "español, española, castellano",
            "ja": "japonés, japonesa", "ar": "árabe", "it": "italiano, italiana", "pt": "portugués, portuguesa",
            "nl": "neerlandés, holandés",
            "sv": "sueco", "da": "danés", "no": "noruego", "fi": "finés, finlandés", "pl": "polaco", "cs": "checo",
            "ru": "ruso",
            "uk": "ucraniano", "tr": "turco", "el": "griego", "he": "hebreo", "hi": "hindi", "zh": "chino, mandarín",
            "ko": "coreano",
        ],
        examples: [
            .repeatDialogue: "¿Qué ha dicho?", .namePeople: "¿Quién sale en esto?", .identify: "¿Qué es esto?",
            .addToUpNext: "Añade esto a mi lista A continuación", .play: "Reproduce", .pause: "Pausa",
            .skipForward: "Avanza 30 segundos",
            .skipBackward: "Retrocede 20 segundos", .seek: "Ve a 1:20:00", .restart: "Desde el principio",
            .nextChapter: "Capítulo siguiente",
            .previousChapter: "Capítulo anterior", .nextEpisode: "Episodio siguiente",
            .previousEpisode: "Episodio anterior",
            .chapter: "Ve al capítulo 3", .audio: "Ponlo en alemán", .captionsOn: "Activa los subtítulos",
            .captionsOff: "Quita los subtítulos", .captionsLanguage: "Subtítulos en francés", .setRate: "Velocidad 1,5",
            .faster: "Más rápido",
            .slower: "Más despacio", .remainingTime: "¿Cuánto queda?",
        ])
}
