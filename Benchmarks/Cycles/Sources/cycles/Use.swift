import Foundation

/// What the process holds.
struct Use {
    var residentKilobytes = 0
    var threads = 0
    var descriptors = 0

    static let allowedGrowthKilobytes = 10 * 1024
    /// Films that were closed last have ended by then.
    static let settlingSeconds = 3.0

    static func now() -> Use {
        var use = Use()
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        for line in status.split(separator: "\n") {
            let fields = line.split(whereSeparator: \.isWhitespace)
            guard fields.count > 1, let number = Int(fields[1]) else { continue }
            if fields[0] == "VmRSS:" { use.residentKilobytes = number }
        }
        let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
        for task in tasks {
            let name = (try? String(contentsOfFile: "/proc/self/task/\(task)/comm", encoding: .utf8)) ?? ""
            // Dispatch's pool grows and shrinks as it pleases.
            if !name.contains("-qos") { use.threads += 1 }
        }
        use.descriptors = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
        return use
    }

    var json: String {
        "{\"residentKilobytes\":\(residentKilobytes),\"threads\":\(threads),\"descriptors\":\(descriptors)}"
    }
}

/// The count of cycles, and the verdict at the end.
struct Tally {
    let count: Int
    var failures = 0
    var settled = Use()

    /// Cycles before the first look: caches, pools and the allocator have settled by then.
    var warmUp: Int { min(50, count / 2) }

    func tell(_ cycle: Int) {
        if cycle % 100 == 99 { FileHandle.standardError.write(Data("\(cycle + 1) \(Use.now().json)\n".utf8)) }
    }

    /// Prints the result and ends the program: 0 if nothing has grown and every film has played.
    func finish(_ end: Use) -> Never {
        let grown = end.residentKilobytes - settled.residentKilobytes
        print(
            "{\"cycles\":\(count),\"failures\":\(failures),\"settled\":\(settled.json),\"end\":\(end.json),\"grownKilobytes\":\(grown)}"
        )
        let isFlat =
            grown <= Use.allowedGrowthKilobytes && end.threads <= settled.threads
            && end.descriptors <= settled.descriptors
        exit(isFlat && failures == 0 ? 0 : 1)
    }
}
