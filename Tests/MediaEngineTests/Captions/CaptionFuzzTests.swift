import CFFmpeg
import CoreMedia
import Foundation
import HLS
import MediaTesting
import Testing

@testable import MediaEngine

/// Caption files and events with bytes changed, removed, repeated and swapped, in all readers: nothing traps, nothing hangs.
///
/// `script/soak captions SECONDS` runs this for longer.
@Suite(.serialized)
struct CaptionFuzzTests {
    /// The seconds of each of the three tests.
    private static let seconds = ProcessInfo.processInfo.environment["OPENAVKIT_CAPTIONS"].flatMap(Double.init).map {
        $0 / 3
    }
    private static let usualRounds = 300
    /// The longest processor time for a file of some kilobytes.
    private static let longest = Duration.seconds(2)

    private static let webVTT = """
        WEBVTT
        X-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:900000

        STYLE
        ::cue { color: rgba(0, 255, 0, 0.5); font: italic bold 150%/1.2 "A b", serif }
        ::cue(v[voice="Mary"] > .loud), ::cue(#\\31 :lang(en)) { background: hsl(120, 50%, 50%) !important }

        REGION
        id:r width:40% lines:3 regionanchor:0%,100% viewportanchor:10%,90% scroll:up

        1
        00:01.000 --> 00:02.000 region:r align:left position:10%,line-left size:50%
        <v Mary><c.loud>One</c> <lang en-GB>two<00:01.500></lang></v> <ruby>a<rt>b</ruby> &NotEqualTilde;&#x41;&notit;

        00:00:03.000 --> 00:00:01.000 line:-1.5 vertical:rl
        backwards
        """
    private static let subRip = """
        1
        00:00:01,000 --> 00:00:02,500 X1:10 X2:20
        {\\an8}{\\i1}<font color="#ff0000">Grüße</font> <b>こんにちは</b> A < B & C

        2
        00:00:03,5 --> 01:00:04,000
        Привет <u>мир
        """
    private static let subStation = """
        PlayResX: 640
        PlayResY: 480
        Format: Name, Fontname, Fontsize, PrimaryColour, Bold, Italic, Underline, Alignment
        Style: Default,Arial,20,&H80FFFFFF,-1,0,0,2
        0,0,Default,,0,0,0,,{\\b1\\c&H0000FF&\\pos(10,20)\\fs30\\fnSerif\\t(0,1,\\i1)}a\\Nb{\\rDefault\\alpha&H80&}c{\\p1}m 0 0
        """

