import UniversalMediaCatalog

/// An artwork of a catalog item, with what several rules need of it. Valid only during the call that receives it.
struct ArtworkView {
    let node: FeedNode
    /// The attributes as written; nil if absent.
    let url: FeedText?
    let type: FeedText?
    let locales: FeedText?
    /// The place of the type in `ArtworkKind.all`; nil if the type is absent, or not written exactly like a known one.
    let place: Int?
    /// The parts of the URL.
    let file: ImageFileName
    /// Whether the URL is that of the artwork before up to the file name.
    let sharesFolder: Bool

    /// - Parameter previous: the artwork before, which often has the same folder.
    init(_ node: FeedNode, after previous: ArtworkView? = nil) {
        self.node = node
        url = node[.url]
        type = node[.type]
        locales = node[.locales]
        place = type.flatMap { ArtworkKind.table[$0] }
        let address = url ?? .none
        if let previous, let other = previous.url, let name = ImageFileName(address, like: other, previous.file) {
            file = name
            sharesFolder = true
        } else {
            file = ImageFileName(address)
            sharesFolder = false
        }
    }

    /// Replaces views by those of the artworks of an item, in order.
    static func collect(_ item: FeedNode, into views: inout ContiguousArray<ArtworkView>) {
        views.removeAll(keepingCapacity: true)
        for node in item.children where node.name == .artwork {
            views.append(ArtworkView(node, after: views.last))
        }
    }
}
