import AVFoundation
import Foundation

/// Opens, plays and closes films over and over, and looks at what the process keeps: memory, threads, descriptors.
///
///     cycles COUNT FILE…
@main
struct Cycles {
    /// Cycles before the first look: caches, pools and the allocator have settled by then.
    static let warmUp = 50
    static let allowedGrowthKilobytes = 10 * 1024

    struct Use {
        var residentKilobytes = 0
        var threads = 0
        var descriptors = 0

        static func now() -> Use {
            var use = Use()
            let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
            for line in status.split(separator: "\n") {
                let fields = line.split(whereSeparator: \.isWhitespace)
                guard fields.count > 1, let number = Int(fields[1]) else { continue }
                if fields[0] == "VmRSS:" { use.residentKilobytes = number }
                if fields[0] == "Threads:" { use.threads = number }
            }
            use.descriptors = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
            return use
        }

        var json: String {
            "{\"residentKilobytes\":\(residentKilobytes),\"threads\":\(threads),\"descriptors\":\(descriptors)}"
        }
    }

    @MainActor
    static func main() {
        let arguments = CommandLine.arguments.dropFirst()
        guard let count = arguments.first.flatMap(Int.init), arguments.count > 1 else {
            print("usage: cycles COUNT FILE…")
            exit(2)
        }
        let files = arguments.dropFirst().map { URL(fileURLWithPath: $0) }
        var settled = Use()
        var failures = 0
        for cycle in 0..<count {
            if cycle == min(warmUp, count / 2) { settled = calm() }
            if !playOnce(files[cycle % files.count]) { failures += 1 }
            if cycle % 100 == 99 { FileHandle.standardError.write(Data("\(cycle + 1) \(Use.now().json)\n".utf8)) }
        }
        let end = calm()
        let grown = end.residentKilobytes - settled.residentKilobytes
        print(
            "{\"cycles\":\(count),\"failures\":\(failures),\"settled\":\(settled.json),\"end\":\(end.json),\"grownKilobytes\":\(grown)}"
        )
        let isFlat =
            grown <= allowedGrowthKilobytes && end.threads <= settled.threads && end.descriptors <= settled.descriptors
        exit(isFlat && failures == 0 ? 0 : 1)
    }

    /// One film from its opening to some frames into it.
    @MainActor
    static func playOnce(_ url: URL) -> Bool {
        let player = AVPlayer(url: url)
        let layer = AVPlayerLayer(player: player)
        player.play()
        let hasPlayed = wait(10) { layer.isReadyForDisplay && player.currentTime().seconds > 0.05 }
        player.pause()
        player.replaceCurrentItem(with: nil)
        return hasPlayed
    }

    /// What is left when everything that ends by itself has ended.
    @MainActor
    static func calm() -> Use {
        _ = wait(2) { false }
        return Use.now()
    }

    @MainActor
    static func wait(_ seconds: Double, until condition: () -> Bool) -> Bool {
        let end = Date(timeIntervalSinceNow: seconds)
        while !condition() {
            guard Date() < end else { return false }
            RunLoop.main.run(until: Date(timeIntervalSinceNow: 0.005))
        }
        return true
    }
}
