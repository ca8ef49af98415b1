/// Says where nodes of one tree stand, looking at the children of each element once. Of one thread.
package struct PathFinder {
    private struct Steps {
        /// Among the children of its parent that are called like it, from 1.
        var positions: [Int: Int] = [:]
        var counts: [String: Int] = [:]
    }

    /// By index of the parent.
    private var known: [Int: Steps] = [:]
    /// Children that have been looked at so far.
    package private(set) var looks = 0

    package init() {}

    /// The steps to a node below the tree's top, such as `title[2]`; empty for the top.
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
            looks += 1
            let position = steps.counts[child.spelling, default: 0] + 1
            steps.counts[child.spelling] = position
            steps.positions[child.index] = position
        }
        known[parent.index] = steps
        return steps
    }
}
