import CoreGraphics

/// A parsed string of Apple's visual format language for constraints, such as `H:|-[title(>=80)]-8-[button]|`.
struct VisualFormat {
    struct Predicate: Equatable {
        enum Object: Equatable {
            case number(CGFloat)
            case view(String)
        }
        var relation = NSLayoutConstraint.Relation.equal
        var object: Object
        var multiplier: CGFloat = 1
        var constant: CGFloat = 0
        var priority = UILayoutPriority.required
    }

    enum Item: Equatable {
        case superview
        case view(String, [Predicate])
    }

    enum Connection: Equatable {
        case flush
        case standard
        case predicates([Predicate])
    }

    /// A syntax error in a visual format string, with its position.
    struct Problem: Error, CustomStringConvertible {
        var reason: String
        var format: String
        var offset: Int
        var description: String {
            "\(reason) at character \(offset + 1) of the visual format \"\(format)\"."
        }
    }

    /// The maximum length of a format string in bytes; longer strings are rejected.
    static let maximumLength = 4096

    private(set) var axis = NSLayoutConstraint.Axis.horizontal
    private(set) var items: [Item] = []
    /// The connections between adjacent items; one fewer than `items`.
    private(set) var connections: [Connection] = []

    /// - Parameter metric: returns the value of a metric name; nil for other names.
    init(_ format: String, metric: @escaping (String) -> CGFloat?) throws(Problem) {
        var parser = Parser(format: format, metric: metric)
        if format.utf8.count > Self.maximumLength {
            throw parser.problem("The format is longer than \(Self.maximumLength) bytes")
        }
        if parser.take("H:") {
        } else if parser.take("V:") {
            axis = .vertical
        }
        try read(&parser)
    }

    private mutating func read(_ parser: inout Parser) throws(Problem) {
        if parser.take("|") {
            items.append(.superview)
            connections.append(try parser.connection())
        }
        while true {
            items.append(try parser.view())
            if parser.isAtEnd { return }
            connections.append(try parser.connection())
            if parser.take("|") {
                items.append(.superview)
                guard parser.isAtEnd else { throw parser.problem("Unexpected text after the superview's edge") }
                return
            }
        }
    }

    private struct Parser {
        let format: String
        let metric: (String) -> CGFloat?
        private let characters: [Character]
        private var place = 0

        init(format: String, metric: @escaping (String) -> CGFloat?) {
            self.format = format
            self.metric = metric
            characters = format.filter { $0 != " " && $0 != "\n" && $0 != "\t" }.map { $0 }
        }

        var isAtEnd: Bool { place >= characters.count }
        func problem(_ reason: String) -> Problem { Problem(reason: reason, format: format, offset: place) }

        mutating func take(_ text: String) -> Bool {
            let wanted = Array(text)
            guard place + wanted.count <= characters.count,
                Array(characters[place..<place + wanted.count]) == wanted
            else { return false }
            place += wanted.count
            return true
        }

        mutating func view() throws(Problem) -> Item {
            guard take("[") else { throw problem("Expected a view in brackets") }
            guard let name = name() else { throw problem("Expected the name of a view") }
            let predicates = take("(") ? try list() : []
            guard take("]") else { throw problem("Expected a closing bracket after a view") }
            return .view(name, predicates)
        }

        mutating func connection() throws(Problem) -> Connection {
            guard take("-") else { return .flush }
            if !isAtEnd, characters[place] == "[" || characters[place] == "|" { return .standard }
            let predicates = take("(") ? try list() : [try predicate(isDistance: true)]
            guard take("-") else { throw problem("Expected a hyphen after a distance") }
            return .predicates(predicates)
        }

        /// Parses a list of predicates up to the closing parenthesis.
        private mutating func list() throws(Problem) -> [Predicate] {
            var found = [try predicate()]
            while take(",") { found.append(try predicate()) }
            guard take(")") else { throw problem("Expected a closing parenthesis after a list of predicates") }
            return found
        }

        private mutating func predicate(isDistance: Bool = false) throws(Problem) -> Predicate {
            var relation = NSLayoutConstraint.Relation.equal
            if take("==") {
            } else if take("<=") {
                relation = .lessThanOrEqual
            } else if take(">=") {
                relation = .greaterThanOrEqual
            }
            var made = Predicate(relation: relation, object: try object())
            if take("*") { made.multiplier = try number() }
            // In a distance, a hyphen is not a minus sign but leads to the next view.
            if case .view = made.object, !isDistance {
                if take("+") { made.constant = try number() } else if take("-") { made.constant = -(try number()) }
            }
            if take("@") { made.priority = UILayoutPriority(Float(try number())) }
            return made
        }

        private mutating func object() throws(Problem) -> Predicate.Object {
            if let literal = literal() { return .number(literal) }
            guard let name = name() else { throw problem("Expected a number or a name") }
            return metric(name).map { .number($0) } ?? .view(name)
        }

        private mutating func number() throws(Problem) -> CGFloat {
            if let literal = literal() { return literal }
            let start = place
            if let name = name(), let value = metric(name) { return value }
            place = start
            throw problem("Expected a number or the name of a metric")
        }

        private mutating func literal() -> CGFloat? {
            var end = place
            if end < characters.count, characters[end] == "-" || characters[end] == "+" { end += 1 }
            while end < characters.count, characters[end].isASCII, characters[end].isNumber || characters[end] == "." {
                end += 1
            }
            guard let value = Double(String(characters[place..<end])), value.isFinite else { return nil }
            place = end
            return CGFloat(value)
        }

        private mutating func name() -> String? {
            var end = place
            while end < characters.count, characters[end].isLetter || characters[end].isNumber || characters[end] == "_"
            {
                end += 1
            }
            guard end > place, !characters[place].isNumber else { return nil }
            defer { place = end }
            return String(characters[place..<end])
        }
    }
}
