import ArgumentParser
import Foundation
import MediaTesting
import ReportText

enum SizeName: String, ExpressibleByArgument, CaseIterable { case small, standard, broadcast }
enum CodecName: String, ExpressibleByArgument, CaseIterable { case h264, hevc, av1 }
enum ContainerName: String, ExpressibleByArgument, CaseIterable { case fmp4, ts }
enum AudioName: String, ExpressibleByArgument, CaseIterable { case fmp4, ts, packed, muxed }
enum EncryptionName: String, ExpressibleByArgument, CaseIterable {
    case none
    case aes128 = "aes-128"
    case aes128WithoutVectors = "aes-128-implicit"
    case sampleAES = "sample-aes"
}

struct LadderOptions: ParsableArguments {
    @Option(help: "The variants: small (2, to 384x216), standard (5, to 960x540), broadcast (5, to 1920x1080).")
    var sizes = SizeName.standard
    @Option(help: "The video codec.")
    var codec = CodecName.h264
    @Option(help: "The variants' container.")
    var container = ContainerName.fmp4
    @Option(help: "The audio container; muxed puts the first language into the variants.")
    var audio = AudioName.fmp4
    @Option(help: "How segments are encrypted.")
    var encryption = EncryptionName.none
    @Option(
        parsing: .unconditional,
        help: "Duration of a program in seconds: 1 to 3600, such as 24; a multiple of 8 for live.")
    var seconds = 24
    @Option(parsing: .unconditional, help: "Duration of a segment in seconds: 1 to 3600, such as 6.")
    var segment = 4
    @Option(parsing: .unconditional, help: "Parts per segment: 1 to 1000, such as 4.")
    var parts = 4
    @Option(
        parsing: .unconditional, help: "The number of programs, joined with discontinuities: 1 to 3600, such as 2.")
    var programs = 1
    @Flag(help: "Put all segments of a rendition into one resource.")
    var byteRanges = false
    @Flag(help: "Add thumbnail sheets (EXT-X-IMAGE-STREAM-INF).")
    var tiles = false
    @Option(
        help: ArgumentHelp(
            "Closed captions in the video (CC1 to CC4, SERVICE1 to SERVICE63); may be repeated.", valueName: "channel"))
    var captions: [String] = []
    @Flag(help: "Do not declare the closed captions in the playlist.")
    var undeclaredCaptions = false
    @Flag(help: "Add an ID3 tag to each segment.")
    var metadata = false
    @Flag(help: "Add a second pathway and a steering manifest.")
    var steering = false
    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "Insert an advertisement at this time, 0 or more, such as 8; may be repeated.", valueName: "seconds"))
    var interstitial: [Double] = []

    func validate() throws {
        let problems = [
            OptionRange("--seconds", 1...3600, "seconds", example: "24").problem(seconds),
            OptionRange("--segment", 1...3600, "seconds", example: "6").problem(segment),
            OptionRange("--parts", 1...1000, "parts", example: "4").problem(parts),
            OptionRange("--programs", 1...3600, "programs", example: "2").problem(programs),
        ]
        if let problem = problems.compactMap(\.self).first { throw ValidationError(problem) }
        for channel in captions where !ClosedCaptionScript.isChannel(channel) {
            throw ValidationError(
                "--captions '\(channel.prefix(40))' is no channel: write CC1 to CC4, or SERVICE1 to SERVICE63.")
        }
        let times = OptionRange("--interstitial", 0...1e9, "seconds", example: "8")
        if let problem = interstitial.lazy.compactMap(times.problem).first { throw ValidationError(problem) }
        if let problem = try recipe().problem {
            throw ValidationError("These options contradict each other: \(problem).")
        }
    }

    func recipe() throws -> LadderRecipe {
        var recipe: LadderRecipe =
            switch sizes {
            case .small: .small
            case .standard: .standard
            case .broadcast: LadderRecipe(variants: LadderRecipe.Variant.broadcast)
            }
        switch codec {
        case .h264: break
        case .hevc: recipe.encode(as: .hevc)
        case .av1: recipe.encode(as: .av1)
        }
        recipe.container = container == .ts ? .transportStream : .fragmented
        recipe.audioForm =
            switch audio {
            case .fmp4: .fragmented
            case .ts: .transportStream
            case .packed: .packed
            case .muxed: .muxed
            }
        recipe.encryption =
            switch encryption {
            case .none: .none
            case .aes128: .aes128(segmentsPerKey: 2, hasExplicitVectors: true)
            case .aes128WithoutVectors: .aes128(segmentsPerKey: 2, hasExplicitVectors: false)
            case .sampleAES: .sampleAES
            }
        recipe.declaresMeasuredRates = true
        recipe.seconds = seconds
        recipe.segmentSeconds = segment
        recipe.keyFrameSeconds = segment % 2 == 0 ? 2 : segment
        recipe.partsPerSegment = parts
        recipe.programs = programs
        recipe.addressing = byteRanges ? .byteRanges : .files
        recipe.hasTiles = tiles
        recipe.closedCaptions = captions.map { .init($0, language: "en", name: $0) }
        if !captions.isEmpty { recipe.captionDeclaration = undeclaredCaptions ? .missing : .group }
        recipe.hasTimedMetadata = metadata
        recipe.hasSteering = steering
        recipe.redundantCopies = steering ? 1 : 0
        recipe.interstitials = interstitial.enumerated().map { .init(id: "ad-\($0)", at: $1) }
        return recipe
    }
}

