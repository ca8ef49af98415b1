/// A part of the text of a cue (W3C WebVTT section 6.4).
public indirect enum WebVTTNode: Sendable, Hashable {
    case text(String)
    /// The time in nanoseconds, on the file's own timeline, from which the text after it is current.
    case timestamp(Int64)
    case element(WebVTTElement)

    /// The timestamps of the node and of those within it, in nanoseconds, in the order of the text.
    var timestamps: [Int64] {
        switch self {
        case .text: []
        case .timestamp(let time): [time]
        case .element(let element): element.children.flatMap(\.timestamps)
        }
    }
}

/// A tag in the text of a cue, with the text within it.
public struct WebVTTElement: Sendable, Hashable {
    public enum Tag: String, Sendable, Hashable {
        /// A span with classes only.
        case span = "c"
        case italic = "i"
        case bold = "b"
        case underline = "u"
        case ruby
        case rubyText = "rt"
        case voice = "v"
        case language = "lang"
    }

    public var tag: Tag
    public var classes: [String]
    /// The speaker of a voice, or the BCP 47 tag of a language; empty for other tags.
    public var annotation: String
    public var children: [WebVTTNode]

    public init(_ tag: Tag, classes: [String] = [], annotation: String = "", children: [WebVTTNode] = []) {
        self.tag = tag
        self.classes = classes
        self.annotation = annotation
        self.children = children
    }
}
