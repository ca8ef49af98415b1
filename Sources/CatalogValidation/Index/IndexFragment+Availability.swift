import UniversalMediaCatalog

extension IndexFragment {
    /// - Parameter isCut: whether the item exceeds the size limit, so that the view is incomplete.
    mutating func add(_ item: AvailabilityItemView, _ position: SourcePosition, isCut: Bool) {
        var entry = AvailabilityIndex.Entry()
        entry.id = number(item.contentID?.trimmed ?? .none)
        entry.catalog = number(item.node[.catalogId]?.trimmed ?? .none)
        entry.type = item.type
        entry.line = UInt32(clamping: position.line)
        entry.column = UInt32(clamping: position.column)
        entry.isCut = isCut
        if let variant = item.node[.variantId] {
            entry.hasVariant = true
            let value = variant.trimmed
            if !value.isEmpty {
                availabilitySide.variants.append((entry: UInt32(availabilityEntries.count), hash: value.quickHash))
            }
        }
        if !isCut {
            for node in item.node.children {
                switch node.name {
                case .locators:
                    entry.hasLocators = node.has(.locator)
                    entry.platforms = LinkPlatforms(node)
                    addServers(of: node)
                    let isPlayable = !item.type.isDisjoint(with: .playable)
                    if isPlayable || item.type == .show, let id = item.contentID?.trimmed {
                        availabilitySide.links.add(node, of: UInt32(availabilityEntries.count), id, isPlayable)
                        if item.type == .movie || item.type == .show { addSlug(of: node, id) }
                    }
                case .playableProperties: addLanguages(node, to: &entry)
                case .offers:
                    var number: UInt16 = 0
                    for offer in node.children where offer.name == .offer {
                        let type = offer.first(.offeringType).map { OfferTypes($0.text) } ?? .other
                        add(offer, type, number, to: &entry)
                        number &+= 1
                        if item.type == .sportingEvent, offer.has(.isLive) { addAiring(offer) }
                    }
                case .linearOffers:
                    var number: UInt16 = 0
                    for offer in node.children where offer.name == .linearOffer {
                        add(offer, .linear, number, to: &entry)
                        addAiring(offer)
                        number &+= 1
                    }
                default: break
                }
            }
        }
        if remembersContent {
            availabilitySide.contentHashes.append(item.node.contentHash)
            availabilitySide.facts.append(facts(of: item))
        }
        availabilityEntries.append(entry)
    }

    private mutating func addAiring(_ offer: FeedNode) {
        guard let start = offer.first(.windowStart), let end = offer.first(.windowEnd) else { return }
        let isLive = offer.first(.isLive)?.text.trimmed ?? .none
        let airing = AvailabilityIndex.Airing(
            entry: UInt32(availabilityEntries.count), start: Self.seconds(start.text), end: Self.seconds(end.text),
            isLive: isLive == "true", isRepeat: isLive == "false")
        if airing.start > 0, airing.end > airing.start { availabilitySide.airings.append(airing) }
    }

    private func addLanguages(_ properties: FeedNode, to entry: inout AvailabilityIndex.Entry) {
        for node in properties.children {
            switch node.name {
            case .primaryLocale:
                entry.primaryLanguage = LanguageMask(node.text.trimmed)
                entry.audioLanguages.formUnion(entry.primaryLanguage)
            case .additionalAudioLang:
                let text = node.text
                var start = 0
                for index in 0...text.count where index == text.count || text[index] == UInt8(ascii: ",") {
                    entry.audioLanguages.formUnion(LanguageMask(text[start..<index].trimmed))
                    start = index + 1
                }
            default: break
            }
        }
    }

    private mutating func add(
        _ offer: FeedNode, _ type: OfferTypes, _ number: UInt16, to entry: inout AvailabilityIndex.Entry
    ) {
        entry.offers.formUnion(type)
        var hasEnd = false
        for node in offer.children {
            switch node.name {
            case .windowStart:
                let start = Self.seconds(node.text)
                if start > 0, type != .comingSoon, type != .linear,
                    let offset = Self.offsetAtMidnight(node.text.trimmed)
                {
                    availabilitySide.add(
                        .init(offset: offset, count: 1, entry: UInt32(availabilityEntries.count)))
                }
                if start > 0, entry.firstStart == 0 || start < entry.firstStart { entry.firstStart = start }
            case .windowEnd:
                hasEnd = true
                entry.lastEnd = max(entry.lastEnd, Self.seconds(node.text))
            case .restrictions:
                for restriction in node.children where restriction.name == .restriction {
                    add(restriction, UInt32(availabilityEntries.count), isSports: entry.type == .sportingEvent)
                }
                Self.add(
                    node, UInt32(availabilityEntries.count), number, to: &availabilitySide.reaches)
            default: break
            }
        }
        if !hasEnd { entry.isOpenEnded = true }
    }

