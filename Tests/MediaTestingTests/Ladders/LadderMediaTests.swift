import Foundation
import MediaTesting
import Testing

@Suite(.enabled(if: Probe.isAvailable, "the ffmpeg command is not installed"))
struct LadderMediaTests {
    @Test("fragmented segments decode individually, with consecutive frames, timestamps and the variant's mark")
    func fragmented() async throws {
        let ladder = try await Ladder.make(.small)
        for (variant, width) in [256, 384].enumerated() {
            for number in [0, 2] {
                let bytes = try ladder.bytes("/v\(variant)/init-0.mp4") + ladder.bytes("/v\(variant)/\(number).m4s")
                let file = try Probe.Scratch(bytes, "mp4")
                let marks = try await Probe.marks(file.url.path, width: width, height: width * 9 / 16)
                #expect(
                    marks == (0..<96).map { FrameMark.number(variant: variant, frame: number * 96 + $0) },
                    "variant \(variant), segment \(number)")
                let packets = try await Probe.show(file.url.path, ["-show_packets"])
                let first = try #require(packets.compactMap { $0["pts_time"].flatMap(Double.init) }.min())
                #expect(first == 10 + Double(number) * 4)
            }
        }
    }

    @Test("fragments with negative composition offsets have the same frames and no edit list")
    func negativeOffsets() async throws {
        let ladder = try await Ladder.make(.small.with { $0.hasNegativeCompositionOffsets = true })
        let head = try ladder.bytes("/v0/init-0.mp4")
        let usual = try await Ladder.make(.small).bytes("/v0/init-0.mp4")
        #expect(!head.contains(text: "elst") && usual.contains(text: "elst"))
        let file = try Probe.Scratch(try head + ladder.bytes("/v0/1.m4s"), "mp4")
        let marks = try await Probe.marks(file.url.path, width: 256, height: 144)
        #expect(marks == (96..<192).map { FrameMark.number(variant: 0, frame: $0) })
    }

    @Test("transport streams carry audio and video with the same timestamps", arguments: [900_000, 8_589_934_000])
    func transportStream(stamp: Int) async throws {
        let ladder = try await Ladder.make(
            .small.with {
                $0.container = .transportStream
                $0.audioForm = .muxed
                $0.firstStamp = stamp
            })
        let file = try Probe.Scratch(try ladder.bytes("/v0/0.ts") + ladder.bytes("/v0/1.ts"), "ts")
        let marks = try await Probe.marks(file.url.path, width: 256, height: 144)
        #expect(marks == (0..<192).map { FrameMark.number(variant: 0, frame: $0) })
        let streams = try await Probe.show(file.url.path, ["-show_entries", "stream=codec_name,sample_rate,width"])
        #expect(Set(streams.compactMap { $0["codec_name"] }) == ["h264", "aac"])
        let packets = try await Probe.show(file.url.path, ["-show_packets", "-select_streams", "v"])
        #expect(packets.count == 192)
        #expect(packets.filter { $0["flags"]?.hasPrefix("K") == true }.count == 4)
        if stamp == 900_000 {
            let times = packets.compactMap { $0["pts_time"].flatMap(Double.init) }
            #expect(times.min() == 10 && abs((times.max() ?? 0) - (18 - 1.0 / 24)) < 0.001)
        }
    }

    @Test("packed audio begins with its timestamp and has every sample once")
    func packed() async throws {
        let ladder = try await Ladder.make(.small.with { $0.audioForm = .packed })
        let first = try ladder.bytes("/a0/0.aac")
        let second = try ladder.bytes("/a0/1.aac")
        let owner = Array("com.apple.streaming.transportStreamTimestamp".utf8) + [0]
        func stamp(_ bytes: [UInt8]) throws -> Int {
            let place = try #require(bytes.indices.first { bytes[$0...].starts(with: owner) }) + owner.count
            return bytes[place..<(place + 8)].reduce(0) { $0 << 8 | Int($1) }
        }
        #expect(try stamp(first) == 900_000 - 1920)  // the encoder's delay of 1024 samples
        #expect(abs(try stamp(second) - 1_260_000) <= 1920)
        let file = try Probe.Scratch(first, "aac")
        let frames = try await Probe.show(file.url.path, ["-show_packets"])
        #expect(frames.count == 189)
    }

    @Test("each second of audio has its pitch, in both languages")
    func pitches() async throws {
        let ladder = try await Ladder.make(.small)
        for (track, base) in [440, 840].enumerated() {
            let file = try Probe.Scratch(
                try ladder.bytes("/a\(track)/init-0.mp4") + ladder.bytes("/a\(track)/0.m4s"), "mp4")
            let samples = try await pcm(file.url)
            for second in 0..<3 {
                let part = samples[(second * 48000 + 12000)..<(second * 48000 + 36000)]
                let crossings = zip(part, part.dropFirst()).count { $0 < 0 && $1 >= 0 }
                #expect(abs(crossings * 2 - (base + 50 * second)) <= 4, "second \(second) of language \(track)")
            }
        }
    }

    private func pcm(_ url: URL) async throws -> [Int16] {
        let raw = FileManager.default.temporaryDirectory.appendingPathComponent("pcm-\(UUID())")
        defer { try? FileManager.default.removeItem(at: raw) }
        let ffmpeg = try #require(ExternalCommand.find("ffmpeg"))
        let outcome = try await ExternalCommand.run(
            ffmpeg, ["-nostdin", "-loglevel", "error", "-i", url.path, "-ac", "1", "-f", "s16le", raw.path])
        #expect(outcome.status == 0, "\(outcome.standardError)")
        let data = try Data(contentsOf: raw)
        return data.withUnsafeBytes { Array($0.bindMemory(to: Int16.self)) }
    }

    @Test("HEVC and AV1 ladders decode with their marks", arguments: [VideoRecipe.Codec.hevc, .av1])
    func codecs(codec: VideoRecipe.Codec) async throws {
        let ladder = try await Ladder.make(
            LadderRecipe(variants: [.init(256, 144, bitsPerSecond: 100_000, codec: codec)]).with { $0.seconds = 8 })
        let file = try Probe.Scratch(try ladder.bytes("/v0/init-0.mp4") + ladder.bytes("/v0/1.m4s"), "mp4")
        let marks = try await Probe.marks(file.url.path, width: 256, height: 144)
        #expect(marks == (96..<192).map { FrameMark.number(variant: 0, frame: $0) })
        let name = try #require(ladder.multivariantPlaylist().text.firstMatch(of: /CODECS="([^",]+)/)?.1)
        #expect(name.hasPrefix(codec == .hevc ? "hvc1.1.6.L" : "av01.0."), "\(name)")
    }

    @Test("a second programme restarts its timestamps and continues its frame marks")
    func programs() async throws {
        let ladder = try await Ladder.make(
            .small.with {
                $0.seconds = 8
                $0.programs = 2
            })
        let file = try Probe.Scratch(try ladder.bytes("/v1/init-1.mp4") + ladder.bytes("/v1/2.m4s"), "mp4")
        let marks = try await Probe.marks(file.url.path, width: 384, height: 216, frames: 3)
        #expect(marks == (192..<195).map { FrameMark.number(variant: 1, frame: $0) })
        let packets = try await Probe.show(file.url.path, ["-show_packets"])
        #expect(packets.compactMap { $0["pts_time"].flatMap(Double.init) }.min() == 10)
    }

    @Test("the bytes of a key frame alone decode to a frame", arguments: LadderRecipe.Container.allCases)
    func keyFrames(container: LadderRecipe.Container) async throws {
        let ladder = try await Ladder.make(.small.with { $0.container = container })
        let text = try ladder.text("/v0/iframes.m3u8")
        #expect(text.contains("#EXT-X-I-FRAMES-ONLY"))
        let entries = text.matches(of: /#EXT-X-BYTERANGE:(\d+)@(\d+)\n(.+)\n/)
        #expect(entries.count == (container == .fragmented ? 8 : 4))
        let entry = try #require(entries.last)
        let (size, start) = (try #require(Int(entry.1)), try #require(Int(entry.2)))
        let bytes = try ladder.bytes("/v0/\(entry.3)")
        let head = container == .fragmented ? try ladder.bytes("/v0/init-0.mp4") : []
        let file = try Probe.Scratch(
            head + bytes[start..<(start + size)], container == .fragmented ? "mp4" : "ts")
        let marks = try await Probe.marks(file.url.path, width: 256, height: 144, frames: 1)
        #expect(marks == [FrameMark.number(variant: 0, frame: container == .fragmented ? 336 : 288)])
    }

    @Test("each tile of a thumbnail sheet shows another second")
    func tiles() async throws {
        let ladder = try await Ladder.make(.small.with { $0.hasTiles = true })
        #expect(try ladder.text("/tiles/index.m3u8").contains("#EXT-X-TILES:RESOLUTION=160x90,LAYOUT=4x3,DURATION=1"))
        let file = try Probe.Scratch(try ladder.bytes("/tiles/1.jpg"), "jpg")
        let streams = try await Probe.show(file.url.path, ["-show_entries", "stream=width,height"])
        #expect(streams.first == ["width": "640", "height": "270"])
        let marks = try await Probe.marks(file.url.path, width: 160, height: 90, frames: 1)
        #expect(marks == [12 * 24])
    }
}
