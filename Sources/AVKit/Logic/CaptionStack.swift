import CoreGraphics

/// The places of captions without a position: each at the lowest free place. A caption stays there while it is displayed, also when one below
/// it ends (W3C WebVTT section 7.2).
struct CaptionStack {
    /// What the places depend on; another value forgets them.
    struct Surroundings: Equatable {
        var area: CGRect
        var lowest: CGFloat
        var fontSize: CGFloat
    }

    private var surroundings: Surroundings?
    /// The lower edges of captions by their texts.
    private var bottoms: [String: CGFloat] = [:]
    private var present: [String: CGFloat] = [:]

    mutating func begin(_ surroundings: Surroundings) {
        if self.surroundings != surroundings { bottoms = [:] }
        self.surroundings = surroundings
        present = [:]
    }

    /// Forgets the captions that are not displayed any more.
    mutating func end() { bottoms = present }

    /// Returns the indices of captions in the order in which they take their places: those that have one come first.
    func order(_ texts: [String]) -> [Int] {
        texts.indices.filter { bottoms[texts[$0]] != nil } + texts.indices.filter { bottoms[texts[$0]] == nil }
    }

    /// Returns the lower edge for a caption.
    /// - Parameters:
    ///   - candidates: lower edges from the lowest to the highest.
    ///   - overlap: how much of other captions a caption with a lower edge covers; 0: the place is free.
    mutating func bottom(for text: String, candidates: [CGFloat], overlap: (CGFloat) -> CGFloat) -> CGFloat {
        let places = (bottoms[text].map { [$0] } ?? []) + candidates
        let bottom = places.first { overlap($0) == 0 } ?? places.min { overlap($0) < overlap($1) } ?? 0
        present[text] = bottom
        return bottom
    }
}
