/// A kind of link that an app handles: a path, and the action and identifier that it stands for.
public struct DeepLinkRoute: Sendable, Hashable {
    enum Part: Sendable, Hashable {
        case text(String)
        case content
        case service
        /// Any text, which is ignored, such as a title.
        case any
    }

    let action: DeepLink.Action
    let path: [Part]
    let query: [String: Part]

    /// Creates a route from a template of a path and a query: `play/{content}`, `channel/{service}`, `title/{any}/{content}`,
    /// `watch?id={content}`.
    ///
    /// In links of a custom scheme, the host is the path's first segment: `app://play/1` and `app:play/1` are equal. A trap for an
    /// invalid template, because templates are written in the source.
    public init(_ template: String, _ action: DeepLink.Action) {
        let parts = template.split(separator: "?", maxSplits: 1)
        self.action = action
        path = (parts.first ?? "").split(separator: "/").map { Self.part($0) }
        let pairs = (parts.count > 1 ? parts[1] : "").split(separator: "&").map { pair in
            let sides = pair.split(separator: "=", maxSplits: 1)
            return (String(sides[0]), Self.part(sides.count > 1 ? sides[1] : "{any}"))
        }
        query = Dictionary(pairs, uniquingKeysWith: { first, _ in first })
        let identifiers = (path + query.values).filter { $0 == .content || $0 == .service }
        precondition(identifiers.count <= 1, "The route '\(template)' has more than one identifier.")
    }

    private static func part(_ text: Substring) -> Part {
        switch text {
        case "{content}": .content
        case "{service}": .service
        case "{any}": .any
        default: .text(String(text))
        }
    }

    enum Outcome {
        case other
        case found(DeepLink.Target)
        /// The parameter with the identifier is empty or repeated.
        case badIdentifier(String)
    }

    /// - Parameter segments: of the path, with the host of a custom scheme first.
    func match(_ segments: [String], _ parameters: [LinkText.Parameter]) -> Outcome {
        guard segments.count == path.count else { return .other }
        var target = DeepLink.Target.app
        for (part, segment) in zip(path, segments) {
            switch part {
            case .text(let text): guard text == segment else { return .other }
            case .any: break
            case .content, .service:
                guard !segment.isEmpty else { return .badIdentifier("the identifier in the path") }
                target = part == .content ? .content(segment) : .service(segment)
            }
        }
        for (name, part) in query {
            let values = parameters.filter { $0.name == name }.map(\.value)
            guard let value = values.first else { return .other }
            switch part {
            case .text(let text): guard values.allSatisfy({ $0 == text }) else { return .other }
            case .any: break
            case .content, .service:
                guard values.count == 1, !value.isEmpty else { return .badIdentifier(name) }
                target = part == .content ? .content(value) : .service(value)
            }
        }
        return .found(target)
    }
}
