import Foundation
import FrameConversion
import MediaTesting
import Testing
import VideoFrames

@testable import MediaEngine

/// The geometry of displayed frames: rotated, stretched, cropped, with odd sizes.
@Suite(.enabled(if: StreamMaker.isAvailable))
struct ShapeTests {
    enum Color: Character { case red = "R", green = "G", blue = "B", white = "W" }

    /// Returns a video whose quarters are red and green (top), blue and white (bottom).
    private func quarters(_ width: Int, _ height: Int, _ encoding: [String], name: String = "film.mp4") async throws
        -> URL
    {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("quarters-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        var picture: [UInt8] = []
        for row in 0..<height {
            for column in 0..<width {
                switch (row * 2 >= height, column * 2 >= width) {
                case (false, false): picture += [255, 0, 0]
                case (false, true): picture += [0, 255, 0]
                case (true, false): picture += [0, 0, 255]
                case (true, true): picture += [255, 255, 255]
                }
            }
        }
        let raw = folder.appendingPathComponent("raw")
        try Data(picture + picture).write(to: raw)
        try await ffmpeg(
            ["-f", "rawvideo", "-pix_fmt", "rgb24", "-s", "\(width)x\(height)", "-r", "25", "-i", raw.path] + encoding,
            folder.appendingPathComponent(name))
        return folder.appendingPathComponent(name)
    }

    private func ffmpeg(_ arguments: [String], _ output: URL) async throws {
        let program = try #require(ExternalCommand.find("ffmpeg"))
        let outcome = try await ExternalCommand.run(
            program, ["-nostdin", "-loglevel", "error"] + arguments + [output.path])
        try #require(outcome.status == 0, "\(outcome.standardError)")
    }

    private static let lossless = ["-c:v", "libx264", "-qp", "0", "-pix_fmt", "yuv444p"]

    private func picture(_ url: URL) async throws -> (FrameBitmap, VideoTrackInfo) {
        let probe = SessionProbe(url)
        defer { probe.session.close() }
        try #require(await probe.firstPicture())
        let info = try #require(probe.session.asset.loadedInfo?.tracks.first?.video)
        return (try #require(probe.session.video.copyPixels()), info)
    }

    private func shownSize(_ picture: FrameBitmap) -> [Int] { [picture.width, picture.height] }

    private func color(_ picture: FrameBitmap, _ column: Int, _ row: Int) -> Color? {
        let at = (row * picture.width + column) * 4
        let (blue, green, red) = (picture.bytes[at] > 128, picture.bytes[at + 1] > 128, picture.bytes[at + 2] > 128)
        return switch (red, green, blue) {
        case (true, false, false): .red
        case (false, true, false): .green
        case (false, false, true): .blue
        case (true, true, true): .white
        default: nil
        }
    }

    /// Returns the displayed quarters: the top two, then the bottom two.
    private func seen(_ picture: FrameBitmap) -> String {
        let columns = [picture.width / 4, picture.width * 3 / 4]
        let rows = [picture.height / 4, picture.height * 3 / 4]
        return String(rows.flatMap { row in columns.map { color(picture, $0, row)?.rawValue ?? "?" } })
    }

    @Test(
        "a display matrix rotates the frame clockwise, and its size with it",
        arguments: [(0, "RGBW"), (90, "BRWG"), (180, "WBGR"), (270, "GWRB")])
    func rotation(degrees: Int, expected: String) async throws {
        let straight = try await quarters(64, 48, Self.lossless)
        let turned = straight.deletingLastPathComponent().appendingPathComponent("turned.mp4")
        try await ffmpeg(
            ["-i", straight.path, "-c", "copy", "-metadata:s:v:0", "rotate=\((360 - degrees) % 360)"], turned)
        let (picture, info) = try await picture(turned)
        #expect(info.rotation == degrees)
        let size: [Int] = degrees % 180 == 0 ? [64, 48] : [48, 64]
        #expect(shownSize(picture) == size)
        #expect(size == [info.displayWidth, info.displayHeight])
        #expect(seen(picture) == expected)
    }

    @Test(
        "non-square pixels stretch the frame, in width or height",
        arguments: [("4/3", 85, 48), ("1/2", 64, 96)])
    func sampleAspect(ratio: String, width: Int, height: Int) async throws {
        let url = try await quarters(64, 48, ["-vf", "setsar=\(ratio)"] + Self.lossless)
        let (picture, info) = try await picture(url)
        #expect(shownSize(picture) == [width, height])
        #expect(info.displayWidth == width)
        #expect(info.displayHeight == height)
        #expect(seen(picture) == "RGBW")
        #expect(color(picture, width - 1, height - 1) == Color.white)
        #expect(color(picture, 0, 0) == Color.red)
    }

    @Test("codec padding is cropped: no row or column of it is visible", arguments: ["yuv420p", "yuv444p"])
    func crop(format: String) async throws {
        let url = try await quarters(50, 38, ["-c:v", "libx264", "-qp", "0", "-pix_fmt", format])
        let (picture, _) = try await picture(url)
        #expect(shownSize(picture) == [50, 38])
        #expect(seen(picture) == "RGBW")
        #expect(color(picture, 49, 37) == Color.white)
        #expect(color(picture, 49, 0) == Color.green)
        #expect(color(picture, 0, 37) == Color.blue)
    }

    @Test(
        "odd sizes are displayed to the last pixel",
        arguments: [(35, 17), (17, 35), (33, 1), (1, 33), (101, 57)], ["yuv420p", "yuv422p", "yuv444p"])
    func oddSizes(size: (Int, Int), format: String) async throws {
        let (width, height) = size
        let url = try await quarters(width, height, ["-c:v", "ffv1", "-pix_fmt", format], name: "film.mkv")
        let (picture, _) = try await picture(url)
        #expect(shownSize(picture) == [width, height])
        if width > 4, height > 4 { #expect(seen(picture) == "RGBW") }
        let last = try #require(color(picture, width - 1, height - 1))
        if width > 1, height > 1 { #expect(last == Color.white) }
    }

    @Test(
        "drawn unscaled, no pixel outside of the frame is written, at any width", arguments: [32, 36, 50, 62, 72])
    func edges(width: Int) async throws {
        let url = try await quarters(width, 38, ["-c:v", "libx264", "-qp", "0", "-pix_fmt", "yuv420p"])
        let probe = SessionProbe(url)
        defer { probe.session.close() }
        try #require(await probe.firstPicture())
        let frame = try #require(probe.session.video.currentFrame?.frame)
        let (across, down) = (width + 40, 40)
        var surface = [UInt8](repeating: 77, count: across * down * 4)
        surface.withUnsafeMutableBytes { bytes in
            guard let base = bytes.baseAddress else { return }
            _ = FrameConverter().convert(
                frame, into: base + (across + 3) * 4, bytesPerRow: across * 4, width: width, height: 38)
        }
        for row in 0..<down {
            for column in 0..<across {
                let pixel = Array(surface[(row * across + column) * 4..<(row * across + column) * 4 + 4])
                let isPicture = (1..<39).contains(row) && (3..<(3 + width)).contains(column)
                if isPicture == (pixel == [77, 77, 77, 77]) {
                    Issue.record("at \(column), \(row): \(pixel)")
                    return
                }
            }
        }
    }

    @Test("interlaced video is marked as interlaced, with its field order")
    func interlaced() async throws {
        let recipe = ClipRecipe.marked(frames: 12).with {
            $0.container = .ts
            $0.video?.isInterlaced = true
        }
        let (_, info) = try await picture(try await StreamMaker.shared.clip(recipe))
        #expect(info.fieldOrder == .topFirst)
        let (_, plain) = try await picture(try await StreamMaker.shared.clip(.marked(frames: 12)))
        #expect(plain.fieldOrder != .topFirst && plain.fieldOrder != .bottomFirst)
    }

    @Test("bad input: a size that changes in mid-stream is correct before and after, also when seeking across it")
    func sizeChange() async throws {
        let recipe = ClipRecipe.marked(frames: 48).with {
            $0.container = .ts
            $0.video?.sizeFromMiddle = VideoRecipe.PixelSize(width: 480, height: 270)
        }
        let probe = SessionProbe(try await StreamMaker.shared.clip(recipe))
        defer { probe.session.close() }
        try #require(await probe.firstPicture())
        for (second, width) in [(0.5, 320), (1.5, 480), (0.25, 320), (1.25, 480)] {
            let landed = await probe.seek(second)
            #expect(landed.finished)
            #expect(probe.session.video.displaySize.width == width, "at \(second) s")
            // The frame numbers restart in each half.
            #expect(probe.mark == Int((second.truncatingRemainder(dividingBy: 1) * 24).rounded()), "at \(second) s")
        }
    }
}
