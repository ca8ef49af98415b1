import UniversalMediaCatalog

extension IndexFragment {
    /// - Parameter isCut: whether the item exceeds the size limit, so that the view is incomplete.
    mutating func add(_ item: CatalogItemView, _ position: SourcePosition, isCut: Bool) {
        var entry = CatalogIndex.Entry()
        entry.id = number(item.contentID?.trimmed ?? .none)
        entry.type = item.type
        entry.line = UInt32(clamping: position.line)
        entry.column = UInt32(clamping: position.column)
        if isCut { entry.flags.insert(.isCut) } else { addContent(of: item, to: &entry) }
        if remembersContent {
            catalogSide.contentHashes.append(item.node.contentHash)
            catalogSide.facts.append(facts(of: item))
        }
        catalogEntries.append(entry)
    }

    private mutating func addContent(of item: CatalogItemView, to entry: inout CatalogIndex.Entry) {
        let number = UInt32(catalogEntries.count)
        let infoName = item.infoName
        var pubDate = FeedText.none
        var title: (text: FeedText, isOfFeed: Bool)?
        var description: (text: FeedText, isOfFeed: Bool)?
        var related: UInt16 = 0
        var titles: UInt16 = 0
        var descriptions: UInt16 = 0
        var externalIDs: UInt16 = 0
        addArtworks(of: item, number, to: &entry)
        let defaultLocale = item.head.defaultLocale
        for node in item.node.children {
            switch node.name {
            case .pubDate: pubDate = node.text.trimmed
            case .contentGroupId:
                let text = node.text.trimmed
                if !text.isEmpty { entry.group = self.number(text) }
            case .title:
                let text = node.text.trimmed
                titles &+= 1
                guard !text.isEmpty else { continue }
                let language = language(of: node, defaultLocale)
                entry.flags.insert(.hasTitle)
                entry.titleLanguages.formUnion(language)
                guard Self.isUsual(node, "default"), node[.isPhonetic].map({ $0 != "true" && $0 != "1" }) ?? true
                else { continue }
                let isOfFeed = isOfFeed(node, defaultLocale)
                if title == nil || isOfFeed && title?.isOfFeed == false { title = (text, isOfFeed) }
                if !isOfFeed, item.type == .episode { addLocalText(text, of: node, entry, titles, isTitle: true) }
                if item.type == .show || item.type == .season {
                    catalogSide.seriesTitles.append(
                        .init(
                            entry: number, locale: self.number(locale(of: node, defaultLocale)),
                            title: self.number(text), place: titles))
                } else if item.type == .episode {
                    // The prefix of an episode's title may be the title of its show.
                    text.forEachTitlePrefix { prefix in
                        catalogSide.seriesTitles.append(
                            .init(
                                entry: number, locale: self.number(locale(of: node, defaultLocale)),
                                title: self.number(prefix), place: titles))
                    }
                }
            case .description:
                let text = node.text.trimmed
                descriptions &+= 1
                guard !text.isEmpty else { continue }
                entry.flags.insert(.hasDescription)
                guard Self.isUsual(node, "long") else { continue }
                let isOfFeed = isOfFeed(node, defaultLocale)
                if description == nil || isOfFeed && description?.isOfFeed == false { description = (text, isOfFeed) }
                if !isOfFeed { addLocalText(text, of: node, entry, descriptions, isTitle: false) }
            case .rating: addRating(node, to: &entry)
            case .isOriginal:
                let text = node.text.trimmed
                if text == "true" || text == "1" { entry.flags.insert(.isOriginal) }
            case .originalLanguage where item.type != .extra:
                entry.audioLanguages.formUnion(LanguageMask(node.text.trimmed))
            case .externalId:
                externalIDs &+= 1
                let value = node.text.trimmed
                guard !value.isEmpty, let system = node[.system] else { continue }
                catalogSide.externalIDs.append(
                    .init(
                        entry: number, place: externalIDs, hash: FeedText.mix(value.quickHash ^ system.quickHash &* 3)))
            case .relatedItem:
                related &+= 1
                let target = self.number(node.text.trimmed)
                let relationship = node[.relationship] ?? .none
                catalogSide.relations.append(
                    .init(
                        entry: number, target: target,
                        kind: relationship == "extra_of"
                            ? .extraOf
                            : relationship == "sequel_of"
                                ? .sequelOf : relationship == "duplicate_of" ? .duplicateOf : .other,
                        place: related))
            default:
                if node.name == infoName, !entry.flags.contains(.hasInfo) {
                    entry.flags.insert(.hasInfo)
                    addInfo(node, pubDate, to: &entry)
                    if item.type == .sportingEvent {
                        addAbbreviations(node, number)
                        addEventNames(node, number)
                    }
                }
            }
        }
        addSeries(item, entry, number)
        addOddTexts(of: item, number)
        entry.pubDate = Self.seconds(pubDate)
        if let title {
            addTitle(title.text, defaultLocale, to: &entry)
            entry.slug = LinkSlug.key(of: title.text) ?? 0
        }
        if let description {
            let hash = description.text.quickHash
            entry.description = UInt32(truncatingIfNeeded: hash) | 1
            entry.descriptionRest = UInt16(truncatingIfNeeded: hash >> 40)
        }
    }

