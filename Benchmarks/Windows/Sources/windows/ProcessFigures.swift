import Foundation

/// The resources that the process uses.
struct ProcessFigures: CustomStringConvertible {
    var kilobytes = 0
    /// Without the threads of Dispatch's pool, which come and go.
    var threads = 0
    var descriptors = 0

    static var now: ProcessFigures {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let resident = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        return ProcessFigures(
            kilobytes: resident?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) } ?? 0,
            threads: names.count { !$0.contains("-qos") },
            descriptors: (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0)
    }

    static func count(ofThreads name: String) -> Int { names.count { $0.hasPrefix(name) } }

    /// The number of threads by name.
    static var threadNames: String {
        Dictionary(grouping: names) { $0 }.sorted { $0.key < $1.key }.map { "\($0.value.count) \($0.key)" }
            .joined(separator: ", ")
    }

    private static var names: [String] {
        let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
        return tasks.compactMap {
            try? String(contentsOfFile: "/proc/self/task/\($0)/comm", encoding: .utf8)
                .trimmingCharacters(in: .whitespacesAndNewlines)
        }
    }

    var description: String { "\(kilobytes / 1024) MB, \(threads) threads, \(descriptors) descriptors" }
}
