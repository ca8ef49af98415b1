import Testing

@testable import CatalogValidation
@testable import UniversalMediaCatalog

struct ChildPlacesTests {
    private static let feed = """
        <umcCatalog><item contentType="movie" contentId="A"><genre>a</genre><title>b</title><genre>c<title>d</title></genre>\
        <description>e</description><title>f</title></item>\
        <item contentType="movie" contentId="B"><title>g</title><rating/></item></umcCatalog>
        """

    @Test("the children of a name are all with that name, in order, also after another item")
    func children() {
        var places = ChildPlaces()
        var items = 0
        _ = FeedParser.run(
            source: MemorySource(Array(Self.feed.utf8), name: "feed"), limits: ReadingLimits()
        ) { batch in
            batch.tree.withView { tree in
                for item in batch.items.map({ tree[$0.node] }) {
                    items += 1
                    places.collect(item)
                    places.withView { view in
                        for name in ElementName.allCases {
                            let all = item.children.filter { $0.name == name }.map(\.index)
                            #expect(NamedChildren(name, in: tree, view).map(\.index) == all, "\(name)")
                            #expect(view.elements.contains(name) == !all.isEmpty)
                            #expect(view[name].map { Int($0.first) } == all.first)
                            for other in ElementName.allCases {
                                let both = item.children.filter { $0.name == name || $0.name == other }.map(\.index)
                                #expect(NamedChildren(name, other, in: tree, view).map(\.index) == both)
                            }
                        }
                    }
                }
            }
            return true
        }
        #expect(items == 2)
    }
}
