import CFFmpeg
import Foundation
import MediaTesting

@testable import MediaEngine

/// A clip as ffmpeg's command is told to make it, for kinds that `ClipRecipe` does not know, and what that command decodes from it.
///
/// The reference is another program's full decode, frame after frame from the beginning: nothing of the engine is in it.
struct SoakClip: Sendable {
    /// Time of the frame on the clip's own time line, and a checksum of its samples.
    struct Picture: Equatable {
        var seconds: Double
        var checksum: UInt32
    }

    var url: URL
    /// In the order of showing.
    var pictures: [Picture]

    static let seconds = 8
    static let source = "testsrc2=s=192x108:r=25:d=\(seconds),format=yuv420p"

    enum Kind: String, CaseIterable, Sendable {
        case h264Pyramid = "h264 pyramid"
        case h264OpenMP4 = "h264 open groups in mp4"
        case h264OpenMatroska = "h264 open groups in mkv"
        case h264OpenTransport = "h264 open groups in ts"
        case h264Interlaced = "h264 interlaced"
        case h264Refresh = "h264 intra refresh"
        case hevcOpenMP4 = "hevc open groups in mp4"
        case hevcOpenMatroska = "hevc open groups in mkv"
        case hevcOpenTransport = "hevc open groups in ts"
        case av1 = "av1"
        case av1Matroska = "av1 of libaom in mkv"
        case vp9 = "vp9 with hidden frames"
        case mpeg2Transport = "mpeg2 in ts"
        case mpeg2Program = "mpeg2 in mpg"
        case variableMP4 = "variable rate in mp4"
        case variableMatroska = "variable rate in mkv"
        case lateMatroska = "first time not 0 in mkv"
        case lateTransport = "first time not 0 in ts"
        case emptyEdit = "empty edit"
        case cutEdit = "edit that begins within a group"
        case fragments = "fragments"
        case avi = "mpeg4 in avi"
        case aviReordered = "mpeg4 with b-frames in avi"

        var name: String {
            let ending =
                switch self {
                case .h264OpenMatroska, .hevcOpenMatroska, .av1Matroska, .variableMatroska, .lateMatroska: "mkv"
                case .h264OpenTransport, .hevcOpenTransport, .mpeg2Transport, .lateTransport: "ts"
                case .vp9: "webm"
                case .mpeg2Program: "mpg"
                case .avi, .aviReordered: "avi"
                default: "mp4"
                }
            return rawValue.replacingOccurrences(of: " ", with: "-") + "." + ending
        }

        /// Whether item time begins with the first picture; else it begins where the container's own does.
        var beginsWithPicture: Bool { !name.hasSuffix("mp4") && !name.hasSuffix("avi") }

        /// Whether decoding from a key picture gives the same samples as from the beginning; a gradual refresh only looks the same.
        var isExactFromKeys: Bool { self != .h264Refresh }

        /// Arguments for the encoder and the container.
        var arguments: [String] {
            let pyramid = "bframes=3:b-pyramid=normal:scenecut=0"
            let x265 = "bframes=4:b-pyramid=1:scenecut=0:keyint=30:min-keyint=30:open-gop=1:log-level=error:pools=1"
            let plain = ["-c:v", "libx264", "-preset", "veryfast"]
            let open = plain + ["-x264-params", "keyint=30:min-keyint=30:open-gop=1:\(pyramid)"]
            let hevc = ["-c:v", "libx265", "-preset", "ultrafast", "-x265-params", x265]
            let uneven = ["-vf", "select='gt(mod(n*7\\,11)\\,4)+not(n)'", "-fps_mode", "vfr", "-bf", "2", "-g", "20"]
            return switch self {
            case .h264Pyramid: plain + ["-x264-params", "keyint=100:\(pyramid)"]
            case .h264OpenMP4, .h264OpenMatroska, .h264OpenTransport: open
            case .h264Interlaced:
                plain + ["-flags", "+ilme+ildct", "-x264-params", "tff=1:keyint=40:\(pyramid)", "-top", "1"]
            case .h264Refresh: plain + ["-x264-params", "intra-refresh=1:keyint=25:bframes=2"]
            case .hevcOpenMP4: hevc + ["-tag:v", "hvc1"]
            case .hevcOpenMatroska, .hevcOpenTransport: hevc
            case .av1: ["-c:v", "libsvtav1", "-preset", "10", "-g", "60"]
            case .av1Matroska:
                ["-c:v", "libaom-av1", "-cpu-used", "8", "-g", "50", "-lag-in-frames", "25", "-threads", "2"]
            case .vp9:
                ["-c:v", "libvpx-vp9", "-cpu-used", "5", "-g", "60", "-auto-alt-ref", "1", "-lag-in-frames", "25"]
            case .mpeg2Transport, .mpeg2Program: ["-c:v", "mpeg2video", "-g", "15", "-bf", "2", "-q:v", "4"]
            case .variableMP4, .variableMatroska: plain + uneven
            case .lateMatroska, .lateTransport: plain + ["-bf", "2", "-g", "48", "-output_ts_offset", "7.3"]
            case .emptyEdit: plain + ["-bf", "2", "-g", "48", "-output_ts_offset", "1.5"]
            case .cutEdit: plain + ["-bf", "3", "-g", "60"]
            case .fragments:
                plain + ["-bf", "2", "-g", "36", "-movflags", "+frag_keyframe+empty_moov+default_base_moof"]
            case .avi: ["-c:v", "mpeg4", "-q:v", "4", "-g", "24", "-bf", "0"]
            case .aviReordered: ["-c:v", "mpeg4", "-q:v", "4", "-g", "24", "-bf", "2"]
            }
        }
    }

