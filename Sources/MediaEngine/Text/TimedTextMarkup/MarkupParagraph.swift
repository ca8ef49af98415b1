/// The text of a TTML paragraph while it is collected, with its ruby annotations.
struct MarkupParagraph {
    private var fragments: [MarkupFragment] = []
    private(set) var byteCount = 0
    private var annotations: [Int: String] = [:]
    /// The number of the base that is being collected.
    private var base: Int?
    private var nextBase = 0
    /// The first base of the container that is being collected.
    private var firstBase = 0
    /// The base that the next annotation belongs to.
    private var annotated = 0

    mutating func append(_ fragment: MarkupFragment) {
        var fragment = fragment
        fragment.base = base
        byteCount += fragment.text.utf8.count
        fragments.append(fragment)
    }

    mutating func beginContainer() {
        firstBase = nextBase
        annotated = firstBase
    }

    mutating func beginBase() {
        base = nextBase
        nextBase += 1
    }

    mutating func endBase() { base = nil }

    /// Begins a list of annotations for all bases of the container.
    mutating func beginAnnotations() { annotated = firstBase }

    /// Adds the annotation of the next base; those after the last base are joined with its annotation.
    mutating func addAnnotation(_ text: String) {
        let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard nextBase > firstBase, !words.isEmpty else { return }
        byteCount += words.utf8.count
        let place = min(annotated, nextBase - 1)
        annotations[place] = annotations[place].map { $0 + " " + words } ?? words
        annotated += 1
    }

    /// The pieces of the text with their annotations.
    var annotatedFragments: [MarkupFragment] {
        fragments.map { fragment in
            var fragment = fragment
            if let base = fragment.base, let text = annotations[base] {
                fragment.annotation = CaptionBlock.Annotation(base: base, text: text)
            }
            return fragment
        }
    }
}
