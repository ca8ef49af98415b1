import Foundation

/// What the process holds.
struct ProcessFigures: CustomStringConvertible {
    var megabytes = 0
    var threads = 0
    var descriptors = 0

    static var now: ProcessFigures {
        func field(_ name: String) -> Int {
            let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
            let line = status.split(separator: "\n").first { $0.hasPrefix(name + ":") }
            return line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) } ?? 0
        }
        let open = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
        return ProcessFigures(megabytes: field("VmRSS") / 1024, threads: field("Threads"), descriptors: open)
    }

    var description: String { "\(megabytes) MB, \(threads) threads, \(descriptors) descriptors" }
}