struct LiveOptions: ParsableArguments {
    @Flag(help: "Serve live, with a sliding window.")
    var live = false
    @Flag(help: "Serve low-latency live, with parts, blocking reload, preload hints and delta updates.")
    var lowLatency = false
    @Flag(help: "Serve live as an EVENT playlist, without removing segments.")
    var event = false
    @Option(parsing: .unconditional, help: "Segments in the sliding window: 1 to 43200, such as 6.")
    var window = 6

    var isLive: Bool { live || lowLatency || event }

    func validate() throws {
        let range = OptionRange("--window", 1...Double(LiveLadder.maximumWindow), "segments", example: "6")
        if let problem = range.problem(window) { throw ValidationError(problem) }
    }

    func serve(_ ladder: Ladder) throws -> LiveLadder {
        try LiveLadder(ladder) {
            $0.window = event ? .event : .sliding(window)
            $0.secondsBefore = Double(window * ladder.recipe.segmentSeconds)
            $0.isLowLatency = lowLatency
            $0.canSkip = lowLatency
        }
    }
}

struct NetworkOptions: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Delay before the first byte of each response: 0 or more, such as 50.", valueName: "milliseconds"))
    var latency = 0.0
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Additional delay for a connection's first response: 0 or more, such as 100.", valueName: "milliseconds"))
    var connectionLatency = 0.0
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Bit rate of the link, shared by all connections: 0 or more, such as 4000000.",
            valueName: "bits-per-second"))
    var rate: Double?
    @Option(
        help: ArgumentHelp("Trace file with the bit rate over time.", valueName: "file"), completion: .file())
    var trace: String?
    @Option(parsing: .unconditional, help: "The port: 0 to 65535, such as 8080; 0 for any free port.")
    var port = 0
    @Option(parsing: .unconditional, help: "Seconds after which the server stops: more than 0, such as 600.")
    var lifetime = 86_400.0
    @Option(
        name: .customLong("fault"),
        help: ArgumentHelp("A fault as described above; may be repeated.", valueName: "kind[=value]@path"))
    var faults: [String] = []
    @Flag(
        name: .customLong("verbose"),
        help:
            "Print a line per request: time and duration in seconds, depth in the chain of sequential responses, status, bytes, path."
    )
    var isVerbose = false

    func validate() throws {
        if let trace {
            guard let text = try? String(contentsOfFile: trace, encoding: .utf8) else {
                throw ValidationError("The trace file '\(trace)' cannot be read; check the path and its permissions.")
            }
            do { _ = try RateTrace(text: text) } catch {
                throw ValidationError("The trace file '\(trace)' is invalid: \(error)")
            }
        }
        if trace != nil, rate != nil { throw ValidationError("--rate and --trace exclude each other.") }
        let problems = [
            OptionRange("--port", 0...65_535, example: "8080").problem(port),
            OptionRange("--lifetime", 0...1e9, "seconds", example: "600", excludesLowest: true).problem(lifetime),
            OptionRange("--latency", 0...1e6, "milliseconds", example: "50").problem(latency),
            OptionRange("--connection-latency", 0...1e6, "milliseconds", example: "100").problem(connectionLatency),
            OptionRange("--rate", 0...OptionRange.unlimited, "bits per second", example: "4000000").problem(rate),
        ]
        if let problem = problems.compactMap(\.self).first { throw ValidationError(problem) }
        for fault in faults {
            do { _ = try OriginFault(text: fault) } catch { throw ValidationError("--fault: \(error)") }
        }
    }

    func apply(to settings: inout Origin.Settings) {
        settings.latency = latency / 1000
        settings.connectionLatency = connectionLatency / 1000
        settings.trace = rate.map { RateTrace(bitsPerSecond: $0) }
        if let trace, let text = try? String(contentsOfFile: trace, encoding: .utf8) {
            settings.trace = try? RateTrace(text: text)
        }
    }
}
