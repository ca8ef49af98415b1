import Foundation
import KeyValueObserving
import Testing

/// A client's class, as converted; NSPredicate reads its properties by name.
private final class Track: NSObject {
    @_Dynamic var rate = 1.5
    @_Dynamic var name: String? = "Été"
    let state = 2
    let isOn = true
    let list = [1, 2, 3]
    let none: String? = nil
}

struct PredicateFormatTests {
    @Test(
        "a predicate of a format compares properties with literals",
        arguments: [
            ("rate > 0", true), ("rate == 1.5 AND state == 2", true), ("rate == 1.5 && state == 3", false),
            ("state == 3 OR isOn == YES AND rate < 2", true), ("isOn == true && NOT (rate < 1)", true),
            ("!(isOn == 1)", false), ("rate => 1.5", true), ("rate =< 1", false), ("rate <> 1.5", false),
            ("rate > -1e3", true), ("none == nil", true), ("none != NULL", false), ("name != nil", true),
            ("name == 'Été'", true), ("name == 'ete'", false), ("name ==[cd] \"ete\"", true),
            ("name BEGINSWITH[d] 'Et'", true), ("name ENDSWITH 'té'", true), ("name ENDSWITH 't'", false),
            ("name CONTAINS[c] 'T'", true), ("name CONTAINS 'T'", false), ("name LIKE 'É*'", true),
            ("name LIKE '?é'", false), ("list CONTAINS 3", true), ("list.@count == 3", true), ("list.count > 3", false),
            ("state IN {1, 2}", true), ("state IN {}", false), ("state BETWEEN {2, 3}", true),
            ("state BETWEEN {3, 4}", false), ("name < 'z'", true), ("name < 3", false), ("TRUEPREDICATE", true),
            ("FALSEPREDICATE OR self.state == 2", true), ("SELF == nil", false),
        ])
    func comparisons(_ format: String, _ expected: Bool) {
        #expect(NSPredicate(format: format).evaluate(with: Track()) == expected)
    }

    @Test("specifiers of a format take its arguments in their order")
    func arguments() {
        let track = Track()
        #expect(NSPredicate(format: "%K == %@ AND rate == %f", "name", "Été", 1.5).evaluate(with: track))
        #expect(NSPredicate(format: "state == %ld", 2).evaluate(with: track))
        #expect(!NSPredicate(format: "state == %d", 3).evaluate(with: track))
        #expect(NSPredicate(format: "self == %@", track).evaluate(with: track))
        #expect(!NSPredicate(format: "self == %@", Track()).evaluate(with: track))
        #expect(NSPredicate(format: "state IN %@", [1, 2]).evaluate(with: track))
        #expect(NSPredicate(format: "none == %@", argumentArray: [NSNull()]).evaluate(with: track))
        let old = ["date": Date(timeIntervalSince1970: 0)]
        #expect(NSPredicate(format: "date < %@", Date()).evaluate(with: old))
        // A later value of the property counts.
        let isFast = NSPredicate(format: "rate > %d", 2)
        #expect(!isFast.evaluate(with: track))
        track.rate = 3
        #expect(isFast.evaluate(with: track))
    }

    @Test("predicates test texts, dictionaries and elements of collections")
    func otherObjects() {
        let isCode = NSPredicate(format: "SELF MATCHES %@", "[A-Z]+\\d")
        #expect(isCode.evaluate(with: "ABC1"))
        #expect(!isCode.evaluate(with: "ABC12"))
        #expect(!isCode.evaluate(with: nil))
        #expect(NSPredicate(format: "count == 2").evaluate(with: [1, 2]))
        let items: NSArray = [["n": 1], ["n": 2]]
        #expect(items.filtered(using: NSPredicate(format: "n > 1")) as? [[String: Int]] == [["n": 2]])
        let names: NSArray = ["ab", "cd", "abc"]
        #expect(names.filtered(using: NSPredicate(format: "SELF BEGINSWITH 'ab'")) as? [String] == ["ab", "abc"])
    }

    @Test(
        "a format that cannot be parsed gives a predicate that is false",
        arguments: [
            "", "rate >", "rate", "> 3", "rate == 1.5 rate", "(rate > 0", "rate > 0)", "name == 'a", "rate == %@",
            "rate == %",
            "rate == %q", "rate ==[x] 1", "rate ==[c 1", "ANY list == 3", "NONE list == 7",
            "SUBQUERY(list, $x, $x > 1).@count > 0",
            "state IN {1, 2", "state IN {{1}}", "rate == 1..5", "rate + 1 > 0", "rate > 0 AND", "NOT",
            String(repeating: "(", count: 100_000) + "rate > 0",
        ])
    func faults(_ format: String) {
        #expect(!NSPredicate(format: format).evaluate(with: Track()))
    }
}
