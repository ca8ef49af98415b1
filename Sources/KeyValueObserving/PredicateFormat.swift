public import Foundation

extension NSPredicate {
    /// Creates a predicate from a format, such as `"status == %d AND currentItem.error == nil"`.
    ///
    /// Understood are comparisons (`==`, `!=`, `<`, `<=`, `>`, `>=`, `BEGINSWITH`, `CONTAINS`, `ENDSWITH`, `LIKE`, `MATCHES`, `IN`, `BETWEEN`,
    /// with the options `[c]` and `[d]`) of key paths, `SELF`, literals, lists in braces, and arguments (`%@`, `%K`, numbers), and their
    /// combinations by `AND`, `OR`, `NOT` and parentheses. Key paths are those of `value(forKeyPath:)`, and keys of dictionaries.
    ///
    /// Apple: a format that cannot be parsed ends the program; there are also functions, subqueries, arithmetic and `ANY`. Here: such a format is
    /// reported on standard error, and its predicate is false for every object.
    public convenience init(format predicateFormat: String, _ args: Any?...) {
        self.init(format: predicateFormat, argumentArray: args.map { $0 ?? NSNull() })
    }

    /// - Parameter arguments: the values of the format's specifiers, in their order.
    public convenience init(format predicateFormat: String, argumentArray arguments: [Any]?) {
        do {
            let predicate = FormatPredicate(try PredicateParser.parse(predicateFormat, arguments ?? []))
            self.init { object, _ in predicate.condition.isMet(by: object) }
        } catch {
            let message = "NSPredicate: cannot parse the format \"\(predicateFormat.prefix(200))\": \(error.message)\n"
            FileHandle.standardError.write(Data(message.utf8))
            self.init(value: false)
        }
    }
}

/// `@unchecked`: the constants of a format may be any objects; they are only compared.
private struct FormatPredicate: @unchecked Sendable {
    let condition: PredicateCondition

    init(_ condition: PredicateCondition) { self.condition = condition }
}

/// What an object is tested for.
indirect enum PredicateCondition {
    case constant(Bool)
    case not(PredicateCondition)
    case all([PredicateCondition])
    case any([PredicateCondition])
    case comparison(PredicateExpression, PredicateOperator, PredicateExpression, String.CompareOptions)

    func isMet(by object: Any?) -> Bool {
        switch self {
        case .constant(let value): value
        case .not(let condition): !condition.isMet(by: object)
        case .all(let conditions): conditions.allSatisfy { $0.isMet(by: object) }
        case .any(let conditions): conditions.contains { $0.isMet(by: object) }
        case .comparison(let left, let relation, let right, let options):
            relation.holds(left.value(of: object), right.value(of: object), options)
        }
    }
}

indirect enum PredicateExpression {
    case object
    case constant(Any?)
    case path(String)
    case list([PredicateExpression])

    func value(of object: Any?) -> Any? {
        switch self {
        case .object: object.flatMap { KeyValueCoding.objectValue(of: $0) }
        case .constant(let value): value
        case .list(let elements): elements.map { $0.value(of: object) ?? NSNull() }
        case .path(let path):
            path.split(separator: ".").reduce(object) { value, key in Self.value(of: value, String(key)) }
        }
    }

    /// The value of a key of a dictionary, a collection, a text or an object.
    private static func value(of value: Any?, _ key: String) -> Any? {
        guard let value else { return nil }
        if key.uppercased() == "SELF" { return value }
        if let dictionary = value as? [AnyHashable: Any] {
            return (dictionary[key] ?? (key == "@count" ? dictionary.count : nil)).flatMap {
                KeyValueCoding.objectValue(of: $0)
            }
        }
        if key == "count" || key == "@count" {
            if let set = value as? NSSet { return NSNumber(value: set.count) }
            if let array = value as? [Any] { return NSNumber(value: array.count) }
        }
        if key == "length", let text = value as? String { return NSNumber(value: text.utf16.count) }
        return (value as? NSObject).flatMap { KeyValueCoding.value(of: $0, key: key) }
    }
}

enum PredicateOperator: String {
    case equal = "=="
    case notEqual = "!="
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
    case beginsWith = "BEGINSWITH"
    case contains = "CONTAINS"
    case endsWith = "ENDSWITH"
    case like = "LIKE"
    case matches = "MATCHES"
    case isIn = "IN"
    case between = "BETWEEN"