    /// Makes the clip and decodes it, once; both are kept.
    static func make(_ kind: Kind) async throws -> SoakClip {
        let folder = await StreamMaker.shared.folder.appendingPathComponent("soak-1", isDirectory: true)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let url = folder.appendingPathComponent(kind.name)
        if !FileManager.default.fileExists(atPath: url.path) {
            let input = ["-f", "lavfi", "-i", source]
            let made = folder.appendingPathComponent("\(UUID().uuidString)-\(kind.name)")
            try await run(input + kind.arguments + ["-threads", "2", "-map_metadata", "-1", made.path])
            if kind == .cutEdit {
                // A copy from within a group keeps the pictures before the cut for the decoder and hides them by an edit list.
                let whole = made.deletingLastPathComponent().appendingPathComponent("whole-" + made.lastPathComponent)
                try FileManager.default.moveItem(at: made, to: whole)
                try await run(["-ss", "1.3", "-i", whole.path, "-c", "copy", made.path])
                try FileManager.default.removeItem(at: whole)
            }
            _ = rename(made.path, url.path)
        }
        let list = url.appendingPathExtension("pictures")
        if !FileManager.default.fileExists(atPath: list.path) {
            let text = try await run([
                "-copyts", "-flags:v", "+bitexact", "-i", url.path, "-map", "0:v:0", "-fps_mode", "passthrough",
                "-enc_time_base", "-1", "-pix_fmt", "yuv420p", "-f", "framecrc", "-",
            ])
            try Data(text.utf8).write(to: list, options: .atomic)
        }
        return SoakClip(url: url, pictures: try parse(String(contentsOf: list, encoding: .utf8)))
    }

    @discardableResult
    private static func run(_ arguments: [String]) async throws -> String {
        guard let ffmpeg = ExternalCommand.find("ffmpeg") else { throw StreamMakerError(message: "there is no ffmpeg") }
        let outcome = try await ExternalCommand.run(
            ffmpeg, ["-nostdin", "-hide_banner", "-loglevel", "error", "-y"] + arguments)
        guard outcome.status == 0 else { throw StreamMakerError(message: "ffmpeg failed: \(outcome.standardError)") }
        return outcome.standardOutput
    }

    /// Reads lines such as "0, 0, 512, 512, 31104, 0x1cc3d3f5" under a header with "#tb 0: 1/12800".
    static func parse(_ text: String) throws -> [Picture] {
        var base = 0.0
        var pictures: [Picture] = []
        for line in text.split(separator: "\n") {
            if line.hasPrefix("#tb 0:") {
                let parts = line.dropFirst("#tb 0:".count).split(separator: "/")
                    .compactMap { Double($0.trimmingCharacters(in: .whitespaces)) }
                if parts.count == 2 { base = parts[0] / parts[1] }
            }
            guard !line.hasPrefix("#") else { continue }
            let fields = line.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
            guard fields.count >= 6, let ticks = Double(fields[2]), let sum = UInt32(fields[5].dropFirst(2), radix: 16)
            else { throw StreamMakerError(message: "ffmpeg says '\(line)'") }
            pictures.append(Picture(seconds: ticks * base, checksum: sum))
        }
        return pictures
    }

    /// The same checksum of a frame of the engine's: Adler-32 from 0 over the planes' rows.
    static func checksum(_ frame: Frame) -> UInt32? {
        guard frame.format == AV_PIX_FMT_YUV420P else { return nil }
        let raw = frame.raw.pointee
        var (low, high): (UInt32, UInt32) = (0, 0)
        func add(_ plane: UnsafeMutablePointer<UInt8>?, stride: Int32, width: Int, height: Int) {
            guard let plane else { return }
            for row in 0..<height {
                let bytes = UnsafeBufferPointer(start: plane + row * Int(stride), count: width)
                for byte in bytes {
                    low += UInt32(byte)
                    high += low
                }
                low %= 65521
                high %= 65521
            }
        }
        add(raw.data.0, stride: raw.linesize.0, width: frame.width, height: frame.height)
        add(raw.data.1, stride: raw.linesize.1, width: (frame.width + 1) / 2, height: (frame.height + 1) / 2)
        add(raw.data.2, stride: raw.linesize.2, width: (frame.width + 1) / 2, height: (frame.height + 1) / 2)
        return high << 16 | low
    }
}
