import Foundation
import MediaTesting
import Testing

@testable import MediaEngine

struct BadInputTests {
    private func file(_ name: String, _ bytes: Data) throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "openavkit-bad-input-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let url = folder.appendingPathComponent(name)
        try bytes.write(to: url)
        return url
    }

    private func errorOf(_ url: URL) async -> MediaError? {
        let probe = SessionProbe(url)
        probe.session.setRate(1)
        return await probe.failure()
    }

    @Test("bad input: a missing file, a directory, an empty file and a text file are distinguished")
    func open_badFiles_reportTheirErrors() async throws {
        let missing = URL(fileURLWithPath: "/nonexistent/film.mp4")
        #expect(await errorOf(missing)?.code == .fileNotFound)
        let empty = try file("empty.mp4", Data())
        #expect(await errorOf(empty)?.code == .empty)
        #expect(await errorOf(empty.deletingLastPathComponent())?.code == .isDirectory)
        let text = try file("text.mp4", Data("Dear diary, this is not a film.\n".utf8))
        let error = await errorOf(text)
        #expect(error?.code == .formatNotRecognized || error?.code == .noPlayableTracks || error?.code == .malformed)
        #expect(error?.message.isEmpty == false)
    }

    @Test(
        "bad input: a file truncated anywhere plays its rest or reports an error, and never hangs",
        .enabled(if: StreamMaker.isAvailable))
    func open_cutAnywhere_endsOrFails() async throws {
        for part in [0.02, 0.1, 0.3, 0.6, 0.95] {
            let url = try await StreamMaker.shared.clip(ClipRecipe.marked(frames: 96).cut(to: part))
            let probe = SessionProbe(url)
            probe.session.setRate(8)
            let end = await probe.event { event in
                switch event {
                case .failed, .endedEarly, .ended: true
                default: false
                }
            }
            #expect(end != nil, "truncated to \(part)")
            if part < 0.9 {
                guard case .endedEarly(let error) = end else {
                    Issue.record("a file truncated to \(part) ended without an error")
                    continue
                }
                #expect(error.message.isEmpty == false)
            }
            probe.session.close()
        }
    }

    @Test("bad input: damaged bytes in the middle do not stop playback", .enabled(if: StreamMaker.isAvailable))
    func play_damaged_continues() async throws {
        for seed in 1...4 {
            let url = try await StreamMaker.shared.clip(
                ClipRecipe.marked(frames: 96).corrupted(bytes: 200, seed: UInt64(seed), sparing: 8192))
            let probe = SessionProbe(url)
            probe.session.setRate(8)
            let end = await probe.event { event in
                switch event {
                case .failed, .endedEarly, .ended: true
                default: false
                }
            }
            #expect(end != nil)
            probe.session.close()
        }
    }

    @Test(
        "bad input: a frame size that changes in the middle is displayed in the new size [hls.md 7: size or codec without a tag]",
        .enabled(if: StreamMaker.isAvailable))
    func play_sizeChange_isReported() async throws {
        let recipe = ClipRecipe.marked(frames: 48).with {
            $0.container = .ts
            $0.video?.sizeFromMiddle = VideoRecipe.PixelSize(width: 480, height: 270)
        }
        let url = try await StreamMaker.shared.clip(recipe)
        let probe = SessionProbe(url)
        probe.session.setRate(2)
        #expect(await probe.ended())
        let sizes = probe.events.compactMap { event -> Int? in
            if case .presentationSizeChanged(let width, _) = event { width } else { nil }
        }
        #expect(sizes.contains(480))
        probe.session.close()
    }
}
