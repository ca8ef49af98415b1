import CoreMedia
import Foundation
import HLS
import MediaTesting
import Testing

@testable import MediaEngine

/// `StreamMachine` under random inputs on a fake clock, with invariants checked after each input.
///
/// `OPENAVKIT_MODEL_INPUTS` sets how many inputs are made in all (`script/soak model` makes 10 million), `OPENAVKIT_MODEL_SEED` the first seed.
struct StreamMachineModelTests {
    private static let environment = ProcessInfo.processInfo.environment
    /// The number of inputs per seed.
    private static let inputs = 1_500
    private static let firstSeed = environment["OPENAVKIT_MODEL_SEED"].flatMap { UInt64($0) } ?? 0
    /// The number of seeds takes about five seconds in a debug build, unless the environment specifies otherwise.
    private static let seeds: [UInt64] = {
        let total = environment["OPENAVKIT_MODEL_INPUTS"].flatMap { UInt64($0) } ?? 36_000
        return Array(firstSeed..<firstSeed + max(1, total / UInt64(inputs)))
    }()

    @Test(
        "the stream machine's invariants of loads, outcomes, positions and exits hold under random inputs, on demand and live"
    )
    func randomInputs() throws {
        var total = 0
        for seed in Self.seeds {
            var world = try StreamMachineWorld(seed: seed, isLive: seed % 2 == 1, hasAudio: seed % 4 < 2)
            for _ in 0..<Self.inputs {
                world.step()
                total += 1
                if let violation = world.violation {
                    Issue.record(
                        "seed \(seed), input \(world.count): \(violation)\n\(world.trace.joined(separator: "\n"))")
                    return
                }
            }
            world.recover()
            if let violation = world.violation {
                Issue.record("seed \(seed), after recovery: \(violation)\n\(world.trace.joined(separator: "\n"))")
                return
            }
        }
        #expect(total == Self.inputs * Self.seeds.count)
    }
}

/// A stream machine with a network, a demuxer and a client that behave randomly.
private struct StreamMachineWorld {
    struct Load {
        var request: ResourceRequest
        var purpose: LoadPurpose
        var isCancelled = false
        var startedAt: Duration
    }

    private static let segmentSeconds = 4
    private static let segmentCount = 20
    /// The offset of the stream's own clock from the presentation timeline.
    private static let clockOffset = 10 * Nanoseconds.second

    var machine: StreamMachine
    var loads: [Int: Load] = [:]
    var queues: [RenditionRole: Int] = [:]
    var violation: String?
    var trace: [String] = []
    var count = 0
    private var random: SeededGenerator
    private let isLive: Bool
    private let hasAudio: Bool
    private var now = Duration.seconds(1_000)
    private var isHealthy = false
    private var ended: Set<Int> = []
    /// By rendition: the end of the last queued chunk, and whether a gap after it was explained.
    private var lastEnd: [RenditionRole: Nanoseconds] = [:]
    private var explained: Set<RenditionRole> = []
    private var known: [URL: MediaPlaylist] = [:]
    /// Chunks that are demuxed while they arrive, by load number.
    private var arriving: [Int: ArrivingChunk] = [:]
    /// By track: the decode time of the last sample that was delivered.
    private var delivered: [Int: Nanoseconds] = [:]

    private struct ArrivingChunk {
        var role: RenditionRole
        var loading: SegmentLoading
        var generation: Int
        /// The number of queued samples.
        var queued = 0
    }

    init(seed: UInt64, isLive: Bool, hasAudio: Bool) throws {
        random = SeededGenerator(seed: seed)
        self.isLive = isLive
        self.hasAudio = hasAudio
        machine = StreamMachine(
            url: try testURL("/main.m3u8"), sessionID: "model", preferences: StreamingPreferences(), remembered: nil,
            now: now)
        machine.requestStart(at: seed % 3 == 0 ? 9 * .second : nil)
        machine.open()
        absorb()
    }

    // MARK: - Inputs

