import Foundation

/// The reason why a format is not a predicate.
struct PredicateError: Error {
    var message: String
}

/// Parses the formats of predicates by recursive descent.
struct PredicateParser {
    /// The maximum depth of nested conditions.
    static let maximumDepth = 100

    private enum Token: Equatable {
        case word(String)
        case text(String)
        case number(String)
        case argument
        case keyArgument
        case symbol(String)
        case end

        var description: String {
            switch self {
            case .word(let text), .number(let text), .symbol(let text): "'\(text)'"
            case .text(let text): "\"\(text)\""
            case .argument, .keyArgument: "an argument"
            case .end: "the end"
            }
        }
    }

    private var tokens: ArraySlice<Token>
    private var arguments: ArraySlice<Any>
    private var depth = 0

    static func parse(_ format: String, _ arguments: [Any]) throws(PredicateError) -> PredicateCondition {
        var parser = PredicateParser(tokens: try tokens(format)[...], arguments: arguments[...])
        let condition = try parser.alternatives()
        guard parser.next == .end else {
            throw PredicateError(message: "unexpected \(parser.next.description) after a complete condition")
        }
        return condition
    }

    // MARK: Conditions

    private var next: Token { tokens.first ?? .end }

    private mutating func take() -> Token {
        defer { tokens = tokens.dropFirst() }
        return next
    }

    /// Takes the next token if it is one of the given words or symbols.
    private mutating func take(_ names: String...) -> Bool {
        switch next {
        case .word(let text), .symbol(let text):
            guard names.contains(text.uppercased()) else { return false }
            tokens = tokens.dropFirst()
            return true
        default: return false
        }
    }

    private mutating func alternatives() throws(PredicateError) -> PredicateCondition {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.maximumDepth else {
            throw PredicateError(message: "more than \(Self.maximumDepth) nested conditions (limit maximumDepth)")
        }
        var conditions = [try conjunction()]
        while take("OR", "||") { conditions.append(try conjunction()) }
        return conditions.count == 1 ? conditions[0] : .any(conditions)
    }

    private mutating func conjunction() throws(PredicateError) -> PredicateCondition {
        var conditions = [try negation()]
        while take("AND", "&&") { conditions.append(try negation()) }
        return conditions.count == 1 ? conditions[0] : .all(conditions)
    }

    private mutating func negation() throws(PredicateError) -> PredicateCondition {
        var isNegated = false
        while take("NOT", "!") { isNegated.toggle() }
        let condition = try primary()
        return isNegated ? .not(condition) : condition
    }

    private mutating func primary() throws(PredicateError) -> PredicateCondition {
        if take("TRUEPREDICATE") { return .constant(true) }
        if take("FALSEPREDICATE") { return .constant(false) }
        if take("(") {
            let condition = try alternatives()
            guard take(")") else { throw PredicateError(message: "expected ')' instead of \(next.description)") }
            return condition
        }
        let left = try expression()
        let relation = try relation()
        let options = try options()
        return .comparison(left, relation, try expression(), options)
    }

    private mutating func relation() throws(PredicateError) -> PredicateOperator {
        switch take() {
        case .word(let text), .symbol(let text):
            if let relation = PredicateOperator(text) { return relation }
            throw PredicateError(message: "expected a comparison instead of '\(text)'")
        case let token: throw PredicateError(message: "expected a comparison instead of \(token.description)")
        }
    }

    /// The options of a comparison of texts, such as `[cd]`.
    private mutating func options() throws(PredicateError) -> String.CompareOptions {
        guard take("[") else { return [] }
        guard case .word(let letters) = take(), take("]") else {
            throw PredicateError(message: "expected options such as [cd]")
        }
        var options: String.CompareOptions = []
        for letter in letters.lowercased() {
            switch letter {
            case "c": options.insert(.caseInsensitive)
            case "d": options.insert(.diacriticInsensitive)
            // Texts are compared without regard to the locale in any case.
            case "n", "l": break
            default: throw PredicateError(message: "unknown option '\(letter)' of a comparison")
            }
        }
        return options
    }

    // MARK: Expressions

