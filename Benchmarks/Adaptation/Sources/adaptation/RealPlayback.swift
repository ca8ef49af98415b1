import Foundation
import HLS
import MediaTesting

/// A player process that plays a padded ladder over loopback at the rates of a trace; the result is computed from the server's log.
struct RealPlayback {
    enum Player {
        case avplayer(program: String)
        case gst(program: String)
        case vlc(program: String)
        /// hls.js on its own page in headless Chromium.
        case hlsjs(browser: String, script: String)
    }

    /// The result for the viewer, from the server's log and, where available, from the player's own report.
    struct Result {
        var outcome: PlaybackOutcome
        /// Seconds from the first request to the one for the first segment, during which playlists were loaded.
        var leadIn: Double
        /// Seconds until the first frame, and of stalls after it, as reported by the player; nil where it reports nothing.
        var ownStartup: Double?
        var ownStalls: Double?
        /// The time from the first request to the end of the process, less the item's duration: startup and stalls together.
        var overrun: Double?
    }

    let content: PaddedLadder
    let trace: NetworkTrace
    static let latency = 0.05
    /// The timeout of a run, in multiples of the item's duration.
    static let timeoutFactor = 4.0

    func run(_ player: Player) async throws -> Result {
        let length = Double(content.ladder.recipe.seconds)
        let origin = try Origin(content, lifetime: length * Self.timeoutFactor + 60) {
            $0.latency = Self.latency
            $0.trace = trace.rateTrace
            // Otherwise a browser, which takes longer to start, would get another part of the trace.
            $0.beginsTraceWithFirstRequest = true
        }
        defer { origin.stop() }
        let url = origin.url("/main.m3u8").absoluteString
        var lines: [String] = []
        var ended = false
        switch player {
        case .avplayer(let program):
            (lines, ended) = try await Self.words(
                of: program, [url, "--headless", "--json", "--exit-after", "end"], seconds: length * Self.timeoutFactor)
        case .gst(let program):
            (lines, ended) = try await Self.words(
                of: program, ["--no-interactive", "--videosink=fakevideosink", "--audiosink=fakeaudiosink", url],
                seconds: length * Self.timeoutFactor)
        case .vlc(let program):
            // Chromium refuses to run as root.
            let other = geteuid() == 0 ? ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] : []
            (lines, ended) = try await Self.words(
                of: "/usr/bin/env",
                other + [
                    program, "-I", "dummy", "--quiet", "--vout", "vdummy", "--aout", "adummy", "--play-and-exit", url,
                ],
                seconds: length * Self.timeoutFactor)
        case .hlsjs(let browser, let script):
            lines = try await BrowserPage.play(url, with: script, in: browser, seconds: length * Self.timeoutFactor)
        }
        let records = origin.records
        var result = try Self.read(records, content)
        if let first = records.map(\.arrived).min(), ended {
            let last = Double(origin.age - first) / 1e9
            result.overrun = last - length
        }
        Self.readOwnWords(lines, &result)
        return result
    }

    // MARK: Server log

    struct Failure: Error { var message: String }

    private static func read(_ records: [OriginRecord], _ content: PaddedLadder) throws -> Result {
        var arrivals: [Int: (variant: Int, at: Double)] = [:]
        var wasted = 0
        var abandoned = 0
        for record in records {
            guard let place = PaddedLadder.place(of: record.path) else { continue }
            let isWhole = record.finished != nil && record.bytesSent >= content.byteCount(ofVariant: place.variant)
            guard isWhole, let finished = record.finished else {
                wasted += record.bytesSent
                abandoned += 1
                continue
            }
            if let known = arrivals[place.segment] { wasted += content.byteCount(ofVariant: known.variant) }
            arrivals[place.segment] = (place.variant, Double(finished) / 1e9)
        }
        let asked = records.filter { PaddedLadder.place(of: $0.path) != nil }.map(\.arrived).min()
        guard let asked, let first = records.map(\.arrived).min(), arrivals[0] != nil else {
            throw Failure(
                message: "no segment was loaded completely: \(records.prefix(8).map { "\($0.path) \($0.status)" })")
        }
        let begin = Double(first) / 1e9
        var outcome = PlaybackOutcome(wastedBytes: wasted, abandonedCount: abandoned)
        var end = begin
        for segment in 0..<content.segmentCount {
            guard let arrival = arrivals[segment] else { break }
            if segment == 0 {
                outcome.startupSeconds = arrival.at - begin
                end = arrival.at
            } else if arrival.at > end {
                outcome.stallSeconds += arrival.at - end
                outcome.stallCount += 1
                end = arrival.at
            }
            end += Double(content.segmentSeconds)
            outcome.variants.append(arrival.variant)
            outcome.megabits.append(PaddedLadder.megabits[arrival.variant])
        }
        return Result(outcome: outcome, leadIn: Double(asked) / 1e9 - begin)
    }

    // MARK: Player report

    private static func readOwnWords(_ lines: [String], _ result: inout Result) {
        var stalledSince: Double?
        var stalls = 0.0
        for line in lines {
            guard let event = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any],
                let name = event["event"] as? String, let milliseconds = event["ms"] as? Double
            else { continue }
            let seconds = milliseconds / 1000
            switch name {
            case "firstFrame": result.ownStartup = result.ownStartup ?? seconds
            case "stalled": stalledSince = seconds
            case "playing":
                if let since = stalledSince { stalls += seconds - since }
                stalledSince = nil
            default: break
            }
        }
        result.ownStalls = stalls
    }

    /// Runs a program without display and audio, and returns its output.
    /// - Returns: its lines, and whether it ended by itself.
    private static func words(
        of program: String, _ arguments: [String], seconds: Double
    ) async throws -> (lines: [String], ended: Bool) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        var environment = ProcessInfo.processInfo.environment
        for name in ["DISPLAY", "WAYLAND_DISPLAY", "DBUS_SESSION_BUS_ADDRESS"] { environment[name] = nil }
        environment["PULSE_SERVER"] = "unix:/nonexistent"
        // The stored throughput of earlier runs must not influence the comparison.
        let cache = FileManager.default.temporaryDirectory.appendingPathComponent("adaptation-\(UUID().uuidString)")
        environment["XDG_CACHE_HOME"] = cache.path
        environment["XDG_STATE_HOME"] = cache.path
        environment["HOME"] = cache.path
        // The program may run as another user.
        try FileManager.default.createDirectory(
            at: cache, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o777])
        chmod(cache.path, 0o777)
        defer { try? FileManager.default.removeItem(at: cache) }
        process.environment = environment
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        let killer = DispatchSource.makeTimerSource()
        killer.schedule(deadline: .now() + seconds)
        killer.setEventHandler { process.terminate() }
        killer.resume()
        defer { killer.cancel() }
        try process.run()
        let data = try await Task.detached { try output.fileHandleForReading.readToEnd() ?? Data() }.value
        process.waitUntilExit()
        let lines = String(decoding: data, as: UTF8.self).split(whereSeparator: \.isNewline).map(String.init)
        return (lines, process.terminationReason == .exit)
    }
}

extension NetworkTrace {
    /// Returns the trace as it is after so many seconds.
    func shifted(by seconds: Double) -> NetworkTrace {
        var steps: [Step] = []
        var time = seconds
        while time < seconds + duration - 1e-6 {
            let (rate, until) = rate(at: time)
            let end = min(until, seconds + duration)
            steps.append(Step(seconds: end - time, bitsPerSecond: rate))
            time = end
        }
        return NetworkTrace(name: name, steps: steps) ?? self
    }
}
