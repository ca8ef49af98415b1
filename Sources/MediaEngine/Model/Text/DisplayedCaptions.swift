/// The track whose captions are displayed, and which of them.
enum DisplayedCaptions: Sendable, Equatable {
    /// All captions of the selected track.
    case track(TrackInfo)
    /// Only the forced pictures of a track that is not selected.
    case forcedPictures(TrackInfo)

    var track: TrackInfo {
        switch self {
        case .track(let track), .forcedPictures(let track): track
        }
    }

    /// Whether pictures that are not forced are hidden.
    var isForcedOnly: Bool { if case .forcedPictures = self { true } else { false } }

    /// The same track of the same media; the index identifies it.
    static func == (left: Self, right: Self) -> Bool {
        left.track.index == right.track.index && left.isForcedOnly == right.isForcedOnly
    }

    /// Returns the forced pictures to display while no captions are selected: those of a track in the language of the audio.
    ///
    /// Among several tracks, the same language tag comes before one with another region, a track of forced captions only before a full one,
    /// and a track for everyone before one for the hard of hearing; commentaries are ignored. Nil if the language of the audio is unknown.
    static func forcedPictures(of tracks: [TrackInfo], audioLanguage: String?) -> DisplayedCaptions? {
        guard let audioLanguage else { return nil }
        let ranked = tracks.compactMap { track -> (rank: Int, track: TrackInfo)? in
            guard track.kind == .subtitle, track.hasPictureCaptions, track.isDecodable, !track.isCommentary,
                let language = track.language, LanguageTag.isRelated(language, audioLanguage)
            else { return nil }
            let isOther = language.lowercased() != audioLanguage.lowercased()
            return ((isOther ? 4 : 0) + (track.isForced ? 0 : 2) + (track.isHearingImpaired ? 1 : 0), track)
        }
        return ranked.min { $0.rank < $1.rank }.map { .forcedPictures($0.track) }
    }
}
