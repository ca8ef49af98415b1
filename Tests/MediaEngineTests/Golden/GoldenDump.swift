import CoreMedia
import Foundation
import MediaEngine
import MediaTesting
import Synchronization

/// The text of a record. Numbers after a tilde are measured; their number of decimals determines the tolerance.
struct GoldenDump {
    private(set) var text: String
    private let begin: Int64
    private let record: GoldenRun.Record

    init(_ scenario: GoldenScenario, _ run: GoldenRun) {
        record = run.record.withLock { $0 }
        begin = run.begin
        text = "\(scenario.name): \(scenario.says)\n"
        for failure in record.failures { text += "FAILED: \(failure)\n" }
        if scenario.sections.contains(.course) { addCourse() }
        if scenario.sections.contains(.pictures) { addFrames() }
        if scenario.sections.contains(.sound) { addAudio(run.device) }
        if scenario.sections.contains(.requests), let origin = run.origin { addRequests(origin) }
        if scenario.sections.contains(.end) { addEnd(run) }
    }

    private func host(_ time: Int64) -> String { "~\(GoldenRun.text(Double(time - begin) / 1e9))" }

    private mutating func addCourse() {
        text += "\ncourse\n"
        for line in record.lines { text += "  \(host(line.hostTime)) \(line.text)\n" }
        guard !record.streamLines.isEmpty else { return }
        text += "\nstream\n"
        for line in record.streamLines { text += "  \(line)\n" }
    }

    // MARK: - Frames

    /// Frames that deviate further from the session's time are marked as early or late.
    private static let punctual = 0.025

    private mutating func addFrames() {
        text += "\npictures\n"
        var run: [GoldenRun.Picture] = []
        var step: Int?
        func describe() -> String? {
            guard let first = run.first, let last = run.last else { return nil }
            let numbers =
                first.mark == nil
                ? "unmarked"
                : run.count == 1 ? "number \(first.mark ?? 0)" : "numbers \(first.mark ?? 0)…\(last.mark ?? 0)"
            let by = run.count > 2 && step != 1 && first.mark != nil ? " by \(step ?? 0)" : ""
            let times =
                run.count == 1
                ? "of \(GoldenRun.text(first.time))"
                : "of \(GoldenRun.text(first.time))…\(GoldenRun.text(last.time)), \(run.count) pictures"
            let hosts = run.count == 1 ? host(first.hostTime) : "\(host(first.hostTime))…\(host(last.hostTime))"
            return "  \(hosts) \(numbers)\(by) \(times), \(punctuality(of: run))\n"
        }
        for picture in record.pictures {
            let next = zip(run.last?.mark, picture.mark).map { $1 - $0 }
            let isSameKind = run.last.map { ($0.mark == nil) == (picture.mark == nil) } ?? true
            let continues = picture.mark == nil ? isSameKind : isSameKind && (step == nil || step == next)
            if !run.isEmpty, !continues || isJump(run.last, picture) {
                text += describe() ?? ""
                run.removeAll()
                step = nil
            }
            if !run.isEmpty, step == nil { step = next }
            run.append(picture)
        }
        text += describe() ?? ""
    }

    /// Whether a seek separates two frames, which ends a row even if their numbers are consecutive.
    private func isJump(_ last: GoldenRun.Picture?, _ next: GoldenRun.Picture) -> Bool {
        guard let last else { return false }
        return abs(next.time - last.time) > 1.5
    }

    private func punctuality(of run: [GoldenRun.Picture]) -> String {
        let distances = run.compactMap { picture in picture.position.map { $0 - picture.time } }
        let most = distances.max { abs($0) < abs($1) } ?? 0
        guard abs(most) > Self.punctual else { return "on time" }
        return "up to ~\(String(format: "%.2f", most)) behind"
    }

    // MARK: - Audio

    private struct Sounding {
        var hostStart: Double
        var hostEnd: Double
        var start: Double
        var end: Double
        var track: Int
        var levels: [Double]
        var distances: [Double]
        var isAudible: Bool
    }

    private mutating func addAudio(_ device: SimulatedAudioDevice) {
        let stretches = device.stretches
        text += "\nsound\n"
        guard let first = stretches.first else {
            text += "  none\n"
            return
        }
        text += "  \(first.sampleRate) Hz, \(first.channels) channels\n"
        var heard: [Sounding] = []
        for stretch in stretches { add(stretch, to: &heard) }
        for part in heard where part.hostEnd - part.hostStart >= 0.06 { text += line(for: part) }
    }

