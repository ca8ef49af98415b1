import UniversalMediaCatalog

/// An item of a catalog, as passed to rules. Valid only during the call that receives it.
struct CatalogItemView {
    let node: FeedNode
    // Safe: the head outlives the view, as the bytes of the node do. A copy of the head would count references to its strings, which all
    // threads share, for each item.
    private let headPointer: UnsafePointer<FeedHead>
    var head: FeedHead {
        @inline(__always) get { headPointer.pointee }
    }
    let ordinal: Int
    /// The content type. For a misspelt or missing contentType, the type that the item's elements or the spelling suggest.
    let type: ContentTypes
    /// Whether `type` is only suggested.
    let isTypeGuessed: Bool
    /// The reference time of the run, in seconds since 1970.
    let now: Double
    /// The image inspector; nil when the run does not inspect images.
    let artwork: ArtworkInspector?
    /// The places of the item's child elements.
    private let places: ChildPlaces.View
    /// Names of the item's child elements.
    var elements: ElementSet { places.elements }
    /// The item of the same content type before this one, if it was read together with this one.
    let previous: FeedNode?
    /// The item's artworks, in order.
    let artworks: UnsafeBufferPointer<ArtworkView>
    /// The details block of the item's content type, such as `movieInfo`.
    let info: FeedNode?

    /// The head, the places and the artworks must be valid as long as the view.
    init(
        node: FeedNode, head: UnsafePointer<FeedHead>, ordinal: Int, now: Double,
        places: ChildPlaces.View, artworks: UnsafeBufferPointer<ArtworkView>,
        artwork: ArtworkInspector? = nil, previous: (ContentTypes) -> FeedNode? = { _ in nil }
    ) {
        self.node = node
        headPointer = head
        self.ordinal = ordinal
        self.now = now
        self.artwork = artwork
        self.artworks = artworks
        let declared = ContentTypes(node.identity(.contentType, .contentType)?.trimmed ?? FeedText.none)
        let type = declared == .unknown ? TypeGuess.ofCatalogItem(node) : declared
        self.places = places
        self.type = type
        self.previous = previous(type)
        isTypeGuessed = declared == .unknown
        info = type.infoName.flatMap { places[$0] }.map { node.tree[Int($0.first)] }
    }

    /// Returns the item's child elements with one name, in order.
    func children(_ name: ElementName) -> NamedChildren { NamedChildren(name, in: node.tree, places) }

    /// Returns the item's child elements with either name, in order.
    func children(_ name: ElementName, _ other: ElementName) -> NamedChildren {
        NamedChildren(name, other, in: node.tree, places)
    }

    /// Returns the item's first child element with a name.
    func first(_ name: ElementName) -> FeedNode? { places[name].map { node.tree[Int($0.first)] } }

    var contentType: FeedText? { node.identity(.contentType, .contentType) }
    var contentID: FeedText? { node.identity(.contentId, .contentId) }

    var infoName: ElementName? { type.infoName }

    /// Returns the locale of a localised node; the feed's default locale if the node has none.
    func locale(of node: FeedNode) -> String { node[.locale]?.string ?? head.defaultLocale }
}

/// A title or description of a catalog item, as passed to the style rules.
struct CatalogText {
    let node: FeedNode
    /// The text without surrounding white space.
    let text: FeedText
    let isTitle: Bool
    /// The locale as written; the feed's default locale if the node has none.
    let locale: String
    /// The language of the locale.
    let language: Language
    /// Character and word classes of the text, found in one pass.
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
    /// `title/@type` or `description/@type`; nil if absent.
    var type: FeedText? { node[.type] }
}
