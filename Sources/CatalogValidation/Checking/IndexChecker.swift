import Foundation
import Synchronization

/// Applies the rules for the index of all feeds, several at once if the index is large.
struct IndexChecker {
    let rules: [any IndexRule]
    /// Number of threads that apply rules to a large index.
    let threads: Int

    /// Number of items from which on further threads save more time than starting them takes.
    var itemsOfLargeIndex = 20_000

    /// Returns the findings of all rules, in the order of the rules.
    func findings(_ index: FeedIndex, maximumPerRule: Int, disabled: RuleSet) -> IndexFindings {
        let none = IndexFindings(maximumPerRule: maximumPerRule, disabled: disabled)
        guard threads > 1, index.itemCount >= itemsOfLargeIndex else {
            var findings = none
            for rule in rules { rule.check(index, &findings) }
            return findings
        }
        return concurrentFindings(index, none)
    }

    /// - Parameter none: a list of findings that is empty.
    private func concurrentFindings(_ index: FeedIndex, _ none: IndexFindings) -> IndexFindings {
        // Safe: rules only read the index.
        nonisolated(unsafe) let index = index
        let next = Atomic(0)
        let results = Mutex(Results(parts: [IndexFindings?](repeating: nil, count: rules.count)))
        DispatchQueue.concurrentPerform(iterations: threads) { _ in
            while true {
                let number = next.add(1, ordering: .relaxed).oldValue
                guard number < rules.count else { return }
                var findings = none
                rules[number].check(index, &findings)
                results.withLock { $0.parts[number] = findings }
            }
        }
        return results.withLock { $0.joined(none) }
    }

    /// The findings of each rule.
    private struct Results {
        var parts: [IndexFindings?]

        /// Appends the findings of each rule to a list, and frees the memory that they took.
        mutating func joined(_ none: IndexFindings) -> IndexFindings {
            var all = none
            all.reserve(parts.reduce(0) { $0 + ($1?.entries.count ?? 0) })
            for number in parts.indices {
                if let part = parts[number].take() { all.append(part) }
            }
            return all
        }
    }
}

extension FeedIndex {
    /// Number of items of all catalogs and availability feeds.
    fileprivate var itemCount: Int {
        catalogs.reduce(0) { $0 + $1.entries.count } + availabilities.reduce(0) { $0 + $1.entries.count }
    }
}
