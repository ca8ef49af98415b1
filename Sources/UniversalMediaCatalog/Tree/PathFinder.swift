/// Builds the paths of nodes of one tree, reading the children of each element once. Not thread-safe.
package struct PathFinder {
    private struct Steps {
        /// Positions among the siblings of the same name, from 1.
        var positions: [Int: Int] = [:]
        var counts: [String: Int] = [:]
    }

    /// Steps by the index of the parent.
    private var known: [Int: Steps] = [:]
    /// Number of children read so far.
    package private(set) var visitCount = 0

    package init() {}

    /// Returns the path of a node below the root of the tree, such as `title[2]`; empty for the root.
    package mutating func path(of node: FeedNode) -> String {
        var steps: [String] = []
        var node = node
        while let parent = node.parent {
            let spelling = node.spelling
            let all = self.steps(in: parent)
            let count = all.counts[spelling] ?? 1
            steps.append(count > 1 ? "\(spelling)[\(all.positions[node.index] ?? 1)]" : spelling)
            node = parent
        }
        return steps.reversed().joined(separator: "/")
    }

    private mutating func steps(in parent: FeedNode) -> Steps {
        if let steps = known[parent.index] { return steps }
        var steps = Steps()
        for child in parent.children {
            visitCount += 1
            let position = steps.counts[child.spelling, default: 0] + 1
            steps.counts[child.spelling] = position
            steps.positions[child.index] = position
        }
        known[parent.index] = steps
        return steps
    }
}
