import Foundation
import MediaTesting

/// The message of the servers when they are ready.
struct Greeting: Codable, Sendable {
    var live: URL
    var film: URL
    /// The start of the live stream's segment 0.
    var start: Double
}

/// One request for media, from a server's log.
struct MediaRequest: Codable, Sendable {
    var isLive: Bool
    var rendition: String
    var segment: Int
    var time: Double
    var status: Int
    /// Whether the response was complete and without a fault.
    var isServed: Bool
}

/// The ladders that are played.
enum Programme {
    static var live: LadderRecipe {
        var recipe = LadderRecipe.small
        recipe.seconds = 64
        return recipe
    }

    static var film: LadderRecipe {
        var recipe = LadderRecipe.transportStream
        recipe.variants = live.variants
        recipe.seconds = 64
        recipe.encryption = .aes128(segmentsPerKey: 2, hasExplicitVectors: false)
        // Timestamps wrap around in the middle.
        recipe.firstStamp = (1 << 33) - 30 * 90_000
        return recipe
    }
}

/// The server process: executes commands, one per line of standard input, until its end.
enum Servers {
    static func serve(seconds: Double) async throws {
        let ladder = try await Ladder.make(Programme.live)
        let recorded = try await Ladder.make(Programme.film)
        let live = try LiveLadder(ladder) { $0.window = .sliding(8) }
        let start = Moment.now - live.settings.secondsBefore
        let began = Moment.now
        let liveOrigin = try Origin(live, lifetime: seconds)
        let onDemandOrigin = try Origin(recorded, lifetime: seconds)
        try printLine(
            Greeting(live: liveOrigin.url("/main.m3u8"), film: onDemandOrigin.url("/main.m3u8"), start: start))
        while let line = readLine() {
            if line == "records" {
                try printLine(
                    requests(liveOrigin, isLive: true, began) + requests(onDemandOrigin, isLive: false, began))
                continue
            }
            let step = FaultSchedule.all.first { $0.name == line } ?? FaultSchedule.calm
            for origin in [liveOrigin, onDemandOrigin] { origin.clearFaults() }
            live.clearFaults()
            for (kind, match, times) in step.kinds {
                for origin in [liveOrigin, onDemandOrigin] { origin.inject(kind, for: match, times: times) }
            }
            if let fault = step.playlist { live.inject(fault) }
        }
    }

    private static func printLine(_ value: some Encodable) throws {
        FileHandle.standardOutput.write(try JSONEncoder().encode(value) + Data("\n".utf8))
    }

    /// Paths have the form `/v0/12.m4s`.
    private static func requests(_ origin: Origin, isLive: Bool, _ began: Double) -> [MediaRequest] {
        origin.records.compactMap { record in
            let parts = record.path.split(separator: "/")
            let name = parts.last?.split(separator: ".") ?? []
            guard parts.count == 2, name.count == 2, let number = Int(name[0]) else { return nil }
            let isServed = record.finished != nil && !record.isBroken && (200...299).contains(record.status)
            return MediaRequest(
                isLive: isLive, rendition: String(parts[0]), segment: number,
                time: began + Double(record.arrived) / 1e9, status: record.status, isServed: isServed)
        }
    }
}

/// The player's connection to the servers, which are another process of this program.
final class ServerProcess {
    let greeting: Greeting
    private let process = Process()
    private let orders = Pipe()
    private let answers = Pipe()

    init(seconds: Double) throws {
        process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        process.arguments = ["--servers", "\(seconds)"]
        process.standardInput = orders
        process.standardOutput = answers
        try process.run()
        greeting = try JSONDecoder().decode(Greeting.self, from: Self.line(of: answers.fileHandleForReading))
    }

    private static func line(of handle: FileHandle) -> Data {
        var line = Data()
        while line.last != 10 {
            let piece = handle.availableData
            guard !piece.isEmpty else { break }
            line += piece
        }
        return line
    }

    func apply(_ step: FaultSchedule.Step) { tell(step.name) }

    /// Returns all requests so far.
    func records() throws -> [MediaRequest] {
        tell("records")
        return try JSONDecoder().decode([MediaRequest].self, from: Self.line(of: answers.fileHandleForReading))
    }

    private func tell(_ line: String) { try? orders.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8)) }

    func stop() { if process.isRunning { process.terminate() } }
}