    private mutating func expression() throws(PredicateError) -> PredicateExpression {
        switch take() {
        case .text(let text): return .constant(text)
        case .number(let digits):
            if let number = Int(digits) { return .constant(NSNumber(value: number)) }
            return .constant(Double(digits).map { NSNumber(value: $0) })
        case .argument: return .constant(KeyValueCoding.objectValue(of: try argument()))
        case .keyArgument:
            guard let path = try argument() as? String else {
                throw PredicateError(message: "the argument of %K is not a text")
            }
            return .path(path)
        case .symbol("{"): return .list(try list())
        case .word(let word):
            switch word.uppercased() {
            case "SELF": return .object
            case "TRUE", "YES": return .constant(NSNumber(value: true))
            case "FALSE", "NO": return .constant(NSNumber(value: false))
            case "NIL", "NULL": return .constant(nil)
            case "ANY", "ALL", "SOME", "NONE", "SUBQUERY", "FUNCTION", "CAST":
                guard !isFollowedByOperand else {
                    throw PredicateError(message: "'\(word)' is not supported; filter the collection with a closure")
                }
                return .path(word)
            default: return .path(word)
            }
        case let token: throw PredicateError(message: "expected a value instead of \(token.description)")
        }
    }

    /// Whether the next token is part of the same value: words such as ANY are names of properties, too.
    private var isFollowedByOperand: Bool {
        switch next {
        case .word(let text): PredicateOperator(text) == nil
        case .symbol(let text): text == "("
        case .text, .number, .argument, .keyArgument: true
        case .end: false
        }
    }

    private mutating func list() throws(PredicateError) -> [PredicateExpression] {
        var elements: [PredicateExpression] = []
        while !take("}") {
            if !elements.isEmpty, !take(",") {
                throw PredicateError(message: "expected ',' or '}' instead of \(next.description)")
            }
            guard next != .symbol("{") else { throw PredicateError(message: "a list contains a list") }
            elements.append(try expression())
        }
        return elements
    }

    private mutating func argument() throws(PredicateError) -> Any {
        guard let value = arguments.popFirst() else {
            throw PredicateError(message: "it has more specifiers than there are arguments")
        }
        return value
    }

    // MARK: Tokens

    private static func tokens(_ format: String) throws(PredicateError) -> [Token] {
        var rest = Substring(format)
        var tokens: [Token] = []
        while let first = rest.first {
            if first.isWhitespace {
                rest = rest.dropFirst()
            } else if first == "\"" || first == "'" {
                tokens.append(.text(try quoted(&rest)))
            } else if first == "%" {
                tokens.append(try specifier(&rest))
            } else if first.isNumber || (first == "-" && rest.dropFirst().first?.isNumber == true) {
                let digits = rest.prefix { $0.isNumber || "+-.eExXabcdefABCDEF".contains($0) }
                guard Double(String(digits)) != nil else {
                    throw PredicateError(message: "'\(digits)' is not a number")
                }
                tokens.append(.number(String(digits)))
                rest = rest.dropFirst(digits.count)
            } else if isWord(first) || first == "#" {
                let word = rest.prefix { isWord($0) || $0.isNumber || $0 == "." || $0 == "#" }
                tokens.append(.word(word.filter { $0 != "#" }))
                rest = rest.dropFirst(word.count)
            } else {
                let pairs: [String] = ["==", "!=", "<=", ">=", "<>", "=<", "=>", "&&", "||"]
                let symbol = pairs.first { rest.hasPrefix($0) } ?? String(first)
                guard pairs.contains(symbol) || "=<>!()[]{},".contains(first) else {
                    throw PredicateError(message: "unexpected '\(first)'")
                }
                tokens.append(.symbol(symbol))
                rest = rest.dropFirst(symbol.count)
            }
        }
        return tokens
    }

    private static func isWord(_ character: Character) -> Bool {
        character.isLetter || character == "_" || character == "@" || character == "$"
    }

    private static func quoted(_ rest: inout Substring) throws(PredicateError) -> String {
        let mark = rest.removeFirst()
        var text = ""
        while let character = rest.popFirst() {
            if character == mark { return text }
            text.append(character == "\\" ? rest.popFirst() ?? character : character)
        }
        throw PredicateError(message: "the quotation mark before '\(text.prefix(20))' is not closed")
    }

    private static func specifier(_ rest: inout Substring) throws(PredicateError) -> Token {
        rest = rest.dropFirst()
        let modifiers = rest.prefix { "hlqLzjt".contains($0) }
        rest = rest.dropFirst(modifiers.count)
        switch rest.popFirst() {
        case "K": return .keyArgument
        case "@", "d", "D", "i", "u", "U", "x", "X", "o", "O", "f", "F", "g", "G", "e", "E", "c", "C", "s", "S":
            return .argument
        case let other:
            throw PredicateError(message: "unknown specifier '%\(other.map(String.init) ?? "")'")
        }
    }
}