    mutating func step() {
        count += 1
        let choice = Int.random(in: 0..<100, using: &random)
        switch choice {
        case 0..<35: endLoad()
        case 35..<47: demux()
        case 47..<50: demuxPart()
        case 50..<68: read()
        case 68..<76: pass(.milliseconds(Int.random(in: 0...3_000, using: &random)))
        case 76..<80: progress()
        case 80..<90: input("advance") { $0.advance() }
        case 90..<92: seek()
        case 92: input("cancel") { $0.cancel() }
        case 93..<95: input("resume") { $0.resume() }
        case 95: input("interrupt") { $0.interrupt() }
        case 96: leave()
        case 97: select()
        case 98: limit()
        default: playHead()
        }
        checkState()
    }

    /// Restores the network and the client: the stream must play to its end, or continue.
    mutating func recover() {
        isHealthy = true
        input("resume") { $0.resume() }
        let target = isLive ? machine.nearestSeekable(to: .never / 2) : 0
        input("seek") { $0.seek(to: target) }
        forgetPositions()
        let begin = machine.main?.position ?? 0
        for _ in 0..<3_000 where violation == nil {
            input("advance") { $0.advance() }
            while let number = loads.keys.min(), violation == nil { endLoad(number) }
            while nextToDemux != nil, violation == nil { demux() }
            if machine.mode.isStarting, machine.hasEveryRenditionBegun { input("start") { $0.finishStarting() } }
            while queues.values.contains(where: { $0 > 0 }), violation == nil { read() }
            if machine.access == .interrupted { input("acknowledge") { $0.acknowledgeInterruption() } }
            if machine.failure != nil {
                input("seek") { $0.seek(to: target) }
                forgetPositions()
            }
            if machine.isAtEnd, !machine.renditions.isEmpty { return }
            if isLive, (machine.main?.position ?? 0) > begin + 60 * .second { return }
            pass(.seconds(1))
            checkState()
        }
        if violation == nil {
            violation =
                "no end: \(machine.mode), \(machine.access), \(machine.renditions.values.map { "\($0.role) \($0.next) \($0.activity)" })"
        }
    }

    private mutating func input(_ name: String, _ body: (inout StreamMachine) -> Void) {
        note(name)
        machine.advanceTime(to: now)
        body(&machine)
        absorb()
    }

    private mutating func note(_ text: String) {
        trace.append("\(count) \(text)")
        if trace.count > 40 { trace.removeFirst() }
    }

    private mutating func pass(_ time: Duration) { now += time }

    private mutating func seek() {
        let target = Nanoseconds.random(in: 0...(100 * .second), using: &random)
        input("seek \(target.seconds)") { $0.seek(to: target) }
        forgetPositions()
    }

    private mutating func forgetPositions() {
        lastEnd = [:]
        delivered = [:]
    }

    private mutating func leave() {
        guard let variant = machine.main?.variant else { return }
        let fault: DecoderLimits.Fault = Bool.random(using: &random) ? .corruption : .overload
        input("switch away from \(variant)") {
            _ = $0.switchAway(fromVariant: variant, because: fault, MediaError(.decodingFailed, "model"))
        }
    }

    private mutating func select() {
        let tracks: Set<Int> = Bool.random(using: &random) ? [0, 1] : Bool.random(using: &random) ? [0, 2] : [0]
        input("select \(tracks)") { $0.select(tracks) }
        lastEnd = lastEnd.filter { $0.key == .main }
        delivered = delivered.filter { $0.key == StreamTracks.video }
    }

    private mutating func limit() {
        var preferences = StreamingPreferences()
        preferences.environment.preferredPeakBitRate = Bool.random(using: &random) ? 400_000 : 0
        input("limit") { $0.prefer(preferences) }
    }

    private mutating func playHead() {
        let time = max(0, (machine.main?.position ?? 0) - 5 * .second)
        input("play head") { $0.reportPlayHead(time, rate: 1) }
    }

    // MARK: - Network

    private mutating func endLoad() {
        guard let number = loads.keys.sorted().randomElement(using: &random) else { return }
        endLoad(number)
    }

