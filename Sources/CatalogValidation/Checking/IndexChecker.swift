import Foundation
import Synchronization

/// Applies the rules for the index of all feeds, several at once if the index is large.
struct IndexChecker {
    let rules: [any IndexRule]
    /// Number of threads that apply rules to a large index.
    let threads: Int

    /// Number of items from which on further threads take less time than starting them.
    static let itemsOfLargeIndex = 20_000

    /// Returns the findings of all rules, in the order of the rules.
    func findings(_ index: FeedIndex, maximumPerRule: Int, disabled: RuleSet) -> IndexFindings {
        let none = IndexFindings(maximumPerRule: maximumPerRule, disabled: disabled)
        guard threads > 1, index.itemCount >= Self.itemsOfLargeIndex else {
            var findings = none
            for rule in rules { rule.check(index, &findings) }
            return findings
        }
        return concurrentFindings(index, none)
    }

    /// - Parameter none: a list of findings that is empty.
    private func concurrentFindings(_ index: FeedIndex, _ none: IndexFindings) -> IndexFindings {
        // Safe: rules only read the index, and each list of findings belongs to one thread until all have ended.
        nonisolated(unsafe) let (index, none) = (index, none)
        let next = Atomic(0)
        let results = Mutex(Results(parts: [IndexFindings?](repeating: nil, count: rules.count)))
        DispatchQueue.concurrentPerform(iterations: threads) { _ in
            while true {
                let number = next.add(1, ordering: .relaxed).oldValue
                guard number < rules.count else { return }
                nonisolated(unsafe) var findings = none
                rules[number].check(index, &findings)
                results.withLock { $0.parts[number] = findings }
            }
        }
        var all = none
        for part in results.withLock({ $0.parts }) { if let part { all.append(part) } }
        return all
    }

    /// The findings of each rule.
    private struct Results: @unchecked Sendable {
        // Safe: all access is locked, and no thread keeps a reference to what it has put in.
        var parts: [IndexFindings?]
    }
}

extension FeedIndex {
    /// Number of items of all catalogs and availability feeds.
    fileprivate var itemCount: Int {
        catalogs.reduce(0) { $0 + $1.entries.count } + availabilities.reduce(0) { $0 + $1.entries.count }
    }
}
