import Foundation
import MediaTesting
import Testing

/// Examines bytes or URLs with ffmpeg's tools.
enum Probe {
    static let isAvailable = StreamMaker.isAvailable && ExternalCommand.find("ffprobe") != nil

    /// A file that is deleted with its owner.
    final class Scratch: Sendable {
        let url: URL

        init(_ bytes: [UInt8], _ fileExtension: String) throws {
            url = FileManager.default.temporaryDirectory.appendingPathComponent("probe-\(UUID()).\(fileExtension)")
            try Data(bytes).write(to: url)
        }

        deinit { try? FileManager.default.removeItem(at: url) }
    }

    /// Returns one packet or frame per line, parsed from `key=value` pairs between bars.
    static func show(_ input: String, _ options: [String]) async throws -> [[String: String]] {
        let ffprobe = try #require(ExternalCommand.find("ffprobe"))
        let outcome = try await ExternalCommand.run(
            ffprobe, ["-loglevel", "error"] + options + ["-of", "compact", input], timeout: 60)
        #expect(outcome.standardError.isEmpty, "\(outcome.standardError)")
        return outcome.standardOutput.split(separator: "\n").map { line in
            line.split(separator: "|").dropFirst().reduce(into: [:]) { fields, field in
                let pair = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                if pair.count == 2 { fields[String(pair[0])] = String(pair[1]) }
            }
        }
    }

    /// Returns ffmpeg's warnings when it decodes everything.
    static func complaints(_ input: String) async throws -> String {
        let ffmpeg = try #require(ExternalCommand.find("ffmpeg"))
        return try await ExternalCommand.run(
            ffmpeg,
            [
                "-nostdin", "-loglevel", "warning", "-i", input, "-map", "0", "-fps_mode", "passthrough", "-f", "null",
                "-",
            ],
            timeout: 60
        ).standardError
    }

    /// Returns the marks of the frames that ffmpeg decodes, in order.
    static func marks(
        _ input: String, width: Int, height: Int, options: [String] = [], frames: Int? = nil
    ) async throws -> [Int?] {
        let ffmpeg = try #require(ExternalCommand.find("ffmpeg"))
        let raw = FileManager.default.temporaryDirectory.appendingPathComponent("marks-\(UUID())")
        defer { try? FileManager.default.removeItem(at: raw) }
        let limit = frames.map { ["-frames:v", "\($0)"] } ?? []
        let outcome = try await ExternalCommand.run(
            ffmpeg,
            ["-nostdin", "-loglevel", "error"] + options
                + ["-i", input, "-map", "0:v:0", "-vf", "crop=\(width):16:0:0", "-fps_mode", "passthrough"] + limit
                + ["-pix_fmt", "bgra", "-f", "rawvideo", raw.path], timeout: 60)
        #expect(outcome.status == 0, "\(outcome.standardError)")
        let bytes = try Data(contentsOf: raw)
        // The crop contains only the cells, so it is read as a frame of its own height.
        return stride(from: 0, to: bytes.count, by: width * 16 * 4).map {
            FrameMark.read(from: [UInt8](bytes[$0..<($0 + width * 16 * 4)]), width: width, height: 16)
        }
    }
}

extension Ladder {
    /// Returns the bytes served at a path.
    func bytes(_ path: String) throws -> [UInt8] {
        guard case .resource(let resource) = reply(to: OriginRequest(path: path), now: 0) else {
            throw StreamMakerError(message: "nothing is at \(path)")
        }
        return resource.bytes
    }

    func text(_ path: String) throws -> String { String(decoding: try bytes(path), as: UTF8.self) }
}

extension Array<UInt8> {
    func contains(text: String) -> Bool { indices.contains { self[$0...].starts(with: text.utf8) } }
}