    private func add(_ stretch: SimulatedAudioDevice.Stretch, to heard: inout [Sounding]) {
        let reading = SweepReading(stretch.samples, channels: stretch.channels, sampleRate: stretch.sampleRate)
        let half = SweepReading.blockSeconds / 2
        for block in reading.blocks {
            guard let hertz = block.hertz else { continue }
            let host = Double(stretch.hostTime - begin) / 1e9 + Double(block.middle) / Double(stretch.sampleRate)
            let position = position(at: host)
            // Choose the track whose pitch fits the session's time.
            let candidates = (0..<4).map { ($0, SweepReading.seconds(hertz, track: $0)) }
            guard let (track, media) = candidates.min(by: { abs($0.1 - position) < abs($1.1 - position) }) else {
                continue
            }
            if let last = heard.last, last.track == track, last.isAudible == stretch.isAudible,
                host - last.hostEnd < 0.045, abs(media - last.end) < 0.15,
                abs(block.level - (last.levels.last ?? 0)) < 3
            {
                heard[heard.count - 1].hostEnd = host + half
                heard[heard.count - 1].end = media
                heard[heard.count - 1].levels.append(block.level)
                heard[heard.count - 1].distances.append(position - media)
            } else {
                heard.append(
                    Sounding(
                        hostStart: host - half, hostEnd: host + half, start: media, end: media, track: track,
                        levels: [block.level], distances: [position - media], isAudible: stretch.isAudible))
            }
        }
    }

    private func line(for part: Sounding) -> String {
        func short(_ value: Double) -> String { String(format: "~%.2f", value == 0 ? 0 : value) }
        let distance = part.distances.sorted()[part.distances.count / 2]
        let level = part.levels.sorted()[part.levels.count / 2]
        return
            "  \(short(part.hostStart))…\(short(part.hostEnd)) track \(part.track) of \(short(part.start))…\(short(part.end))"
            + ", ~\(String(format: "%.0f", level)) dB, "
            + (abs(distance) <= 0.04 ? "on time" : "~\(String(format: "%.2f", distance)) behind")
            + (part.isAudible ? "" : ", without a device") + "\n"
    }

    /// Returns the session's time at a host time, interpolated between two samples.
    private func position(at host: Double) -> Double {
        let positions = record.positions
        let moment = begin + Int64(host * 1e9)
        var (low, high) = (0, positions.count)
        while low < high {
            let middle = (low + high) / 2
            if positions[middle].hostTime <= moment { low = middle + 1 } else { high = middle }
        }
        guard low > 0 else { return positions.first?.seconds ?? 0 }
        guard low < positions.count, positions[low].hostTime > positions[low - 1].hostTime else {
            return positions[low - 1].seconds
        }
        let (a, b) = (positions[low - 1], positions[low])
        let part = Double(moment - a.hostTime) / Double(b.hostTime - a.hostTime)
        return abs(b.seconds - a.seconds) > 0.5 ? a.seconds : a.seconds + (b.seconds - a.seconds) * part
    }

    // MARK: - The rest

    private mutating func addRequests(_ origin: Origin) {
        text += "\nrequests\n"
        var counts: [String: Int] = [:]
        for one in origin.records {
            // The byte range of a segment in its resource depends on the encoder.
            let range = one.request.headers["range"].map { " " + $0.replacing(/[1-9][0-9]*/, with: "n") } ?? ""
            counts["\(one.request.method) \(one.path)\(range) \(one.status)", default: 0] += 1
        }
        for (request, count) in counts.sorted(by: { $0.key < $1.key }) {
            text += "  \(request)\(count > 1 ? ", \(count) times" : "")\n"
        }
    }

    private mutating func addEnd(_ run: GoldenRun) {
        let statistics = run.session.statistics
        text += "\nend\n"
        text += "  time ~\(GoldenRun.text(run.session.currentTime.seconds))"
        text += ", rate \(GoldenRun.number(run.session.effectiveRate))\n"
        text += "  \(record.endCount) ends, \(statistics.stalls) stalls, \(statistics.droppedFrames) frames dropped\n"
        if record.backwardMoves.isEmpty {
            text += "  time never moved against its direction\n"
        } else {
            for move in record.backwardMoves { text += "  TIME MOVED AGAINST ITS DIRECTION \(move)\n" }
        }
    }
}

private func zip<A, B>(_ first: A?, _ second: B?) -> (A, B)? {
    guard let first, let second else { return nil }
    return (first, second)
}
