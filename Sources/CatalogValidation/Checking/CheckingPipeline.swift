import Foundation
import Synchronization
import UniversalMediaCatalog

/// Reads a feed on one thread, checks its batches on other threads, and delivers the results in document order.
final class CheckingPipeline {
    private let source: any ByteSource
    private let limits: ReadingLimits
    private let threads: Int
    private let checker: ItemChecker
    private let file: String
    private let maximumPerRule: Int
    private let saturated: Mutex<RuleSet>

    /// - Parameter saturated: rules that have reached their limit of reported findings already.
    init(
        source: any ByteSource, limits: ReadingLimits, threads: Int, checker: ItemChecker, file: String,
        maximumPerRule: Int, saturated: RuleSet = []
    ) {
        self.source = source
        self.limits = limits
        self.threads = threads
        self.checker = checker
        self.file = file
        self.maximumPerRule = maximumPerRule
        self.saturated = Mutex(saturated)
    }

    /// Notes that rules have reached their limit of reported findings: their further findings are only counted.
    func saturate(_ rules: RuleSet) { saturated.withLock { $0.formUnion(rules) } }

    private enum Output: @unchecked Sendable {
        // Safe: one thread puts a value and one other takes it, and neither retains a reference in between.
        case result(ItemChecker.BatchResult)
        case document(FeedDocument)
    }

    /// - Parameter handle: called on the calling thread; returns whether to continue.
    func run(_ handle: (ItemChecker.BatchResult) -> Bool) -> FeedDocument {
        let batches = BoundedQueue<FeedBatch>(limit: threads + 1)
        let outputs = BoundedQueue<Output>(limit: .max)
        // Limit how far the reader may run ahead of `handle`: while one batch is slow, the results of later ones must not pile up.
        let room = DispatchSemaphore(value: 2 * threads + 2)
        let wantsMore = Flag()
        start("feed reader") { [self] in
            let document = FeedParser.run(source: source, limits: limits) { batch in
                room.wait()
                return wantsMore.isSet && batches.put(batch)
            }
            batches.close()
            _ = outputs.put(.document(document))
        }
        for number in 1...threads {
            start("feed checker \(number)") { [self] in
                while let batch = batches.take() {
                    let known = saturated.withLock { $0 }
                    let result = checker.check(batch, file: file, maximumPerRule: maximumPerRule, saturated: known)
                    _ = outputs.put(.result(result))
                }
            }
        }
        var waiting: [Int: ItemChecker.BatchResult] = [:]
        var next = 0
        var document: FeedDocument?
        var batchCount: Int?
        while document == nil || next < batchCount ?? 0 {
            guard let output = outputs.take() else { break }
            switch output {
            case .document(let whole):
                document = whole
                batchCount = whole.batchCount
            case .result(let result): waiting[result.sequence] = result
            }
            while let result = waiting.removeValue(forKey: next) {
                next += 1
                room.signal()
                if wantsMore.isSet, !handle(result) {
                    wantsMore.clear()
                    // The reader may be blocked on the semaphore.
                    for _ in 0..<2 { room.signal() }
                }
            }
        }
        return document ?? FeedDocument()
    }

    private func start(_ name: String, _ body: @escaping () -> Void) {
        // Safe: the body captures the queues, this object (whose state is locked) and values that only that thread uses.
        nonisolated(unsafe) let body = body
        let thread = Thread { body() }
        thread.name = name
        thread.stackSize = 4 << 20
        thread.start()
    }

    private final class Flag: Sendable {
        private let value = Atomic(true)
        var isSet: Bool { value.load(ordering: .acquiring) }
        func clear() { value.store(false, ordering: .releasing) }
    }
}
