/// The decision whether an item with given ratings plays (semantics section 12). A value without side effects.
struct PlaybackRestrictions: Sendable {
    enum Decision: Equatable, Sendable {
        case allowed
        /// The passcode authorizes the item; the label is the rating that requires it.
        case needsPasscode(rating: String)
        case disallowedByProfile
        /// The item has no known rating, and the settings require one.
        case ratingUnknown
    }

    let settings: RestrictionSettings
    var table = RatingTable.standard

    /// - Parameter texts: the ratings of the item as its metadata has them, those of the client first.
    func decide(_ texts: [String]) -> Decision {
        guard settings.isActive else { return .allowed }
        let ratings = chosen(texts)
        guard !ratings.isEmpty else { return settings.requiresRating ? .ratingUnknown : .allowed }
        if let profile = settings.profile, ratings.contains(where: { !permits($0, profile) }) {
            return .disallowedByProfile
        }
        guard settings.isEnabled, let restricted = ratings.first(where: { !permits($0, settings.limits) }) else {
            return .allowed
        }
        return .needsPasscode(rating: restricted.label)
    }

    /// Returns the ratings that count: those of the viewer's region, or the others where there are none (R130). All of them must be
    /// permitted.
    private func chosen(_ texts: [String]) -> [RatingTable.Rating] {
        let region = RatingTable.region(settings.region)
        let all = texts.map { table.ratings($0, preferring: region) }
        let own = all.flatMap { $0 }.filter { $0.region == region }
        return own.isEmpty ? all.first { !$0.isEmpty } ?? [] : own
    }

    private func permits(_ rating: RatingTable.Rating, _ limits: RestrictionSettings.Limits) -> Bool {
        switch limits.limit(of: rating.medium) {
        case .everything: return true
        case .nothing: return false
        case .rating(let label):
            let region = RatingTable.region(settings.region)
            let own = table.rating(label, of: rating.medium, in: region)
            if let own, own.region == rating.region { return rating.rank <= own.rank }
            // A limit that the table does not have permits nothing.
            guard let limit = own ?? table.ratings(label, preferring: region).first else { return false }
            return rating.age <= limit.age
        }
    }
}
