import Foundation
import ReportText

/// Prints events as JSON, one object a line, when `isOn` is true.
struct EventPrinter {
    let isOn: Bool

    /// - Parameter position: seconds of the item's time; nil while it is unknown.
    func print(_ event: String, position: Double?, _ fields: [(String, JSONText)] = []) {
        guard isOn else { return }
        let head: [(String, JSONText)] = [
            ("event", .text(event)), ("ms", .integer(ProcessAge.milliseconds)), ("position", JSONText(position)),
        ]
        write(.object(head + fields))
    }

    /// Prints the answer to a command of `--control`. An `error` among the fields is printed in place of the command's, so that the object has
    /// one only.
    func answer(id: JSONText, error: String?, position: Double?, _ fields: [(String, JSONText)] = []) {
        print("done", position: position, Self.members(id: id, error: error, fields))
    }

    static func members(id: JSONText, error: String?, _ fields: [(String, JSONText)]) -> [(String, JSONText)] {
        let own = fields.contains { $0.0 == "error" } ? [] : [("error", JSONText(error))]
        return [("id", id), ("ok", .boolean(error == nil))] + own + fields
    }

    private func write(_ value: JSONText) {
        StandardOutput.write(Data((value.description + "\n").utf8))
    }
}

/// The time since the process was started by the kernel, which is earlier than the first Swift code.
enum ProcessAge {
    static var milliseconds: Int {
        Int(((bootSeconds() - startSeconds) * 1000).rounded(.down))
    }

    /// The start time of the process, in seconds since boot; the kernel's resolution is 10 ms.
    private static let startSeconds: Double = {
        guard let text = try? String(contentsOfFile: "/proc/self/stat", encoding: .utf8),
            let end = text.lastIndex(of: ")")
        else { return bootSeconds() }
        let fields = text[end...].split(separator: " ")
        let ticksPerSecond = Double(max(1, sysconf(Int32(_SC_CLK_TCK))))
        guard fields.count > 20, let ticks = Double(fields[20]) else { return bootSeconds() }
        return ticks / ticksPerSecond
    }()

    private static func bootSeconds() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_BOOTTIME, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
