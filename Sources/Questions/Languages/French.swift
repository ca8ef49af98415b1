extension Vocabulary {
    static let french = Vocabulary(
        language: "fr",
        writing: .spaced,
        concepts: [
            .what:
                "qu est ce que, qu est ce qu, qu est ce qui, qu est ce, quoi, quel, quelle, quels, quelles",
            .who: "qui",
            .when: "quand, à quelle heure",
            .howLong: "combien, combien de temps, combien de minutes, combien d heures, quelle est la durée, durée",

            .this: "ceci, cela, ça, ce, cet, cette, ces, ici, c est",
            .film: "film*, série*, émission*, vidéo*, programme*, regarde, je regarde, on regarde, passe",
            .title: "titre*, s appelle, appelle, nom",
            .cast:
                "acteur*, actrice*, distribution, casting, joue dedans, jouent dedans, joue dans, jouent dans, interprète*, comédien*, réalis*, vedette*",
            .chapter: "chapitre*, scène*",
            .episode: "épisode*",
            .beginning: "début, depuis le début, du début, recommence*, commencement, au départ, redémarre*",
            .end: "fin, finit, finie, fini, termine*, se termine, finira",
            .remaining: "reste*, restant*, avant la fin, jusqu à la fin, encore combien, il y en a encore, encore pour",
            .upNext: "à suivre, up next, ma liste, liste, file d attente, à regarder",
            .audio: "audio, son, langue, doubl*, parle*, voix, piste, version, vf, bande son",
            .captions: "sous titre*, sous titrage, soustitre*, st",
            .speed: "vitesse, cadence, rythme",

            .said: "dit, dire, disait, disent, raconte*, répondu, parlé",
            .heard: "entendu, compris, saisi, entends, comprends, suivi, entendre, comprendre",
            .again:
                "répète*, répéter, encore une fois, de nouveau, à nouveau, pardon, comment ça, redis, redire, relis, repasse*, plaît il",
            .play: """
            lis, lire, lecture, joue*, jouer, reprend*, reprise, continue*, poursui*, démarre*, commence, commencer, play, mets en marche, \
            regarder, relance*, lance*, mets le film
            """,
            .pause:
                "pause, sur pause, arrête*, stop*, suspend*, attends, attends une seconde, attends une minute, attendre, interromps",
            .skip: "saute*, passe à, passer à, saut",
            .goTo: "va, vas, aller, amène*, rends toi, place toi, positionne*",
            .add: "ajoute*, enregistre*, garde*, sauvegarde*, mémorise*, note",

            .forward: "avance*, en avant, avancer, vers l avant, plus loin",
            .back: "recule*, reculer, en arrière, arrière, reviens*, revenir, retour*, rembobine*",
            .next: "suivant*, prochain*, d après",
            .previous: "précédent*, dernier, dernière, dernières, derniers, d avant",
            .faster: "plus vite, plus rapide*, accélère*, accélérer, rapidement",
            .slower: "plus lent*, moins vite, ralenti*, ralentir, lentement",
            .normal: "normal*, habituel*, standard, ordinaire",
            .on: "active*, affiche*, avec, allume*, montre*, mets, mettre, met, mettez, voudrais, veux, voir, besoin",
            .off:
                "sans, désactive*, enlève*, coupe*, cache*, éteins, retire*, supprime*, plus de, pas de, masque*, vire",
            .later: "plus tard",

            .not: "pas, jamais, rien",
            .to: "à, au, aux, vers, jusqu à, jusqu au",
            .inside: "en, dans, dedans",
            .and: "et",
            .half: "demi, demie, moitié",
            .few: "peu, quelques, petit",
            .times: "fois, x",
            .percent: "pour cent",
            .article: "un, une",
            .filler: """
            le, la, les, l, de, du, des, d, s il te plaît, s il vous plaît, svp, stp, peux, peut, pourrais, pourriez, pouvez, tu, vous, je, j, \
            moi, me, m, il, elle, ils, elles, on, nous, est, sont, était, a, as, ai, ont, y, t, s, n, ne, qu, que, c, mon, ma, mes, \
            maintenant, alors, donc, bien, merci, ok, allez, là, lui, leur, faut, fait, fais, faire, tout, juste, encore, en cours, temps, \
            ici, être, par, pour, plus, et puis, bonjour, oui, toi, déjà, se, si, heure qu il, le la, remets, remettre, vient, viens, comment, depuis, tout, très, instant, moment, sur, règle, régler, vas y, dis moi, donne moi, montre moi, aussi, change, changer, celui ci, très
            """,
        ],
        units: [.second: "seconde, secondes, sec, s", .minute: "minute, minutes, min, mn", .hour: "heure, heures, h"],
        numbers: [
            2: "deux, double", 3: "trois, triple", 4: "quatre", 5: "cinq", 6: "six", 7: "sept", 8: "huit", 9: "neuf",
            10: "dix", 11: "onze", 12: "douze", 13: "treize", 14: "quatorze", 15: "quinze", 16: "seize",
            20: "vingt, vingts", 21: "vingt et un, vingt et une",
            30: "trente", 31: "trente et un, trente et une", 40: "quarante", 50: "cinquante", 60: "soixante",
            100: "cent, cents", 1000: "mille",
            1.5: "une fois et demie, un et demi",
        ],
        languageNames: [
            "en": "anglais*", "de": "allemand*", "fr": "français*", "es": "espagnol*", "ja": "japonais*", "ar": "arabe",
            "it": "italien*",
            "pt": "portugais*", "nl": "néerlandais*", "sv": "suédois*", "da": "danois*", "no": "norvégien*",
            "fi": "finnois*, finlandais*",
            "pl": "polonais*", "cs": "tchèque*", "ru": "russe*", "uk": "ukrainien*", "tr": "turc, turque",
            "el": "grec, grecque",
            "he": "hébreu", "hi": "hindi", "zh": "chinois*, mandarin", "ko": "coréen*",
        ],
        examples: [
            .repeatDialogue: "Qu'est-ce qu'elle a dit ?", .namePeople: "Qui joue dedans ?", .identify: "C'est quoi ?",
            .addToUpNext: "Ajoute ça à ma liste À suivre", .play: "Lecture", .pause: "Pause",
            .skipForward: "Avance de 30 secondes",
            .skipBackward: "Recule de 20 secondes", .seek: "Va à 1:20:00", .restart: "Depuis le début",
            .nextChapter: "Chapitre suivant",
            .previousChapter: "Chapitre précédent", .nextEpisode: "Épisode suivant",
            .previousEpisode: "Épisode précédent",
            .chapter: "Va au chapitre 3", .audio: "Mets-le en allemand", .captionsOn: "Active les sous-titres",
            .captionsOff: "Désactive les sous-titres", .captionsLanguage: "Sous-titres en français",
            .setRate: "Vitesse 1,5",
            .faster: "Plus vite", .slower: "Plus lentement", .remainingTime: "Combien de temps reste-t-il ?",
        ])
}