    /// Returns the UTC offset of a time that is midnight, in minutes; nil for other times, for `Z` and for a zero offset.
    private static func offsetAtMidnight(_ time: FeedText) -> Int16? {
        let bytes = time.bytes
        guard bytes.count == 25, time[11..<16] == "00:00",
            bytes[19] == UInt8(ascii: "+") || bytes[19] == UInt8(ascii: "-")
        else { return nil }
        let digits = [20, 21, 23, 24].map { Int16(bytes[$0]) - 48 }
        guard digits.allSatisfy({ 0...9 ~= $0 }) else { return nil }
        let minutes = (digits[0] * 10 + digits[1]) * 60 + digits[2] * 10 + digits[3]
        return minutes == 0 ? nil : bytes[19] == UInt8(ascii: "-") ? -minutes : minutes
    }

    /// Counts the https links by their servers, and the links into the app by their schemes.
    private mutating func addServers(of locators: FeedNode) {
        var place: UInt16 = 0
        for node in locators.children where node.name == .locator {
            place &+= 1
            guard let url = node[.url]?.trimmed, let range = LinkServer.range(in: url) else { continue }
            let hash = url[range].quickHash
            if let known = availabilitySide.servers.firstIndex(where: { $0.hash == hash }) {
                availabilitySide.servers[known].count += 1
            } else if availabilitySide.servers.count < LinkServer.maximum {
                availabilitySide.servers.append(
                    LinkServer(
                        name: self.number(url[range]), hash: hash, count: 1,
                        entry: UInt32(availabilityEntries.count), place: place))
            }
        }
    }

    /// Adds the countries that an offer allows, and those that it denies as a whole, each once.
    static func add(
        _ restrictions: FeedNode, _ entry: UInt32, _ offer: UInt16,
        to reaches: inout ContiguousArray<AvailabilityIndex.Reach>
    ) {
        let first = reaches.count
        for node in restrictions.children where node.name == .restriction {
            guard let type = node[.type], type == "deviceLocation", let relationship = node[.relationship] else {
                continue
            }
            let place = node.text.trimmed
            let isAllowed = relationship == "allow"
            // A part of a country that is denied leaves the rest of the country.
            guard isAllowed || relationship == "deny" && place.count == 2, let country = CountryCode(place: place),
                !reaches[first...].contains(where: { $0.country == country && $0.isAllowed == isAllowed })
            else { continue }
            reaches.append(.init(entry: entry, offer: offer, country: country, isAllowed: isAllowed))
        }
    }

    /// - Parameter entry: index of the item; `UInt32.max`: a restriction of the whole service.
    mutating func add(_ restriction: FeedNode, _ entry: UInt32, isSports: Bool) {
        let value = restriction.text.trimmed
        guard !value.isEmpty, let type = restriction[.type] else { return }
        if type == "tier" {
            availabilitySide.tiers.insert(number(value))
        } else if isSports, type == "deviceLocation" {
            let isAllowed = restriction[.relationship].map { $0 == "allow" } ?? false
            guard let kind = AvailabilityIndex.Place.Kind(value, isAllowed: isAllowed) else { return }
            availabilitySide.places.append(.init(entry: entry, value: number(value), kind: kind))
        }
    }
}

extension AvailabilityIndex.Place.Kind {
    /// Returns nil when the place does not imply a territory.
    init?(_ value: FeedText, isAllowed: Bool) {
        if value.hasPrefix("dma:") {
            self = .marketArea
        } else if value.hasPrefix("CA-") || value.hasPrefix("postal:CA:") {
            self = .canadianRegion
        } else if isAllowed, value.count >= 2, isLetter(value[0]), isLetter(value[1]),
            value.count == 2 || value[2] == UInt8(ascii: "-"), !value.hasPrefix("US"), !value.hasPrefix("CA")
        {
            self = .foreignCountry
        } else {
            return nil
        }
    }
}