    private static func mutated(_ bytes: [UInt8], _ random: inout some RandomNumberGenerator) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...8, using: &random) where !bytes.isEmpty {
            let place = Int.random(in: 0..<bytes.count, using: &random)
            let end = min(bytes.count, place + Int.random(in: 1...40, using: &random))
            switch Int.random(in: 0...5, using: &random) {
            case 0: bytes.removeSubrange(place..<end)
            case 1: bytes.insert(contentsOf: bytes[place..<end], at: Int.random(in: 0...bytes.count, using: &random))
            case 2: bytes[place] = UInt8.random(in: 0...255, using: &random)
            case 3: bytes.insert(contentsOf: Array("0123456789999999999".utf8), at: place)
            case 4: bytes.swapAt(place, end - 1)
            default: bytes[place] = [0x0a, 0x0d, 0x3c, 0x26, 0x7b, 0x5c, 0x28, 0x22].randomElement(using: &random) ?? 0
            }
        }
        return bytes
    }

    private static func read(_ bytes: [UInt8]) {
        for language in [nil, "ja", "ru", "zh"] {
            let text = CaptionText(Data(bytes), language: language).text
            for document in [text, SubRipText(text).webVTT] {
                let file = WebVTTFile.parse(Array(document.utf8))
                let sheet = WebVTTStyleSheet(file.styles)
                for cue in file.cues.flatMap({ SubtitleCues.Cue.list($0, sheet: sheet) }) {
                    let ranges = cue.styles.map(\.range) + cue.annotations.map(\.range)
                    #expect(ranges.allSatisfy { $0.lowerBound >= 0 && $0.upperBound <= cue.text.utf16.count })
                }
            }
            let event = SubStationEvent(text, script: SubStationScript(text))
            #expect(event.styles.allSatisfy { $0.range.upperBound <= event.text.utf16.count })
        }
    }

    @Test("mutated caption files are read without a trap and in time, in every encoding")
    func mutated_areRead() throws {
        let samples = [Self.webVTT, Self.subRip, Self.subStation].flatMap { text in
            [String.Encoding.utf8, .utf16, .utf16BigEndian, .shiftJIS, .windowsCP1252].compactMap { encoding in
                text.data(using: encoding, allowLossyConversion: true).map(Array.init)
            }
        }
        try #require(samples.count >= 9)
        Self.repeatRounds(Self.usualRounds) { round, random in
            Self.read(Self.mutated(samples[round % samples.count], &random))
        }
    }

    /// Calls `body` with the number of each round and its random numbers: for the time of a long run, or for a number of rounds.
    private static func repeatRounds(_ usual: Int, _ body: (Int, inout Repeatable) throws -> Void) rethrows {
        let end = ContinuousClock.now + .seconds(seconds ?? 3_600)
        var round = 0
        while ContinuousClock.now < end, seconds != nil || round < usual {
            var random = Repeatable(state: UInt64(round))
            let took = try processorTime { try body(round, &random) }
            #expect(took < longest, "round \(round)")
            round += 1
        }
    }

    /// Returns a packet with other bytes; nil if there is not enough memory.
    private static func packet(_ bytes: [UInt8], like model: Packet) -> Packet? {
        guard let raw = av_packet_alloc(), av_new_packet(raw, Int32(bytes.count)) >= 0 else { return nil }
        for (index, byte) in bytes.enumerated() { raw.pointee.data[index] = byte }
        raw.pointee.pts = model.raw.pointee.pts
        return Packet(
            taking: raw, trackIndex: model.trackIndex, format: model.format, time: model.time,
            decodeTime: model.decodeTime, isDecodeTimeKnown: true, duration: model.duration)
    }

    @Test(
        "mutated packets of picture subtitles give pictures within the limits, or none",
        .enabled(if: StreamMaker.isAvailable))
    func mutatedPictures_areDecoded() async throws {
        var graphics = PresentationGraphics(width: 640, height: 360)
        graphics.show([.init(x: 64, y: 36, width: 128, height: 36), .init(x: 9, y: 9, width: 40, height: 20)], at: 0.2)
        graphics.show([.init(x: 160, y: 252, width: 320, height: 72)], at: 0.5)
        graphics.show([], at: 0.8)
        var sources: [(demuxer: Demuxer, track: TrackInfo, packets: [Packet])] = []
        for codec in ["copy", "dvdsub", "dvbsub"] {
            let film = try await CaptionClip.make(graphics.data, named: "a.sup", codec: codec, seconds: 1)
            defer { CaptionClip.remove(film) }
            let demuxer = try Demuxer.open(MediaLocator(url: film))
            let track = try #require(demuxer.info.tracks.first { $0.kind == .subtitle })
            var packets: [Packet] = []
            while let packet = try demuxer.read() { if packet.trackIndex == track.index { packets.append(packet) } }
            try #require(packets.count >= 2)
            sources.append((demuxer, track, packets))
        }
        Self.repeatRounds(Self.usualRounds) { round, random in
            let (demuxer, track, packets) = sources[round % sources.count]
            guard let codec = SubtitleCodec(demuxer: demuxer, track: track) else { return }
            let decoder = PictureCaptionDecoder(codec, track: track, video: nil)
            for model in packets {
                guard let packet = Self.packet(Self.mutated(model.bytes, &random), like: model) else { continue }
                for caption in decoder.decode(packet) {
                    let pictures = caption.graphics?.pictures ?? []
                    #expect(pictures.count <= PictureCaptionDecoder.maximumPictures)
                    #expect(caption.range.duration.seconds <= 30)
                    #expect(pictures.allSatisfy { $0.frame.minX.isFinite && $0.frame.width > 0 && $0.frame.height > 0 })
                }
            }
            decoder.flush()
        }
    }

    @Test(
        "mutated Matroska files with fonts are opened, and mutated scripts are drawn",
        .enabled(if: StreamMaker.isAvailable))
    func mutatedScripts_areDrawn() async throws {
        let font = FileManager.default.temporaryDirectory.appendingPathComponent("font-\(UUID().uuidString).ttf")
        try Data((0..<2_000).map { UInt8(truncatingIfNeeded: $0 * 7) }).write(to: font)
        defer { try? FileManager.default.removeItem(at: font) }
        let lines = (0..<4).map {
            "0,0:00:00.\($0)0,0:00:01.00,Default,,0,0,0,,{\\k10\\move(1,2,3,4)\\fnOwn}a{\\p1}m 0 0 l 9 9"
        }
        let script = ScriptSamples.file(lines) + "[Fonts]\nfontname: own.ttf\n" + String(repeating: "!A#b", count: 20)
        let film = try await CaptionClip.make(
            Data(script.utf8), named: "a.ass", codec: "ass", seconds: 1, fonts: [font])
        defer { CaptionClip.remove(film) }
        let bytes = Array(try Data(contentsOf: film))
        let copy = film.deletingLastPathComponent().appendingPathComponent("copy.mkv")
        try Self.repeatRounds(40) { round, random in
            try Data(Self.mutated(bytes, &random)).write(to: copy)
            if let demuxer = try? Demuxer.open(MediaLocator(url: copy)) {
                #expect(demuxer.fonts.count <= AttachedFonts.maximumFonts)
            }
            let text = String(decoding: Self.mutated(Array(script.utf8), &random), as: UTF8.self)
            let captions = SubStationFile(text).captions(ofTrack: 1)
            guard let document = captions.first?.graphics?.line?.document, let renderer = ScriptRenderer(document)
            else {
                return
            }
            for line in captions.compactMap({ $0.graphics?.line }) { renderer.add(line, start: 0, duration: 1_000) }
            renderer.setLayout(.init(width: 320, height: 180, storedWidth: 640, storedHeight: 360, lift: 0.1))
            for time in stride(from: Int64(0), to: 1_000, by: 250) { _ = renderer.render(milliseconds: time) }
        }
    }

    /// The same numbers for the same state (SplitMix64).
    private struct Repeatable: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9e37_79b9_7f4a_7c15
            var mixed = state
            mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
            return mixed ^ (mixed >> 31)
        }
    }
}
