import UniversalMediaCatalog

/// How an item is offered, by which it is compared with the same item of the previous build. Recorded only while builds are compared.
struct OfferFacts: Sendable {
    struct Offer: Sendable {
        var type: OfferTypes
        /// Seconds since 1970; 0: no valid time.
        var start: UInt32
        /// nil: the offer has no end.
        var end: UInt32?
    }

    /// The elements of `playableProperties`.
    struct Properties: OptionSet, Sendable, Hashable {
        let rawValue: UInt8
        static let closedCaptioning = Properties(rawValue: 1)
        static let subtitles = Properties(rawValue: 2)
        static let subtitlesForDeaf = Properties(rawValue: 4)
        static let audioDescriptions = Properties(rawValue: 8)
        static let additionalAudioLang = Properties(rawValue: 16)
        static let audioFormats = Properties(rawValue: 32)
        static let primaryLocale = Properties(rawValue: 64)
        static let videoQuality = Properties(rawValue: 128)

        static let named: [(Properties, String)] = [
            (.closedCaptioning, "closedCaptioning"), (.subtitles, "subtitles"),
            (.subtitlesForDeaf, "subtitlesForDeaf"), (.audioDescriptions, "audioDescriptions"),
            (.additionalAudioLang, "additionalAudioLang"), (.audioFormats, "audioFormats"),
            (.primaryLocale, "primaryLocale"), (.videoQuality, "videoQuality"),
        ]
    }

    /// Number of offers, and of tiers, that are retained.
    static let most = 16

    var offers: [Offer] = []
    var tiers: [TextTable.Symbol] = []
    var properties: Properties = []
    /// 0: unknown; 1: sd; 2: hd; 3: uhd.
    var quality = 0
    /// Seconds since 1970; 0: no valid time.
    var pubDate: UInt32 = 0
}

extension IndexFragment {
    mutating func facts(of item: AvailabilityItemView) -> OfferFacts {
        var facts = OfferFacts()
        for node in item.node.children {
            switch node.name {
            case .pubDate: facts.pubDate = Self.seconds(node.text)
            case .playableProperties: Self.add(node, to: &facts)
            case .offers:
                for offer in node.children where offer.name == .offer && facts.offers.count < OfferFacts.most {
                    add(offer, to: &facts)
                }
            default: break
            }
        }
        return facts
    }

    private mutating func add(_ offer: FeedNode, to facts: inout OfferFacts) {
        let type = offer.first(.offeringType).map { OfferTypes($0.text) } ?? .other
        facts.offers.append(
            .init(
                type: type, start: offer.first(.windowStart).map { Self.seconds($0.text) } ?? 0,
                end: offer.first(.windowEnd).map { Self.seconds($0.text) }))
        for list in offer.children where list.name == .restrictions {
            for node in list.children where node.name == .restriction && facts.tiers.count < OfferFacts.most {
                let value = node.text.trimmed
                guard !value.isEmpty, let kind = node[.type], kind == "tier" else { continue }
                let symbol = number(value)
                if !facts.tiers.contains(symbol) { facts.tiers.append(symbol) }
            }
        }
    }

    private static func add(_ properties: FeedNode, to facts: inout OfferFacts) {
        for node in properties.children {
            let text = node.text.trimmed
            guard !text.isEmpty else { continue }
            switch node.name {
            case .closedCaptioning: facts.properties.insert(.closedCaptioning)
            case .subtitles: facts.properties.insert(.subtitles)
            case .subtitlesForDeaf: facts.properties.insert(.subtitlesForDeaf)
            case .audioDescriptions: facts.properties.insert(.audioDescriptions)
            case .additionalAudioLang: facts.properties.insert(.additionalAudioLang)
            case .audioFormats: facts.properties.insert(.audioFormats)
            case .primaryLocale: facts.properties.insert(.primaryLocale)
            case .videoQuality:
                facts.properties.insert(.videoQuality)
                facts.quality = text == "sd" ? 1 : text == "hd" ? 2 : text.hasPrefix("uhd") ? 3 : 0
            default: break
            }
        }
    }
}
