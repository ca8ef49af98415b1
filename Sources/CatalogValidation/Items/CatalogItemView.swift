import UniversalMediaCatalog

/// An item of a catalog, as rules see it. Lives no longer than the call that was given it.
struct CatalogItemView {
    let node: FeedNode
    let head: FeedHead
    let ordinal: Int
    let type: ContentTypes
    /// Now, in seconds since 1970; the same for the whole run.
    let now: Double
    /// Looks at images, where that was asked for.
    let artwork: ArtworkInspector?
    /// The elements directly inside it.
    let elements: ElementSet
    /// The block that belongs to its type, such as `movieInfo`.
    let info: FeedNode?

    init(node: FeedNode, head: FeedHead, ordinal: Int, now: Double, artwork: ArtworkInspector? = nil) {
        self.node = node
        self.head = head
        self.ordinal = ordinal
        self.now = now
        self.artwork = artwork
        let type = ContentTypes(node.identity(.contentType, .contentType)?.trimmed ?? FeedText.none)
        let infoName = type.infoName
        var elements = ElementSet()
        var info: FeedNode?
        for child in node.children {
            elements.insert(child.name)
            if child.name == infoName, info == nil { info = child }
        }
        self.type = type
        self.elements = elements
        self.info = info
    }

    var contentType: FeedText? { node.identity(.contentType, .contentType) }
    var contentID: FeedText? { node.identity(.contentId, .contentId) }

    var infoName: ElementName? { type.infoName }

    /// The locale of a localised node; the feed's own where it says none.
    func locale(of node: FeedNode) -> String { node[.locale]?.string ?? head.defaultLocale }
}

/// A title or description of a catalog's item, as the rules of style see it.
struct CatalogText {
    let node: FeedNode
    /// Trimmed.
    let text: FeedText
    let isTitle: Bool
    /// As it is written; the feed's own where it says none.
    let locale: String
    /// Of the locale.
    let language: Language
    /// What its bytes and words hold, found in one pass over them.
    let scan: TextScan

    init(node: FeedNode, isTitle: Bool, locale: String) {
        self.node = node
        self.isTitle = isTitle
        self.locale = locale
        text = node.text.trimmed
        language = Language(locale: locale)
        scan = TextScan(text, language: LanguageSet(language))
    }

    var features: TextFeatures { scan.features }
    var classes: WordClasses { scan.classes }
    var isPhonetic: Bool { node[.isPhonetic].map { $0 == "true" || $0 == "1" } ?? false }
    /// `title/@type` or `description/@type`; nil where it has none.
    var type: FeedText? { node[.type] }
}