    private mutating func progress() {
        guard let number = loads.keys.sorted().randomElement(using: &random), let load = loads[number],
            case .chunk(let role) = load.purpose, !load.isCancelled
        else { return }
        let received = Int64.random(in: 1...200_000, using: &random)
        input("progress \(number)") {
            _ = $0.chunkProgressed(number, role, received: received, expected: 400_000)
        }
        while Bool.random(using: &random), let chunk = machine.takeArrivingChunk() {
            arriving[chunk.loading.number] = ArrivingChunk(
                role: chunk.role, loading: chunk.loading, generation: machine.generation)
        }
    }

    private mutating func endLoad(_ number: Int) {
        guard let load = loads.removeValue(forKey: number) else { return }
        if !ended.insert(number).inserted { violation = "load \(number) ends twice" }
        let error = load.isCancelled ? MediaError(.cancelled, "model") : fault()
        note("end \(number) \(load.request.url.path) \(error.map { "\($0.code)" } ?? "well")")
        machine.advanceTime(to: now)
        switch load.purpose {
        case .entry:
            // Opening fails with the first error, because there is no fallback.
            machine.entryArrived(number, byteCount: 500, .success(entry), requestedAt: load.startedAt)
        case .playlist(let role, let url):
            let result = error.map { Result<PlaylistAnswer, MediaError>.failure($0) } ?? .success(answer(to: url))
            machine.playlistArrived(number, role, url: url, byteCount: 800, result, requestedAt: load.startedAt)
        case .chunk(let role):
            machine.chunkArrived(
                number, role, error.map { .failure($0) } ?? .success([UInt8](repeating: 0, count: 1_000)))
            if let error, machine.renditions[role]?.loading?.number == number {
                violation = "load \(number) failed with \(error.code) and is still under way"
            }
        case .shared(let resource):
            machine.resourceArrived(resource, error.map { .failure($0) } ?? .success([1]))
        case .steering:
            machine.steeringArrived(.failure(error ?? MediaError(.httpStatus, "model")), url: load.request.url)
        }
        absorb()
    }

    private mutating func fault() -> MediaError? {
        guard !isHealthy, Int.random(in: 0..<4, using: &random) == 0 else { return nil }
        switch Int.random(in: 0..<5, using: &random) {
        case 0: return MediaError(.httpStatus, "model", httpStatus: 404)
        case 1: return MediaError(.httpStatus, "model", httpStatus: 503)
        case 2: return MediaError(.networkTimedOut, "model")
        case 3: return MediaError(.httpStatus, "model", httpStatus: 403)
        default: return MediaError(.malformed, "model")
        }
    }

    private var entry: PlaylistAnswer {
        var lines: [String] = []
        let group = hasAudio ? ",AUDIO=\"a\"" : ""
        if hasAudio {
            for (name, isDefault) in [("en", "YES"), ("de", "NO")] {
                lines.append(
                    "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"\(name)\",LANGUAGE=\"\(name)\",DEFAULT=\(isDefault),URI=\"\(name).m3u8\""
                )
            }
        }
        for (index, rate) in [300_000, 900_000, 2_000_000].enumerated() {
            lines.append("#EXT-X-STREAM-INF:BANDWIDTH=\(rate)\(group)\nv\(index).m3u8")
        }
        guard let list = try? multivariantPlaylist(lines) else {
            preconditionFailure("the model's playlist is well formed")
        }
        return PlaylistAnswer(playlist: .multivariant(list), faults: [], url: machine.url)
    }

    private mutating func answer(to url: URL) -> PlaylistAnswer {
        let name = url.deletingPathExtension().lastPathComponent
        if !isLive, let media = known[url] { return PlaylistAnswer(playlist: .media(media), faults: [], url: url) }
        // A live window of eight segments that grows by one each segment's duration.
        let first = isLive ? Int(now.inSeconds - 1_000) / Self.segmentSeconds : 0
        let names = (first..<first + (isLive ? 8 : Self.segmentCount)).map { "\(name)-\($0)" }
        let text = try? mediaPlaylist(names, from: first, seconds: Double(Self.segmentSeconds), ends: !isLive)
        guard let media = text else { preconditionFailure("the model's playlist is well formed") }
        known[url] = media
        return PlaylistAnswer(playlist: .media(media), faults: [], url: url)
    }

    // MARK: - Demuxer and client

