extension SchemaWalker {
    /// A child element in the check of the order.
    struct Child {
        /// nil for a run of items that are not in the tree.
        var node: FeedNode?
        var name: ElementName
        var count = 1
    }

    func children(of node: FeedNode) -> [Child] { node.children.map { Child(node: $0, name: $0.name) } }

    /// Reports deviations in the order and number of child elements, but not inside the children.
    func explainChildren(
        _ parent: FeedNode, _ element: Int, _ children: [Child], _ mistakes: inout [SchemaMistake]
    ) {
        let described = program.elements[element]
        var counts = [Int](repeating: 0, count: described.slotCount)
        var known: [(child: Int, row: Int)] = []
        var unknown: Set<String> = []
        for (index, child) in children.enumerated() {
            guard let row = program.row(child.name, in: element) else {
                if let node = child.node {
                    guard unknown.insert(node.spelling).inserted else { continue }
                    mistakes.append(SchemaMistake(kind: .unknownElement, node: node, element: element))
                } else {
                    mistakes.append(SchemaMistake(kind: .unexpectedItems, node: parent, element: element))
                }
                continue
            }
            known.append((index, row))
            counts[program.elements[row].slot] += child.count
        }
        // Among many items and one other element, the other element is reported as misplaced.
        let weighed = known.flatMap { entry in
            repeatElement(entry, count: children[entry.child].node == nil ? 3 : 1)
        }
        explainOrder(parent, element, children, weighed, &mistakes)
        for slot in 0..<described.slotCount {
            let allowed = program.slots[described.firstSlot + slot]
            if counts[slot] > allowed.maximum {
                var left = allowed.maximum
                let surplus = known.first { entry in
                    guard program.elements[entry.row].slot == slot else { return false }
                    left -= children[entry.child].count
                    return left < 0
                }
                guard let surplus else { continue }
                mistakes.append(
                    SchemaMistake(
                        kind: .repeated, node: children[surplus.child].node ?? parent, element: surplus.row,
                        subject: described.firstSlot + slot, place: counts[slot]))
            } else if counts[slot] < allowed.minimum {
                mistakes.append(
                    SchemaMistake(kind: .missing, node: parent, element: element, subject: described.firstSlot + slot))
            }
        }
    }

    /// Reports the smallest set of elements that must be moved to restore the order.
    private func explainOrder(
        _ parent: FeedNode, _ element: Int, _ children: [Child], _ known: [(child: Int, row: Int)],
        _ mistakes: inout [SchemaMistake]
    ) {
        let slots = known.map { program.elements[$0.row].slot }
        guard !zip(slots, slots.dropFirst()).allSatisfy({ $0 <= $1 }) else { return }
        let stays = Self.longestOrdered(slots)
        let first = program.elements[element].firstSlot
        var said: Set<Int> = []
        for (index, entry) in known.enumerated() where !stays[index] && said.insert(entry.row).inserted {
            // The element conflicts with every element in correct position that is on its wrong side.
            func isConflict(_ other: Int) -> Bool {
                stays[other] && (other < index ? slots[other] > slots[index] : slots[other] < slots[index])
            }
            func isKnown(_ slot: Int) -> Bool { program.describedSlots[first + slot].isOrderKnown }
            let conflicts = known.indices.filter(isConflict)
            guard let nearest = conflicts.min(by: { abs($0 - index) < abs($1 - index) }) else { continue }
            let firm = conflicts.filter { isKnown(slots[$0]) }.min { abs($0 - index) < abs($1 - index) }
            let isFirm = firm != nil && isKnown(slots[index])
            let other = isFirm ? firm ?? nearest : nearest
            mistakes.append(
                SchemaMistake(
                    kind: other < index ? .misplacedBehind : .misplacedBefore,
                    node: children[entry.child].node ?? parent, element: entry.row, subject: first + slots[index],
                    other: known[other].row, isOrderKnown: isFirm))
        }
    }

    /// Returns, for each number, whether it belongs to the longest non-decreasing subsequence.
    static func longestOrdered(_ numbers: [Int]) -> [Bool] {
        // For each length minus one: the index of the smallest last element of a subsequence of that length.
        var ends: [Int] = []
        var previous = [Int](repeating: -1, count: numbers.count)
        for index in numbers.indices {
            var low = 0
            var high = ends.count
            while low < high {
                let middle = (low + high) / 2
                if numbers[ends[middle]] <= numbers[index] { low = middle + 1 } else { high = middle }
            }
            if low > 0 { previous[index] = ends[low - 1] }
            if low == ends.count { ends.append(index) } else { ends[low] = index }
        }
        var result = [Bool](repeating: false, count: numbers.count)
        var next = ends.last ?? -1
        while next >= 0 {
            result[next] = true
            next = previous[next]
        }
        return result
    }

    /// Checks the part of a feed outside its items.
    /// - Parameter runs: the runs of items, ordered by the index of their parent node.
    package func walkDocument(_ root: FeedNode, _ runs: [FeedDocument.ItemRun], _ mistakes: inout [SchemaMistake]) {
        guard let row = program.row(root.name, in: 0) else {
            mistakes.append(SchemaMistake(kind: .unknownElement, node: root, element: 0))
            return
        }
        var holders: Set<Int> = []
        for run in runs {
            var holder: FeedNode? = root.tree[run.parent]
            while let node = holder, holders.insert(node.index).inserted { holder = node.parent }
        }
        walkLevel(root, row, Runs(byParent: Dictionary(grouping: runs, by: \.parent), holders: holders), &mistakes)
    }

    private struct Runs {
        let byParent: [Int: [FeedDocument.ItemRun]]
        /// Nodes that contain items at any depth.
        let holders: Set<Int>
    }

    private func walkLevel(_ node: FeedNode, _ element: Int, _ runs: Runs, _ mistakes: inout [SchemaMistake]) {
        guard runs.holders.contains(node.index) else { return walk(node, element, &mistakes) }
        checkAttributes(node.tree, node.index, element, program.elements[element], &mistakes)
        // Text before and between items.
        if node.isMixed || !node.text.isBlank {
            mistakes.append(SchemaMistake(kind: .text, node: node, element: element))
        }
        var children: [Child] = []
        var rest = (runs.byParent[node.index] ?? [])[...]
        for child in node.children {
            while let run = rest.first, run.nextNode <= child.index {
                children.append(Child(node: nil, name: .item, count: run.count))
                rest.removeFirst()
            }
            children.append(Child(node: child, name: child.name))
            if let row = program.row(child.name, in: element) { walkLevel(child, row, runs, &mistakes) }
        }
        for run in rest { children.append(Child(node: nil, name: .item, count: run.count)) }
        explainChildren(node, element, children, &mistakes)
    }
}
