import Foundation

/// The resources that the process uses.
struct ProcessFigures: CustomStringConvertible {
    var megabytes = 0
    /// The part of the memory that is not backed by a file.
    var anonymousMegabytes = 0
    /// The part of the memory that is allocated and not freed.
    var megabytesInUse = 0
    var threads = 0
    var descriptors = 0

    static var now: ProcessFigures {
        func field(_ name: String) -> Int {
            let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
            let line = status.split(separator: "\n").first { $0.hasPrefix(name + ":") }
            return line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) } ?? 0
        }
        let open = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
        return ProcessFigures(
            megabytes: field("VmRSS") / 1024, anonymousMegabytes: field("RssAnon") / 1024,
            megabytesInUse: Heap.bytesInUse >> 20,
            threads: field("Threads"), descriptors: open)
    }

    /// The number of threads by name.
    static var threadNames: String {
        let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
        let names = tasks.compactMap {
            try? String(contentsOfFile: "/proc/self/task/\($0)/comm", encoding: .utf8)
                .trimmingCharacters(in: .whitespacesAndNewlines)
        }
        return Dictionary(grouping: names) { $0 }.sorted { $0.key < $1.key }
            .map { "\($0.value.count) \($0.key)" }.joined(separator: ", ")
    }

    var description: String {
        "\(megabytes) MB (\(anonymousMegabytes) without a file, \(megabytesInUse) in use), \(threads) threads, \(descriptors) descriptors"
    }
}
