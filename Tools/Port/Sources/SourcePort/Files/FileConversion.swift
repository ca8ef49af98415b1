import Foundation
import Synchronization

/// The conversion of a set of files, which are parsed and converted in parallel.
public struct FileConversion: Sendable {
    /// One for each file that could be read, in the order of the files.
    public let conversions: [Conversion]
    /// Findings of all files, those of unreadable files included.
    public let findings: [Finding]

    /// - Parameter workers: the number of threads.
    public init(
        files: [String], settings: Settings, workers: Int = ProcessInfo.processInfo.activeProcessorCount
    ) {
        let sources = Self.concurrently(files, workers: workers, Self.read)
        let readable = sources.compactMap { try? $0.get() }
        let index = DeclarationIndex(of: readable)
        conversions = Self.concurrently(readable, workers: workers) { source in
            Conversion(source, index: index, settings: settings)
        }
        let unreadable = sources.compactMap { result -> Finding? in
            if case .failure(let failure) = result { failure.finding } else { nil }
        }
        findings = unreadable + conversions.flatMap(\.findings)
    }

    private struct ReadFailure: Error {
        let finding: Finding
    }

    private static func read(_ file: String) -> Result<ParsedSource, ReadFailure> {
        let data: Data
        do {
            data = try Data(contentsOf: URL(fileURLWithPath: file))
        } catch {
            return .failure(
                ReadFailure(
                    finding: Finding(
                        .error, .input, file: file, message: "the file cannot be read: \(error.localizedDescription)",
                        suggestion: "check the path and its permissions")))
        }
        guard let text = String(validating: data, as: UTF8.self) else {
            return .failure(
                ReadFailure(
                    finding: Finding(
                        .error, .input, file: file, message: "the file is left as it was: it is not encoded in UTF-8",
                        suggestion: "save the file in UTF-8")))
        }
        return .success(ParsedSource(text, file: file))
    }

    /// Returns the results of `body` in the order of `items`.
    ///
    /// Threads with large stacks: a deeply nested expression needs more than the stack of a thread of Dispatch.
    private static func concurrently<Item: Sendable, Output: Sendable>(
        _ items: [Item], workers: Int, _ body: @escaping @Sendable (Item) -> Output
    ) -> [Output] {
        let work = Work(items: items, body: body)
        let finished = DispatchGroup()
        for _ in 0..<max(1, min(workers, items.count)) {
            finished.enter()
            let thread = Thread {
                work.run()
                finished.leave()
            }
            thread.stackSize = stackSize
            thread.start()
        }
        finished.wait()
        return work.results
    }

    private static let stackSize = 256 << 20

    private final class Work<Item: Sendable, Output: Sendable>: Sendable {
        private let items: [Item]
        private let body: @Sendable (Item) -> Output
        private let next = Atomic(0)
        private let outputs: Mutex<[Output?]>

        init(items: [Item], body: @escaping @Sendable (Item) -> Output) {
            self.items = items
            self.body = body
            outputs = Mutex(Array(repeating: nil, count: items.count))
        }

        func run() {
            while true {
                let index = next.add(1, ordering: .relaxed).oldValue
                guard index < items.count else { return }
                let output = body(items[index])
                outputs.withLock { $0[index] = output }
            }
        }

        /// Complete once every thread has ended.
        var results: [Output] { outputs.withLock { $0.compactMap(\.self) } }
    }
}