    init?(_ text: String) {
        switch text.uppercased() {
        case "=": self = .equal
        case "<>": self = .notEqual
        case "=<": self = .lessOrEqual
        case "=>": self = .greaterOrEqual
        case let name: self.init(rawValue: name)
        }
    }

    func holds(_ left: Any?, _ right: Any?, _ options: String.CompareOptions) -> Bool {
        let left = left is NSNull ? nil : left
        let right = right is NSNull ? nil : right
        switch self {
        case .equal: return Self.areEqual(left, right, options)
        case .notEqual: return !Self.areEqual(left, right, options)
        case .less: return Self.order(left, right, options) == .orderedAscending
        case .lessOrEqual: return Self.order(left, right, options).map { $0 != .orderedDescending } ?? false
        case .greater: return Self.order(left, right, options) == .orderedDescending
        case .greaterOrEqual: return Self.order(left, right, options).map { $0 != .orderedAscending } ?? false
        case .beginsWith: return Self.find(right, in: left, options.union(.anchored))
        case .endsWith: return Self.find(right, in: left, options.union([.anchored, .backwards]))
        case .contains:
            guard left is String else { return Self.elements(left).contains { Self.areEqual($0, right, options) } }
            return Self.find(right, in: left, options)
        case .isIn: return PredicateOperator.contains.holds(right, left, options)
        case .like: return Self.match((right as? String).map(Self.expression(like:)), left, options)
        case .matches: return Self.match(right as? String, left, options)
        case .between:
            let bounds = Self.elements(right)
            guard bounds.count == 2 else { return false }
            return PredicateOperator.lessOrEqual.holds(bounds[0], left, options)
                && PredicateOperator.lessOrEqual.holds(left, bounds[1], options)
        }
    }

    private static func elements(_ collection: Any?) -> [Any] {
        if let set = collection as? NSSet { return set.allObjects }
        if let dictionary = collection as? [AnyHashable: Any] { return Array(dictionary.values) }
        return collection as? [Any] ?? (collection as? Set<AnyHashable>).map(Array.init) ?? []
    }

    private static func areEqual(_ left: Any?, _ right: Any?, _ options: String.CompareOptions) -> Bool {
        guard let left, let right else { return left == nil && right == nil }
        if let left = left as? String, let right = right as? String {
            return left.compare(right, options: options) == .orderedSame
        }
        if let left = left as? NSNumber, let right = right as? NSNumber { return left == right }
        return (left as AnyObject as? NSObject)?.isEqual(right as AnyObject) ?? false
    }

    /// - Returns: nil for values that have no order.
    private static func order(_ left: Any?, _ right: Any?, _ options: String.CompareOptions) -> ComparisonResult? {
        switch (left, right) {
        case (let left as NSNumber, let right as NSNumber): left.compare(right)
        case (let left as String, let right as String): left.compare(right, options: options)
        case (let left as Date, let right as Date): left.compare(right)
        default: nil
        }
    }

    private static func find(_ part: Any?, in whole: Any?, _ options: String.CompareOptions) -> Bool {
        guard let part = part as? String, let whole = whole as? String else { return false }
        return whole.range(of: part, options: options) != nil
    }

    /// Whether a regular expression matches the whole text.
    private static func match(_ pattern: String?, _ text: Any?, _ options: String.CompareOptions) -> Bool {
        guard var pattern, var text = text as? String else { return false }
        if options.contains(.diacriticInsensitive) {
            pattern = pattern.folding(options: .diacriticInsensitive, locale: nil)
            text = text.folding(options: .diacriticInsensitive, locale: nil)
        }
        var matching: NSRegularExpression.Options = [.dotMatchesLineSeparators]
        if options.contains(.caseInsensitive) { matching.insert(.caseInsensitive) }
        guard let expression = try? NSRegularExpression(pattern: "\\A(?:\(pattern))\\z", options: matching) else {
            return false
        }
        return expression.firstMatch(in: text, range: NSRange(text.startIndex..., in: text)) != nil
    }

    /// The regular expression of a pattern in which `?` is one character and `*` any number of them.
    private static func expression(like pattern: String) -> String {
        pattern.map { character in
            switch character {
            case "*": ".*"
            case "?": "."
            default: NSRegularExpression.escapedPattern(for: String(character))
            }
        }.joined()
    }
}