    private mutating func addTitle(_ text: FeedText, _ defaultLocale: String, to entry: inout CatalogIndex.Entry) {
        let folding = TitleFolding(text, language: LanguageMask(defaultLocale))
        entry.titleKey = folding.key
        guard folding.isMarked, folding.key != 0 else { return }
        catalogSide.markedTitles.append(
            .init(entry: UInt32(catalogEntries.count), title: number(text), key: folding.key))
    }

    /// Texts in other locales are compared in the first part of a large feed, as names are.
    private mutating func addLocalText(
        _ text: FeedText, of node: FeedNode, _ entry: CatalogIndex.Entry, _ place: UInt16, isTitle: Bool
    ) {
        guard entry.line <= Self.lastLineOfNames, entry.column <= Self.lastColumnOfNames, let locale = node[.locale]
        else { return }
        catalogSide.localTexts.append(
            .init(
                entry: UInt32(catalogEntries.count), place: place, isTitle: isTitle,
                hash: FeedText.mix(text.quickHash ^ locale.quickHash &* 3)))
    }

    private func addRating(_ node: FeedNode, to entry: inout CatalogIndex.Entry) {
        let value = node.text.trimmed
        guard !value.isEmpty, let code = node[.systemCode] else { return }
        entry.flags.insert(.hasRating)
        entry.ratings.formUnion(RatingSystemSet(code))
    }

    private mutating func addInfo(_ info: FeedNode, _ pubDate: FeedText, to entry: inout CatalogIndex.Entry) {
        var related: UInt16 = 0
        for node in info.children {
            let text = node.text.trimmed
            switch node.name {
            case .showContentId: if entry.parent == 0 { entry.parent = number(text) }
            case .seasonContentId: if entry.season == 0 { entry.season = number(text) }
            case .seasonNumber:
                guard let value = text.decimal else { continue }
                entry.seasonNumber = UInt32(clamping: value)
                entry.flags.insert(.hasSeasonNumber)
            case .episodeNumber:
                guard let value = text.decimal else { continue }
                entry.episodeNumber = UInt32(clamping: value)
                entry.flags.insert(.hasEpisodeNumber)
            case .duration: entry.duration = UInt32(clamping: text.decimal ?? 0)
            case .originalAirDate, .originalPremiereDate, .originalReleaseDate:
                guard let day = FeedTime.days(text) else { continue }
                guard entry.date == .min else {
                    // A movie has a date for each territory.
                    entry.date = min(entry.date, Int32(clamping: day))
                    continue
                }
                entry.date = Int32(clamping: day)
                catalogSide.dated.all += 1
                if pubDate.count >= 10, text == pubDate[0..<10] { catalogSide.dated.onPubDate += 1 }
            case .startDate:
                guard text.count >= 10, let day = FeedTime.days(text[0..<10]) else { continue }
                entry.date = Int32(clamping: day)
                if entry.type == .sportingEvent { entry.episodeNumber = Self.seconds(text) }
            case .endDate:
                if entry.type == .show, let day = FeedTime.days(text), day > 0 {
                    entry.duration = UInt32(clamping: day)
                } else if entry.type == .sportingEvent, entry.episodeNumber > 0 {
                    // The length of an event follows from its times.
                    let end = Self.seconds(text)
                    if end > entry.episodeNumber { entry.duration = end - entry.episodeNumber }
                }
            case .isTBD: if text == "true" || text == "1" { entry.episodeNumber = 0 }
            case .relatedContentId:
                related &+= 1
                if related == 1 {
                    entry.parent = number(text)
                } else {
                    catalogSide.relations.append(
                        .init(
                            entry: UInt32(catalogEntries.count), target: number(text), kind: .relatedContentID,
                            place: related))
                }
            case .language: entry.audioLanguages.formUnion(LanguageMask(text))
            case .type:
                if entry.type == .show {
                    if text == "miniseries" { entry.flags.insert(.isMiniseries) }
                } else if text == "preview" || entry.type == .episode && text == "special" {
                    entry.flags.insert(.isPreview)
                }
            default: break
            }
        }
    }

    // MARK: Locales

    private static func isUsual(_ node: FeedNode, _ usual: StaticString) -> Bool {
        guard let type = node[.type] else { return true }
        return type == usual
    }

    private func language(of node: FeedNode, _ defaultLocale: String) -> LanguageMask {
        node[.locale].map { LanguageMask($0) } ?? LanguageMask(defaultLocale)
    }

    private func isOfFeed(_ node: FeedNode, _ defaultLocale: String) -> Bool {
        guard let locale = node[.locale] else { return true }
        return locale.isSame(defaultLocale)
    }

    private func locale(of node: FeedNode, _ defaultLocale: String) -> FeedText {
        // Number 0 stands for the feed's default locale, so that a missing locale equals an explicit one.
        isOfFeed(node, defaultLocale) ? .none : node[.locale] ?? .none
    }
}
