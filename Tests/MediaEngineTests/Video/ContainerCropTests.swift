import CFFmpeg
import Foundation
import FrameConversion
import MediaTesting
import Testing
import VideoFrames

@testable import MediaEngine

/// Container properties of video that libavformat does not report.
@Suite(.enabled(if: StreamMaker.isAvailable))
struct ContainerCropTests {
    /// The crop of a 64 by 48 video: left, top, right, bottom.
    private static let sides = [8, 4, 16, 14]

    /// Returns a 64 by 48 video whose quarters are red and green (top), blue and white (bottom).
    private func quarters(_ name: String, _ options: [String] = []) async throws -> [UInt8] {
        let folder = try ScratchFolder()
        let program = try #require(ExternalCommand.find("ffmpeg"))
        let colors = ["red", "lime", "blue", "white"].flatMap {
            ["-f", "lavfi", "-i", "color=\($0):s=32x24:r=25:d=0.2,format=rgb24"]
        }
        let output = folder.url.appendingPathComponent(name)
        let outcome = try await ExternalCommand.run(
            program,
            ["-nostdin", "-loglevel", "error"] + colors + [
                "-filter_complex",
                "[0][1]hstack[a];[2][3]hstack[b];[a][b]vstack,scale=out_color_matrix=bt709,format=yuv444p",
                "-c:v", "libx264", "-qp", "0",
            ] + options + [output.path])
        try #require(outcome.status == 0, "\(outcome.standardError)")
        return [UInt8](try Data(contentsOf: output))
    }

    private func expectCropped(_ bytes: [UInt8], _ name: String) async throws {
        let folder = try ScratchFolder()
        let file = try folder.file(name, bytes)
        let probe = SessionProbe(file)
        defer { probe.session.close() }
        try #require(await probe.firstPicture())
        let info = try #require(probe.session.asset.loadedInfo?.tracks.first?.video)
        #expect(info.crop.map { [$0.left, $0.top, $0.right, $0.bottom] } == Self.sides)
        #expect(info.width == 64 && info.height == 48)
        #expect(info.displayWidth == 40 && info.displayHeight == 30)
        let picture = try #require(probe.session.video.copyPixels())
        try #require(picture.width == 40 && picture.height == 30)
        func color(_ column: Int, _ row: Int) -> [Bool] {
            let at = (row * 40 + column) * 4
            return [2, 1, 0].map { picture.bytes[at + $0] > 128 }
        }
        // The center of the video is at 24, 20 of the cropped frame.
        #expect(color(0, 0) == [true, false, false] && color(23, 19) == [true, false, false])
        #expect(color(24, 19) == [false, true, false] && color(39, 0) == [false, true, false])
        #expect(color(23, 20) == [false, false, true] && color(0, 29) == [false, false, true])
        #expect(color(24, 20) == [true, true, true] && color(39, 29) == [true, true, true])
    }

    // MARK: - MP4

