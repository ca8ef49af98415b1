import Foundation
import MediaTesting
import Testing

/// Complete ladders played from the server by ffmpeg's HLS demuxer, as an independent check of playlists, keys and timestamps.
@Suite(.enabled(if: Probe.isAvailable, "the ffmpeg command is not installed"))
struct ServedLadderTests {
    private static let forms: [(String, LadderRecipe)] = [
        ("fragments", .small),
        ("fragments with audio", .small.with { $0.audioForm = .muxed }),
        ("streams", .small.with { $0.container = .transportStream }),
        (
            "byte ranges",
            .small.with { $0.addressing = .byteRanges }
        ),
        (
            "keys that change, without vectors, in streams",
            .small.with {
                $0.container = .transportStream
                $0.encryption = .aes128(segmentsPerKey: 1, hasExplicitVectors: false)
            }
        ),
        (
            "keys that change, with vectors, in streams",
            .small.with {
                $0.container = .transportStream
                $0.encryption = .aes128(segmentsPerKey: 2, hasExplicitVectors: true)
            }
        ),
        (
            "sample encryption in streams",
            .small.with {
                $0.container = .transportStream
                $0.audioForm = .muxed
                $0.encryption = .sampleAES
            }
        ),
        ("keys, in fragments", .small.with { $0.encryption = .aes128(segmentsPerKey: 2, hasExplicitVectors: true) }),
    ]

    @Test("every frame arrives once and in order", arguments: forms.indices)
    func frames(form: Int) async throws {
        let (name, recipe) = Self.forms[form]
        let ladder = try await Ladder.make(recipe)
        let origin = try Origin(ladder)
        let url = origin.url("/v1/index.m3u8").absoluteString
        let marks = try await Probe.marks(url, width: 384, height: 216)
        // ffmpeg 5.1 loses the key for packets buffered at the end of the playlist, and outputs two corrupt frames.
        let isForgetful = recipe.encryption == .sampleAES
        let expected = (0..<384).map { FrameMark.number(variant: 1, frame: $0) }
        #expect(marks.count == expected.count, "\(name)")
        #expect(
            marks.dropLast(isForgetful ? 2 : 0) == expected.dropLast(isForgetful ? 2 : 0).map(Optional.some), "\(name)")
        if !isForgetful {
            let complaints = try await Probe.complaints(url)
            #expect(complaints.isEmpty, "\(name)")
        }
    }

    @Test("HEVC works in transport streams, too")
    func hevcStream() async throws {
        let ladder = try await Ladder.make(
            LadderRecipe(variants: [.init(256, 144, bitsPerSecond: 100_000, codec: .hevc)]).with {
                $0.seconds = 8
                $0.container = .transportStream
            })
        let origin = try Origin(ladder)
        let marks = try await Probe.marks(origin.url("/v0/index.m3u8").absoluteString, width: 256, height: 144)
        #expect(marks == (0..<192).map { FrameMark.number(variant: 0, frame: $0) })
    }

    @Test("a ladder can be audio-only")
    func soundAlone() async throws {
        let ladder = try await Ladder.make(
            LadderRecipe(variants: []).with {
                $0.seconds = 8
                $0.audioForm = .packed
            })
        let origin = try Origin(ladder)
        let streams = try await Probe.show(
            origin.url("/main.m3u8").absoluteString, ["-show_entries", "stream=codec_type"])
        #expect(!streams.isEmpty && streams.allSatisfy { $0["codec_type"] ?? "audio" == "audio" })
    }

    @Test("the multivariant playlist contains the renditions of the recipe")
    func multivariant() async throws {
        let origin = try Origin(try await Ladder.make(.small))
        let streams = try await Probe.show(
            origin.url("/main.m3u8").absoluteString, ["-show_entries", "stream=codec_name,width,channels"])
        // ffprobe lists each stream in its programme and separately.
        #expect(Set(streams.compactMap { $0["width"] }) == ["256", "384"])
        #expect(streams.contains { $0["codec_name"] == "aac" })
    }

    @Test("sample-encrypted audio in packed segments has all its frames")
    func packedSampleAES() async throws {
        let origin = try Origin(
            try await Ladder.make(
                .small.with {
                    $0.audioForm = .packed
                    $0.container = .transportStream
                    $0.encryption = .sampleAES
                }))
        let packets = try await Probe.show(
            origin.url("/a0/index.m3u8").absoluteString, ["-show_entries", "packet=pts_time", "-select_streams", "a"])
        #expect(packets.count == 750 || packets.count == 751)
    }

    @Test("encrypted fragments decode with the key, and only with it")
    func protectedFragments() async throws {
        let ladder = try await Ladder.make(.small.with { $0.encryption = .sampleAES })
        #expect(try ladder.text("/v0/index.m3u8").contains("#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"../keys/0.key\",IV=0x"))
        let key = try ladder.bytes("/keys/0.key").map { String(format: "%02x", $0) }.joined()
        // As unseekable input: with seeking, libavformat 5.1 mixes up the fragments' encryption records.
        let joined = try Origin(
            FixedContent([
                "/joined.mp4": OriginResource(
                    try ladder.bytes("/v0/init-0.mp4") + ladder.bytes("/v0/1.m4s"), contentType: "video/mp4")
            ]))
        let marks = try await Probe.marks(
            joined.url("/joined.mp4").absoluteString, width: 256, height: 144,
            options: ["-seekable", "0", "-decryption_key", key])
        #expect(marks == (96..<192).map { FrameMark.number(variant: 0, frame: $0) })
        let clear = try await Ladder.make(.small)
        let usual = try Probe.Scratch(try clear.bytes("/a0/init-0.mp4") + clear.bytes("/a0/1.m4s"), "mp4")
        let sealed = try Probe.Scratch(try ladder.bytes("/a0/init-0.mp4") + ladder.bytes("/a0/1.m4s"), "mp4")
        let hash = ["-show_entries", "packet=data_hash", "-show_data_hash", "md5"]
        let plain = try await Probe.show(usual.url.path, hash).compactMap { $0["data_hash"] }
        let opened = try await Probe.show(sealed.url.path, hash + ["-decryption_key", key]).compactMap {
            $0["data_hash"]
        }
        #expect(!plain.isEmpty && plain == opened)
        // Without the key hardly any byte of the audio is unchanged.
        let same = zip(try clear.bytes("/a0/1.m4s"), try ladder.bytes("/a0/1.m4s")).count { $0 == $1 }
        #expect(try same < clear.bytes("/a0/1.m4s").count / 8)
    }
}
