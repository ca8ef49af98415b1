import Foundation

/// The resources that the process uses.
struct Use {
    var residentKilobytes = 0
    var threads = 0
    var descriptors = 0

    static let allowedGrowthKilobytes = 10 * 1024
    /// Seconds after which items closed last have been deallocated.
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
            // Threads of Dispatch's pool come and go, so they are not counted.
            if !name.contains("-qos") { use.threads += 1 }
        }
        use.descriptors = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
        return use
    }

    var json: String {
        "{\"residentKilobytes\":\(residentKilobytes),\"threads\":\(threads),\"descriptors\":\(descriptors)}"
    }
}

/// The count of cycles and the final result.
struct Tally {
    let count: Int
    var failures = 0
    var settled = Use()

    /// The number of cycles before the first measurement, after which caches, pools and the allocator have settled.
    var warmUp: Int { min(50, count / 2) }

    func tell(_ cycle: Int) {
        if cycle % 100 == 99 { FileHandle.standardError.write(Data("\(cycle + 1) \(Use.now().json)\n".utf8)) }
    }

    /// Prints the result and exits: 0 if no resource has grown and every item has played.
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
