import Foundation
import MediaTesting
import Testing

@Suite(.enabled(if: StreamMaker.isAvailable))
struct StreamMakerTests {
    /// Returns frame `index` of a clip as B, G, R, A, decoded by ffmpeg.
    private func frame(_ index: Int, of clip: URL, width: Int, height: Int) async throws -> [UInt8] {
        let raw = FileManager.default.temporaryDirectory.appendingPathComponent("frame-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: raw) }
        let ffmpeg = try #require(ExternalCommand.find("ffmpeg"))
        let outcome = try await ExternalCommand.run(
            ffmpeg,
            [
                "-nostdin", "-loglevel", "error", "-i", clip.path, "-vf",
                "select=eq(n\\,\(index)),scale=\(width):\(height)",
                "-frames:v", "1", "-pix_fmt", "bgra", "-f", "rawvideo", raw.path,
            ])
        try #require(outcome.status == 0, "\(outcome.standardError)")
        return [UInt8](try Data(contentsOf: raw))
    }

    private func probe(_ clip: URL, _ entries: String, streams: String? = nil) async throws -> String {
        let ffprobe = try #require(ExternalCommand.find("ffprobe"))
        let selection = streams.map { ["-select_streams", $0] } ?? []
        let outcome = try await ExternalCommand.run(
            ffprobe, ["-loglevel", "error"] + selection + ["-show_entries", entries, "-of", "compact", clip.path])
        return outcome.standardOutput
    }

    @Test(
        "a marked clip displays each frame's number, also scaled, in every codec",
        arguments: [VideoRecipe.Codec.h264, .hevc, .av1, .vp9, .vp8, .mpeg2, .mpeg4, .mjpeg, .prores])
    func marks(codec: VideoRecipe.Codec) async throws {
        let clip = try await StreamMaker.shared.clip(.marked(frames: 12, codec: codec))
        for index in [0, 7, 11] {
            #expect(
                FrameMark.read(from: try await frame(index, of: clip, width: 320, height: 180), width: 320, height: 180)
                    == index)
        }
        #expect(
            FrameMark.read(from: try await frame(5, of: clip, width: 500, height: 281), width: 500, height: 281) == 5)
    }

    @Test("equal recipes give the same file, and different ones different files")
    func sameFile() async throws {
        let first = try await StreamMaker.shared.clip(.marked(frames: 12))
        let again = try await StreamMaker(folder: StreamMaker.shared.folder).clip(.marked(frames: 12))
        let other = try await StreamMaker.shared.clip(.marked(frames: 13))
        #expect(first == again)
        #expect(first != other)
    }

    @Test("a rich clip has its tracks, languages, chapters, tags and cover")
    func rich() async throws {
        for container in [ClipRecipe.Container.mp4, .mkv] {
            let clip = try await StreamMaker.shared.clip(.rich(container: container))
            let streams = try await probe(clip, "stream=codec_type:stream_tags=language")
            #expect(streams.components(separatedBy: "codec_type=audio").count == 3, "\(streams)")
            #expect(streams.components(separatedBy: "codec_type=subtitle").count == 3, "\(streams)")
            #expect(streams.contains("eng") && (streams.contains("deu") || streams.contains("ger")), "\(streams)")
            let chapters = try await probe(clip, "chapter_tags=title:format_tags=title")
            for title in ["Opening", "Middle", "End", "A rich clip"] {
                #expect(chapters.contains(title), "\(chapters)")
            }
        }
    }

    @Test("dimensions and colour tags are written into the file")
    func tags() async throws {
        let rotated = try await StreamMaker.shared.clip(ClipRecipe.marked(frames: 4).with { $0.video?.rotation = 90 })
        let rotation = try await probe(rotated, "stream_side_data=rotation", streams: "v")
        #expect(rotation.contains("rotation=-90"), "\(rotation)")

        let anamorphic = try await StreamMaker.shared.clip(
            ClipRecipe.marked(frames: 4).with { $0.video?.sampleAspect = .init(4, 3) })
        #expect(try await probe(anamorphic, "stream=sample_aspect_ratio").contains("4:3"))

        let hdr = try await StreamMaker.shared.clip(
            ClipRecipe.marked(frames: 4, codec: .hevc).with {
                $0.video?.bitsPerComponent = 10
                $0.video?.matrix = .bt2020
                $0.video?.transfer = .pq
            })
        let colour = try await probe(hdr, "stream=pix_fmt,color_space,color_transfer,color_primaries")
        for word in ["yuv420p10le", "bt2020nc", "smpte2084", "bt2020"] { #expect(colour.contains(word), "\(colour)") }

        let full = try await StreamMaker.shared.clip(.solid(red: 255, green: 0, blue: 0, isFullRange: true))
        #expect(try await probe(full, "stream=color_range").contains("pc"))

        let interlaced = try await StreamMaker.shared.clip(
            ClipRecipe.marked(frames: 6).with { $0.video?.isInterlaced = true })
        let fields = try await probe(interlaced, "frame=interlaced_frame,top_field_first", streams: "v")
        #expect(fields.contains("interlaced_frame=1|top_field_first=1"), "\(fields)")
    }

    @Test("a solid clip decodes to its colour with its colour tags")
    func solid() async throws {
        let clip = try await StreamMaker.shared.clip(.solid(red: 200, green: 40, blue: 90))
        let pixels = try await frame(1, of: clip, width: 64, height: 64)
        let middle = (32 * 64 + 32) * 4
        #expect(abs(Int(pixels[middle]) - 90) < 6 && abs(Int(pixels[middle + 1]) - 40) < 6)
        #expect(abs(Int(pixels[middle + 2]) - 200) < 6)
    }

    @Test("audio-only, surround and mid-file size changes are supported")
    func odd() async throws {
        let audio = try await StreamMaker.shared.clip(.audioOnly())
        #expect(try await probe(audio, "stream=codec_name").contains("mjpeg"))
        let surround = try await StreamMaker.shared.clip(
            ClipRecipe(seconds: 1, audio: [AudioRecipe(sound: .toneInEachChannel, channels: 6)]))
        #expect(try await probe(surround, "stream=channels").contains("channels=6"))
        let changing = try await StreamMaker.shared.clip(
            ClipRecipe.marked(frames: 24).with {
                $0.container = .ts
                $0.video?.sizeFromMiddle = .init(width: 640, height: 360)
            })
        let sizes = try await probe(changing, "frame=width", streams: "v")
        #expect(sizes.contains("width=320") && sizes.contains("width=640"))
    }

    @Test("corruption is deterministic and truncates at the given position")
    func damage() async throws {
        let whole = try Data(contentsOf: try await StreamMaker.shared.clip(.markedWithTone(seconds: 1)))
        let cut = try Data(
            contentsOf: try await StreamMaker.shared.clip(ClipRecipe.markedWithTone(seconds: 1).cut(to: 0.5)))
        #expect(cut == whole.prefix(whole.count / 2))
        let noisy = try Data(
            contentsOf: try await StreamMaker.shared.clip(ClipRecipe.markedWithTone(seconds: 1).corrupted(sparing: 100))
        )
        #expect(noisy.count == whole.count && noisy != whole && noisy.prefix(100) == whole.prefix(100))
    }
}

struct FrameMarkTests {
    private func picture(of cells: [Bool], grey: UInt8 = 0) -> [UInt8] {
        (0..<32).flatMap { _ in cells.flatMap { Array(repeating: $0 ? 255 : grey, count: 4 * 4) } }
    }

    @Test("every number is read back, and no other image is read as a number")
    func roundTrip() {
        for number in [0, 1, 2, 239, 65535, 65536, (1 << 24) - 1] {
            #expect(FrameMark.read(from: picture(of: FrameMark.cells(of: number)), width: 128, height: 32) == number)
        }
        var broken = FrameMark.cells(of: 77)
        broken[10].toggle()
        #expect(FrameMark.read(from: picture(of: broken), width: 128, height: 32) == nil)
        #expect(FrameMark.read(from: picture(of: FrameMark.cells(of: 77), grey: 230), width: 128, height: 32) == nil)
        #expect(FrameMark.read(from: [UInt8](repeating: 0, count: 128 * 32 * 4), width: 128, height: 32) == nil)
        #expect(FrameMark.read(from: [], width: 128, height: 32) == nil)
        #expect(FrameMark.read(from: [1, 2, 3, 4], width: 1, height: 1) == nil)
    }
}
