import Localization

extension StringTable {
    static let french = StringTable(
        language: "fr", plural: .zeroAndOneAreSingular,
        texts: [
            .play: "Lire", .pause: "Pause", .playAgain: "Relire", .previous: "Précédent", .next: "Suivant",
            .mute: "Couper le son", .unmute: "Rétablir le son", .volume: "Volume", .timeline: "Temps",
            .video: "Vidéo", .menu: "Menu", .selected: "sélectionné",
            .chapters: "Chapitres", .chapter: "Chapitre {0}", .titledChapter: "Chapitre {0} \u{00B7} {1}",
            .subtitlesAndAudio: "Sous-titres et audio", .subtitles: "Sous-titres", .audio: "Audio",
            .off: "Désactivés", .speed: "Vitesse", .playbackSpeed: "Vitesse de lecture",
            .closedCaptionsBadge: "SME", .audioDescriptionBadge: "AD",
            .fillScreen: "Remplir l\u{2019}écran", .fitVideo: "Afficher toute l\u{2019}image",
            .fullScreen: "Plein écran", .leaveFullScreen: "Quitter le plein écran", .close: "Fermer",
            .percent: "{0} %", .spokenPercent: "{0} pour cent",
            .position: "{0} sur {1}", .duration: "Durée {0}", .remaining: "Temps restant {0}",
            .unknownTime: "durée inconnue", .liveBadge: "DIRECT", .live: "En direct",
            .goToLive: "Revenir au direct", .behindLive: "{0} de retard sur le direct", .listSeparator: ", ",
            .decimalSeparator: ",",
            .doubleSpeed: "Double", .fasterSpeed: "Plus rapide", .fastSpeed: "Rapide", .normalSpeed: "Normale",
            .halfSpeed: "Moitié",
            .tryAgain: "Réessayer", .skip: "Passer",
            .titleCannotBePlayed: "Impossible de lire «\u{00A0}{0}\u{00A0}»", .cannotBePlayed: "Lecture impossible",
            .titleStoppedEarly: "«\u{00A0}{0}\u{00A0}» s\u{2019}est arrêté avant la fin",
            .stoppedEarly: "La lecture s\u{2019}est arrêtée avant la fin",
            .noVideo: "L\u{2019}image ne peut pas être affichée. {0}",
            .unknownReason: "La raison est inconnue.",
            .advertisementBadge: "Pub", .numberedAdvertisementBadge: "Pub {0} sur {1}",
            .advertisement: "Publicité", .numberedAdvertisement: "Publicité {0} sur {1}",
            .timeLeft: "{0}, encore {1}", .skipLater: "{0} dans {1}",
        ],
        counted: [
            .hours: [.one: "{0} heure", .other: "{0} heures"],
            .minutes: [.one: "{0} minute", .other: "{0} minutes"],
            .seconds: [.one: "{0} seconde", .other: "{0} secondes"],
            .back: [.one: "Reculer de {0} seconde", .other: "Reculer de {0} secondes"],
            .forward: [.one: "Avancer de {0} seconde", .other: "Avancer de {0} secondes"],
        ],
        failures: [
            .notFound: "Ce fichier ou cette adresse n\u{2019}existe pas.",
            .noPermission: "L\u{2019}accès n\u{2019}est pas autorisé.",
            .network: "Le serveur est injoignable ou ne répond pas correctement.",
            .loading: "Les données ne peuvent pas être chargées.", .unknownFormat: "Le format est inconnu.",
            .damaged: "Le fichier est endommagé.",
            .decoding: "L\u{2019}image ou le son ne peut pas être décodé.", .protected: "Le contenu est protégé.",
            .nothingToPlay: "Il n\u{2019}y a ni image ni son.",
        ])
}
