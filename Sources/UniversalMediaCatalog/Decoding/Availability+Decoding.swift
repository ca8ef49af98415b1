extension AvailabilityItem {
    /// - Parameter node: the `item` element.
    init(item node: FeedNode) {
        self.init(
            typeName: node.string(.contentType) ?? "", contentID: node.string(.contentId) ?? "",
            catalogID: node.string(.catalogId) ?? "")
        variantID = node.string(.variantId)
        for child in node.children {
            switch child.name {
            case .pubDate where pubDate == nil: pubDate = child.value.flatMap { FeedDateTime($0) }
            case .locators: locators += child.children.filter { $0.name == .locator }.map { Locator($0) }
            case .playableProperties where properties == nil: properties = PlayableProperties(child)
            case .offers: offers += child.children.filter { $0.name == .offer }.map { Offer($0) }
            case .linearOffers: linearOffers += child.children.filter { $0.name == .linearOffer }.map { Offer($0) }
            default: others.append(FeedElement(child))
            }
        }
    }
}

extension Locator {
    init(_ node: FeedNode) {
        self.init(
            platform: node.string(.platform) ?? "", action: node.string(.action) ?? "", url: node.string(.url) ?? "")
    }
}

extension PlayableProperties {
    init(_ node: FeedNode) {
        closedCaptioning = node.list(of: .closedCaptioning)
        subtitles = node.list(of: .subtitles)
        subtitlesForDeaf = node.list(of: .subtitlesForDeaf)
        audioDescriptions = node.list(of: .audioDescriptions)
        additionalAudioLanguages = node.list(of: .additionalAudioLang)
        audioFormats = node.list(of: .audioFormats)
        primaryLocale = node.value(of: .primaryLocale)
        videoQuality = node.value(of: .videoQuality)
    }
}

extension Offer {
    init(_ node: FeedNode) {
        self.init(
            type: node.value(of: .offeringType), windowStart: node.moment(of: .windowStart),
            windowEnd: node.moment(of: .windowEnd))
        isLive = node.boolean(of: .isLive)
        availabilityType = node.value(of: .availabilityType)
        price = node.value(of: .price)
        currency = node.first(.price)?.string(.currency)
        restrictions =
            node.first(.restrictions)?.children.filter { $0.name == .restriction }.map {
                Restriction(
                    type: $0.string(.type) ?? "", relationship: $0.string(.relationship) ?? "",
                    value: $0.text.trimmed.string)
            } ?? []
    }
}

extension AvailabilityHead {
    /// - Parameter serviceIndex: index of the service in the feed.
    init(_ root: FeedNode, serviceIndex: Int) {
        version = root.string(.version) ?? ""
        let services = root.children.named(.service)
        lastBuildDate = root.moment(of: .lastBuildDate)
        guard services.indices.contains(serviceIndex) else { return }
        let service = services[serviceIndex]
        lastBuildDate = lastBuildDate ?? service.moment(of: .lastBuildDate)
        teamID = service.string(.teamId) ?? service.value(of: .teamId) ?? root.string(.teamId) ?? ""
        serviceID = service.string(.serviceId) ?? ""
        serviceType = service.value(of: .serviceType) ?? ""
        totalItemCount = service.number(of: .totalItemCount)
        names = service.localizedTexts(.name)
        serviceOffers =
            service.first(.serviceOffers)?.children.filter { $0.name == .serviceOffer }.map { Offer($0) } ?? []
        locators = service.first(.locators)?.children.filter { $0.name == .locator }.map { Locator($0) } ?? []
    }
}

extension CatalogHead {
    init(_ root: FeedNode) {
        // In 1.x, the other elements are inside `channel`.
        let channel = root.first(.channel)
        let place = channel ?? root
        version = root.string(.version) ?? ""
        teamID = root.string(.teamId) ?? root.value(of: .teamId) ?? ""
        catalogID = root.string(.catalogId) ?? place.value(of: .catalogId) ?? ""
        totalItemCount = root.number(of: .totalItemCount) ?? place.number(of: .totalItemCount)
        lastBuildDate = place.moment(of: .lastBuildDate)
        title = place.value(of: .title)
        description = place.value(of: .description)
        defaultLocale = place.value(of: .defaultLocale) ?? ""
        isLegacy = channel != nil
    }
}