    private func big(_ value: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) } }

    /// Appends a box to the first track's sample description.
    private func adding(_ box: [UInt8], to film: [UInt8]) throws -> [UInt8] {
        var film = film
        func size(_ at: Int) -> Int { film[at..<at + 4].reduce(0) { $0 << 8 | Int($1) } }
        var (from, to) = (0, film.count)
        var parents: [Int] = []
        for (name, contents) in [
            ("moov", 8), ("trak", 8), ("mdia", 8), ("minf", 8), ("stbl", 8), ("stsd", 16), ("avc1", 86),
        ] {
            while from < to, !film[(from + 4)..<(from + 8)].elementsEqual(name.utf8) { from += max(8, size(from)) }
            try #require(from < to, "no \(name)")
            parents.append(from)
            (from, to) = (from + contents, from + size(from))
        }
        for parent in parents { film.replaceSubrange(parent..<parent + 4, with: big(size(parent) + box.count)) }
        film.insert(contentsOf: box, at: to)
        return film
    }

    private func aperture(_ values: [Int]) -> [UInt8] { big(40) + Array("clap".utf8) + values.flatMap(big) }

    @Test("a clean aperture in an MP4 crops the edges")
    func cleanAperture() async throws {
        let film = try await quarters("film.mp4")
        try await expectCropped(try adding(aperture([40, 1, 60, 2, -4, 1, -5, 1]), to: film), "film.mp4")
    }

    @Test("bad input: an invalid aperture, or one larger than the frame, is ignored")
    func badApertures() async throws {
        let film = try await quarters("film.mp4")
        let whole = try adding(aperture([64, 1, 48, 1, 0, 1, 0, 1]), to: film)
        let bad = [
            aperture([80, 1, 48, 1, 0, 1, 0, 1]), aperture([40, 0, 30, 0, 0, 0, 0, 0]),
            aperture([40, 1, 30, 1, -100, 1, 0, 1]), aperture([-40, 1, 30, 1, 0, 1, 0, 1]),
            aperture([Int(Int32.max), 1, Int(Int32.max), 1, Int(Int32.min), 1, Int(Int32.max), 1]),
            Array(aperture([40, 1]).prefix(24)),
        ]
        for film in try [whole] + bad.map({ try adding($0, to: film) }) {
            let demuxer = try Demuxer(
                MediaLocator(url: URL(fileURLWithPath: "/film.mp4")), source: MemorySource(film))
            let video = try #require(demuxer.info.tracks.first?.video)
            #expect(video.crop == nil && video.displayWidth == 64)
        }
    }

    // MARK: - Matroska

    /// Returns the range of an element's contents within a range of elements.
    private func element(_ name: [UInt8], in film: [UInt8], _ range: Range<Int>) throws -> (
        head: Int, inside: Range<Int>
    ) {
        var at = range.lowerBound
        while at < range.upperBound {
            let nameBytes = film[at].leadingZeroBitCount + 1
            let sizeBytes = film[at + nameBytes].leadingZeroBitCount + 1
            let inside = at + nameBytes + sizeBytes
            let size = film[(at + nameBytes)..<inside].reduce(0) { $0 << 8 | Int($1) } & ((1 << (7 * sizeBytes)) - 1)
            if film[at..<(at + nameBytes)].elementsEqual(name) { return (at, inside..<(inside + size)) }
            at = inside + size
        }
        throw CocoaError(.fileReadCorruptFile)
    }

    @Test("PixelCrop in a Matroska file crops the edges")
    func pixelCrop() async throws {
        // The title is replaced by elements of the video description, so that no offset changes.
        var film = try await quarters("film.mkv", ["-metadata:s:v", "title=0123456789abcdef0123456789abcdef"])
        let segment = try element([0x18, 0x53, 0x80, 0x67], in: film, 0..<film.count).inside
        let tracks = try element([0x16, 0x54, 0xAE, 0x6B], in: film, segment.lowerBound..<film.count).inside
        let entry = try element([0xAE], in: film, tracks).inside
        let video = try element([0xE0], in: film, entry)
        let title = try element([0x53, 0x6E], in: film, entry)
        try #require(title.head < video.head && video.inside.count + 22 < 127)
        let crop: [UInt8] = zip([[0x54, 0xCC], [0x54, 0xBB], [0x54, 0xDD], [0x54, 0xAA]], Self.sides).flatMap {
            $0.0 + [0x81, UInt8($0.1)]
        }
        var contents = Array(film[video.inside]) + crop
        let room = title.inside.upperBound - title.head + video.inside.upperBound - video.head
        // A header of 9 bytes, and a void element for the rest.
        let rest = room - 9 - contents.count
        try #require(rest == 0 || (2...120).contains(rest))
        if rest > 0 { contents += [0xEC, 0x80 | UInt8(rest - 2)] + [UInt8](repeating: 0, count: rest - 2) }
        let between = Array(film[title.inside.upperBound..<video.head])
        let size = (0..<8).map { UInt8(truncatingIfNeeded: contents.count >> (56 - 8 * $0)) }
        film.replaceSubrange(
            title.head..<video.inside.upperBound, with: between + [0xE0, 0x01] + size.dropFirst() + contents)
        try await expectCropped(film, "film.mkv")
    }

    // MARK: - Fields

    @Test("interlaced video in an MP4 without a declaration is marked as interlaced, with its field order")
    func interlaced() async throws {
        func demuxer(_ recipe: ClipRecipe) async throws -> Demuxer {
            try Demuxer.open(MediaLocator(url: try await StreamMaker.shared.clip(recipe)))
        }
        let woven = try await demuxer(.marked(frames: 12).with { $0.video?.isInterlaced = true })
        #expect(woven.info.tracks.first?.video?.fieldOrder == .topFirst)
        var count = 0
        while try woven.read() != nil { count += 1 }
        #expect(count == 12)
        let plain = try await demuxer(.marked(frames: 12))
        let order = plain.info.tracks.first?.video?.fieldOrder
        #expect(order == .progressive || order == .unknown)

        for (film, expected) in [(woven, true), (plain, false)] {
            let parameters = try #require(film.format(of: 0)?.parameters.pointee)
            let headers = [UInt8](
                UnsafeRawBufferPointer(start: parameters.extradata, count: Int(parameters.extradata_size)))
            #expect(headers.withUnsafeBytes { H264Headers.mayBeInterlaced($0) } == expected)
            for count in 0..<min(20, headers.count) {
                #expect(headers[..<count].withUnsafeBytes { H264Headers.mayBeInterlaced($0) } == nil)
            }
        }
    }
}
