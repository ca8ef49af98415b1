import Testing

@testable import HLS

@Suite("Text of WebVTT cues (W3C WebVTT sections 6.4 and 6.5)")
struct WebVTTCueTextTests {
    /// Returns nodes in a short form: `i.class=annotation(children)`, text in quotes, timestamps in milliseconds.
    private func outline(_ payload: String) -> String { outline(WebVTTCueText.nodes(of: payload)) }

    private func outline(_ nodes: [WebVTTNode]) -> String {
        nodes.map { node in
            switch node {
            case .text(let text): "'\(text)'"
            case .timestamp(let time): "@\(time / 1_000_000)"
            case .element(let element):
                element.tag.rawValue + element.classes.map { "." + $0 }.joined()
                    + (element.annotation.isEmpty ? "" : "=" + element.annotation) + "(\(outline(element.children)))"
            }
        }
        .joined(separator: " ")
    }

    @Test(
        "tags, classes and annotations give a tree",
        arguments: [
            ("", ""), ("a\nb", "'a\nb'"), ("<i>a</i>b", "i('a') 'b'"), ("<b.x.y>a</b>", "b.x.y('a')"),
            ("<c..x.>a", "c.x('a')"), ("<v.loud  Mary \n Smith >a", "v.loud=Mary Smith('a')"),
            ("<v\tA&amp;B&lt>x", "v=A&B<('x')"), ("<v A&>x", "v=A&('x')"), ("<v>x</v>", "v('x')"),
            ("<lang en-GB>a</lang>", "lang=en-GB('a')"), ("<i annotation>a", "i('a')"),
            ("<i\nx.y>a", "i('a')"), ("<i.a\nb>c", "i.a('c')"),
            ("<ruby>a<rt>b</rt>c<rt>d</ruby>e", "ruby('a' rt('b') 'c' rt('d')) 'e'"),
            ("<rt>a</rt>", "'a'"), ("<ruby><i><rt>a", "ruby(i('a'))"),
            ("<ruby><rt><b>a</ruby>b", "ruby(rt(b('a' 'b')))"),
        ])
    func trees(payload: String, nodes: String) {
        #expect(outline(payload) == nodes)
    }

    @Test(
        "unknown tags and end tags that do not match are ignored",
        arguments: [
            ("<x>a</x>b", "'a' 'b'"), ("<I>a", "'a'"), ("</i>a", "'a'"), ("<i>a</b>b", "i('a' 'b')"),
            ("<i>a</i >b", "i('a' 'b')"), ("<c.x>a</c.x>b", "c.x('a' 'b')"), ("<>a", "'a'"), ("< i>a", "'a'"),
            ("</>a", "'a'"), ("a<", "'a'"), ("a<i", "'a' i()"), ("a</", "'a'"),
            ("<i><b>a</i>b</b>c", "i(b('a' 'b') 'c')"),
            ("<i<b>a", "'a'"), ("a>b", "'a>b'"), ("<i/>a", "'a'"), ("<.x>a", "'a'"), ("<b></b>", "b()"),
        ])
    func unknown(payload: String, nodes: String) {
        #expect(outline(payload) == nodes)
    }

    @Test(
        "timestamps are nodes where they are valid",
        arguments: [
            ("a<00:01.500>b", "'a' @1500 'b'"), ("<01:00:00.000>", "@3600000"), ("<00:01>a", "'a'"),
            ("<00:01.000 >a", "'a'"), ("<00:01.000", "@1000"), ("<0:00:01.000>a", "@1000 'a'"), ("<00:60.000>a", "'a'"),
        ])
    func timestamps(payload: String, nodes: String) {
        #expect(outline(payload) == nodes)
    }

    @Test(
        "character references are those of HTML",
        arguments: [
            ("&amp;&AMP&lt&gt;", "&&<>"), ("&notit;&notin;", "¬it;∉"), ("&copy2", "©2"), ("&nope;&;&", "&nope;&;&"),
            ("&CounterClockwiseContourIntegral;", "∳"), ("&NotEqualTilde;", "≂\u{338}"),
            ("&lrm;&rlm;", "\u{200e}\u{200f}"),
            ("&#65&#x42;&#X43&#;&#x;", "ABC&#;&#x;"), ("&#128;&#x9F;&#0;", "€Ÿ\u{fffd}"),
            ("&\tamp; & amp", "&\tamp; & amp"),
            ("&zwnj;&hearts;&hearts", "\u{200c}♥&hearts"), ("&#128512;", "😀"),
        ])
    func references(payload: String, text: String) {
        #expect(outline(payload) == "'\(text)'")
    }

    @Test("tags nested beyond the limit are ignored, and their text stays")
    func depth() {
        let depth = 100_000
        let nodes = WebVTTCueText.nodes(
            of: String(repeating: "<i>", count: depth) + "a" + String(repeating: "</i>", count: depth) + "b")
        var (element, count) = (nodes.first, 0)
        while case .element(let inner)? = element { (element, count) = (inner.children.first, count + 1) }
        #expect(element == .text("a"))
        #expect(count == WebVTTCueText.maximumDepth)
        #expect(nodes.last == .text("b"))
    }
}
