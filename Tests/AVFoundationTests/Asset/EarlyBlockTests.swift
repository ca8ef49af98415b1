import Foundation
import MediaTesting
import Testing

@testable import AVFoundation

/// Matroska files whose first blocks have times before 0, in the report of `avplayer inspect`.
struct EarlyBlockTests {
    /// A video of one second whose blocks are this many milliseconds earlier.
    private func report(_ milliseconds: Int) async throws -> AssetReport {
        let clip = try await StreamMaker.shared.clip(.marked(frames: 24).with { $0.container = .mkv })
        var bytes = [UInt8](try Data(contentsOf: clip))
        let count = try Self.move(&bytes, by: -milliseconds)
        try #require(count >= 24)
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("early-\(UUID().uuidString).mkv")
        try Data(bytes).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        return try AssetReport.load(file)
    }

    private struct Unreadable: Error {}

    /// Adds milliseconds to the time of each block of the first cluster.
    /// - Returns: the number of blocks.
    private static func move(_ bytes: inout [UInt8], by milliseconds: Int) throws -> Int {
        let cluster: [UInt8] = [0x1F, 0x43, 0xB6, 0x75]
        guard let start = bytes.indices.dropLast(8).first(where: { bytes[$0..<$0 + 4].elementsEqual(cluster) }) else {
            throw Unreadable()
        }
        var position = start + 4
        _ = number(bytes, &position)
        var count = 0
        // The time and the size of the cluster, checksums, blocks, groups with a block, and the other members of groups.
        while position + 8 < bytes.count,
            [0xE7, 0xAB, 0xEC, 0xBF, 0xA3, 0xA0, 0xA1, 0x9B, 0xFB].contains(bytes[position])
        {
            let isBlock = bytes[position] == 0xA3 || bytes[position] == 0xA1
            let isGroup = bytes[position] == 0xA0
            position += 1
            let size = number(bytes, &position)
            if isGroup { continue }
            if isBlock {
                // The number of the track has one byte, and the time two.
                let time = Int(Int16(bitPattern: UInt16(bytes[position + 1]) << 8 | UInt16(bytes[position + 2])))
                let moved = UInt16(bitPattern: Int16(time + milliseconds))
                (bytes[position + 1], bytes[position + 2]) = (UInt8(moved >> 8), UInt8(moved & 255))
                count += 1
            }
            position += size
        }
        return count
    }

    private static func number(_ bytes: [UInt8], _ position: inout Int) -> Int {
        let length = bytes[position].leadingZeroBitCount + 1
        var value = Int(bytes[position]) & ((1 << (8 - length)) - 1)
        for offset in 1..<length { value = value << 8 | Int(bytes[position + offset]) }
        position += length
        return value
    }

    @Test("the start and the frame rate of blocks before 0 are those of the blocks, and a finding names the track")
    func early() async throws {
        let (plain, early) = (try await report(0), try await report(500))
        let (start, moved) = (try #require(plain.startSeconds), try #require(early.startSeconds))
        #expect(abs(moved - start + 0.5) < 0.002, "\(start), \(moved)")
        let (track, other) = (try #require(plain.tracks.first), try #require(early.tracks.first))
        #expect(other.framesPerSecond == track.framesPerSecond && other.averageFramesPerSecond == nil)
        let rates = (try #require(track.bitsPerSecond), try #require(other.bitsPerSecond))
        #expect(abs(rates.0 - rates.1) * 50 < rates.0, "\(rates)")
        let finding = try #require(early.findings.first)
        #expect(early.findings.count == 1 && finding.contains("times before 0 (12 of track 1)"), "\(finding)")
    }

    @Test("a file that starts at 0, and one whose blocks all are before 0, have no wrong start")
    func others() async throws {
        #expect(try await report(0).findings.isEmpty)
        let all = try await report(5_000)
        #expect(all.findings.first?.contains("(24 of track 1)") == true, "\(all.findings)")
        #expect(abs(all.startSeconds ?? 0) < 0.002)
    }
}