    /// The chunk that has arrived, and the number of its samples that were queued before.
    private var nextToDemux: (role: RenditionRole, loading: SegmentLoading, queued: Int)? {
        for chunk in arriving.values.sorted(by: { $0.loading.number < $1.loading.number }) {
            guard let loading = machine.renditions[chunk.role]?.loading, loading.number == chunk.loading.number,
                loading.hasMedia
            else { continue }
            return (chunk.role, loading, chunk.queued)
        }
        return machine.chunkToDemux.map { ($0.role, $0.loading, 0) }
    }

    /// Demuxes samples of a chunk that is still arriving.
    private mutating func demuxPart() {
        guard let number = arriving.keys.sorted().randomElement(using: &random), var chunk = arriving[number] else {
            return
        }
        arriving[number] = nil
        let all = summary(of: chunk.loading.chunk, chunk.role).samples
        guard chunk.queued < all.count - 1 else { return arriving[number] = chunk }
        note("part \(chunk.queued) of \(number)")
        machine.advanceTime(to: now)
        let part = ChunkSummary(samples: [all[chunk.queued]])
        let isPresent = machine.renditions[chunk.role]?.loading?.number == number
        let verdict = machine.demuxedPart(number, chunk.role, generation: chunk.generation, part)
        if case .queued(let offset, let uses) = verdict {
            chunk.queued += 1
            arriving[number] = chunk
            record(part, offset, uses, chunk.role)
        } else if isPresent, !machine.isCancelled, machine.renditions[chunk.role]?.loading?.number == number {
            violation = "part of \(number) was discarded and the chunk is still under way"
        }
        absorb()
    }

    /// Checks that each sample is delivered once, in decode order.
    private mutating func record(
        _ summary: ChunkSummary, _ offset: Nanoseconds, _ uses: [SampleUse], _ role: RenditionRole
    ) {
        for (sample, use) in zip(summary.samples, uses) {
            guard case .track(let track) = use else { continue }
            let time = sample.decodeTime + offset
            if let last = delivered[track], time <= last { violation = "track \(track) delivers \(time.seconds) again" }
            delivered[track] = time
        }
        queues[role, default: 0] += uses.count { $0 != .dropped }
        if machine.renditions[role]?.queuedPackets != queues[role] {
            violation =
                "\(role) counts \(machine.renditions[role]?.queuedPackets ?? -1) of \(queues[role] ?? 0) packets"
        }
    }

    private mutating func demux() {
        arriving = arriving.filter { machine.renditions[$0.value.role]?.loading?.number == $0.key }
        guard let (role, loading, queued) = nextToDemux else { return }
        arriving[loading.number] = nil
        let chunk = loading.chunk
        var all = summary(of: chunk, role)
        all.samples.removeFirst(queued)
        var result: Result<ChunkSummary, MediaError> = .success(all)
        if !isHealthy {
            switch Int.random(in: 0..<20, using: &random) {
            case 0: result = .failure(MediaError(.malformed, "model"))
            case 1: result = result.map { Self.changed($0) { $0.corruption = MediaError(.malformed, "damage") } }
            case 2: result = result.map { Self.changed($0) { $0.doubt = MediaError(.truncated, "doubt") } }
            default: break
            }
        }
        note("demux \(role) \(chunk.url.lastPathComponent)")
        machine.advanceTime(to: now)
        let verdict = machine.demuxed(loading.number, role, generation: machine.generation, result)
        if case .queued(let offset, let uses) = verdict {
            if let end = lastEnd[role], chunk.start > end + RenditionMachine.seamTolerance, !explained.contains(role) {
                violation = "\(role) skips from \(end.seconds) to \(chunk.start.seconds)"
            }
            lastEnd[role] = chunk.end
            explained.remove(role)
            record(all, offset, uses, role)
        } else if machine.renditions[role]?.loading?.number == loading.number {
            violation = "chunk \(loading.number) was discarded and is still under way"
        }
        absorb()
    }

    private static func changed(_ summary: ChunkSummary, _ body: (inout ChunkSummary) -> Void) -> ChunkSummary {
        var copy = summary
        body(&copy)
        return copy
    }

