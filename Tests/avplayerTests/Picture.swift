import Foundation
import MediaTesting

/// An image file decoded to B, G, R, A by ffmpeg, independent of this package's decoders.
struct Picture {
    var width: Int
    var height: Int
    var pixels: [UInt8]

    static func read(_ file: URL) async throws -> Picture {
        guard let ffmpeg = ExternalCommand.find("ffmpeg"), let ffprobe = ExternalCommand.find("ffprobe") else {
            throw StreamMakerError(message: "there is no ffmpeg")
        }
        let raw = file.appendingPathExtension("raw")
        defer { try? FileManager.default.removeItem(at: raw) }
        let size = try await ExternalCommand.run(
            ffprobe, ["-loglevel", "error", "-show_entries", "stream=width,height", "-of", "csv=p=0", file.path])
        let numbers = size.standardOutput.split(whereSeparator: { ",\n".contains($0) }).compactMap { Int($0) }
        guard numbers.count == 2 else { throw StreamMakerError(message: "no image: \(size.standardError)") }
        _ = try await ExternalCommand.run(
            ffmpeg,
            ["-nostdin", "-loglevel", "error", "-y", "-i", file.path, "-f", "rawvideo", "-pix_fmt", "bgra", raw.path])
        return Picture(width: numbers[0], height: numbers[1], pixels: [UInt8](try Data(contentsOf: raw)))
    }
}
