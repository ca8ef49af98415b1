import Foundation
import MediaTesting

/// A losslessly encoded video of two equal frames, made of patches with chosen sample values.
struct PatchClip {
    /// Y', Cb, Cr as coded, with the bit depth of `bits`.
    struct Code: Hashable, Sendable { var luma, blue, red: Int }

    enum Sampling: String, CaseIterable, Sendable {
        case quarter = "420", half = "422", full = "444"
        var across: Int { self == .full ? 1 : 2 }
        var down: Int { self == .quarter ? 2 : 1 }
    }

    var patches: [Code]
    var sampling = Sampling.full
    var bits = 8
    var isFullRange = false
    /// ffmpeg's names; nil leaves the video untagged.
    var matrix: String? = "bt709"
    var primaries = "bt709"
    var transfer = "bt709"
    /// The edge length of a square patch in pixels; patches form one row.
    var edge = 16

    var width: Int { patches.count * edge }

    func url() async throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("patches-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let raw = folder.appendingPathComponent("raw")
        let picture =
            plane(\.luma, 1, 1) + plane(\.blue, sampling.across, sampling.down)
            + plane(\.red, sampling.across, sampling.down)
        try Data(picture + picture).write(to: raw)
        let range = isFullRange ? "pc" : "tv"
        var arguments = [
            "-nostdin", "-loglevel", "error", "-f", "rawvideo", "-pix_fmt",
            "yuv\(sampling.rawValue)p\(bits > 8 ? "\(bits)le" : "")", "-s", "\(width)x\(edge)", "-r", "25",
            "-color_range", range, "-i", raw.path, "-c:v", "ffv1", "-color_range", range,
        ]
        if let matrix { arguments += ["-colorspace", matrix, "-color_primaries", primaries, "-color_trc", transfer] }
        let clip = folder.appendingPathComponent("patches.mkv")
        guard let ffmpeg = ExternalCommand.find("ffmpeg") else { throw CocoaError(.fileNoSuchFile) }
        let outcome = try await ExternalCommand.run(ffmpeg, arguments + [clip.path])
        guard outcome.status == 0 else { throw StreamMakerError(message: outcome.standardError) }
        return clip
    }

    private func plane(_ part: KeyPath<Code, Int>, _ across: Int, _ down: Int) -> [UInt8] {
        var row: [UInt8] = []
        for patch in patches {
            for _ in 0..<(edge / across) {
                row.append(UInt8(patch[keyPath: part] & 255))
                if bits > 8 { row.append(UInt8(patch[keyPath: part] >> 8)) }
            }
        }
        return (0..<(edge / down)).flatMap { _ in row }
    }
}