    private func summary(of chunk: MediaChunk, _ role: RenditionRole) -> ChunkSummary {
        let kind: TrackInfo.Kind = role == .main ? .video : .audio
        let samples = (0..<Self.segmentSeconds).map { index in
            let time = chunk.start + Nanoseconds(index) * .second + Self.clockOffset
            return ChunkSummary.Sample(kind: kind, time: time, decodeTime: time, duration: .second, isKey: index == 0)
        }
        return ChunkSummary(samples: samples)
    }

    private mutating func read() {
        if machine.mode.isStarting, machine.hasEveryRenditionBegun { input("start") { $0.finishStarting() } }
        guard let role = queues.filter({ $0.value > 0 }).keys.min(), let left = queues[role], !machine.isCancelled
        else {
            return
        }
        queues[role] = left - 1
        machine.advanceTime(to: now)
        machine.delivered(role, queued: left - 1)
        absorb()
    }

    // MARK: - Invariants

    /// Takes the machine's actions, as the driver does.
    private mutating func absorb() {
        for change in machine.pipelineChanges {
            switch change {
            case .clear(let role): queues[role] = 0
            case .remove(let role): queues[role] = nil
            case .drop(let role, _): machine.renditions[role]?.queuedPackets = queues[role] ?? 0
            }
        }
        machine.pipelineChanges = []
        for action in machine.actions {
            switch action {
            case .load(let number, let request, let purpose):
                if machine.isCancelled { violation = "load \(number) begins after cancel" }
                if loads[number] != nil || ended.contains(number) { violation = "load \(number) begins twice" }
                if case .chunk(let role) = purpose { checkAlone(request, role) }
                if case .playlist(let role, _) = purpose, machine.renditions[role]?.tracker.isLoading != true {
                    violation = "playlist \(number) is not awaited"
                }
                loads[number] = Load(request: request, purpose: purpose, startedAt: now)
            case .cancelLoad(let number):
                guard loads[number] != nil || ended.contains(number) else {
                    violation = "load \(number) is cancelled and never began"
                    continue
                }
                loads[number]?.isCancelled = true
            case .reportError(let error, let comment):
                note("  \(error.message) \(comment)")
                if [
                    "skipped", "after them", "Playback continues.", "joins the new playlist", "Playback ends",
                    "audio rendition is abandoned",
                ]
                .contains(where: comment.contains) {
                    explained.formUnion([.main, .audio(1), .audio(2)])
                }
            case .limitLoad, .report, .publishDateRanges, .publishInterstitials, .keepThroughput: break
            }
        }
        machine.actions = []
    }

    /// Checks that the same segment of the same rendition is not requested twice at the same time.
    private mutating func checkAlone(_ request: ResourceRequest, _ role: RenditionRole) {
        for (number, load) in loads where !load.isCancelled {
            if case .chunk(role) = load.purpose, load.request.url == request.url {
                violation = "\(request.url.lastPathComponent) is requested while load \(number) brings it"
            }
        }
    }

    private mutating func checkState() {
        guard violation == nil else { return }
        for (role, rendition) in machine.renditions {
            guard let loading = rendition.loading else { continue }
            if !loading.hasMedia, loads[loading.number]?.isCancelled != false {
                violation = "\(role) waits for load \(loading.number), which is not under way"
            }
        }
        guard !machine.isCancelled, machine.failure == nil, !machine.isAtEnd else { return }
        input("advance") { $0.advance() }
        let isUnderWay = loads.values.contains { !$0.isCancelled }
        let hasPackets = queues.values.contains { $0 > 0 }
        let canStart = machine.mode.isStarting && machine.hasEveryRenditionBegun
        if !isUnderWay, !hasPackets, !canStart, nextToDemux == nil, machine.nextDeadline == nil,
            machine.failure == nil, !machine.isAtEnd
        {
            violation =
                "no exit: \(machine.mode), \(machine.renditions.values.map { "\($0.role) \($0.next) \($0.activity)" })"
        }
    }
}

extension StreamMachine.Mode {
    fileprivate var isStarting: Bool { if case .starting = self { true } else { false } }
}
