import AVFoundation
import Foundation
import MediaTesting
import Synchronization
import Testing

@Suite("Associations between the tracks of a file (issue 18)", .enabled(if: StreamMaker.isAvailable))
struct TrackAssociationTests {
    /// A box of an MP4 file.
    private struct Box {
        var type: String
        var content: Data

        var bytes: Data { Box.number(8 + content.count) + Data(type.utf8) + content }

        static func number(_ value: Int) -> Data {
            Data((0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) })
        }

        static func value(_ bytes: Data, at offset: Int) -> Int {
            bytes.dropFirst(offset).prefix(4).reduce(0) { $0 << 8 | Int($1) }
        }

        static func list(_ bytes: Data) -> [Box] {
            var (boxes, rest) = ([Box](), bytes)
            while rest.count >= 8 {
                let size = max(8, min(value(rest, at: 0), rest.count))
                let type = String(decoding: rest.dropFirst(4).prefix(4), as: UTF8.self)
                boxes.append(Box(type: type, content: Data(rest.dropFirst(8).prefix(size - 8))))
                rest = rest.dropFirst(size)
            }
            return boxes
        }
    }

    /// Adds `tref` boxes to the tracks of a file. The new index is at the end, so that the samples stay where they are.
    private func adding(_ references: [Int: [(type: String, tracks: [Int])]], to file: Data) throws -> Data {
        var boxes = Box.list(file)
        let movie = try #require(boxes.firstIndex { $0.type == "moov" })
        let children = Box.list(boxes[movie].content).map { child -> Data in
            guard child.type == "trak", let header = Box.list(child.content).first(where: { $0.type == "tkhd" }),
                let list = references[Box.value(header.content, at: 12)]
            else { return child.bytes }
            let added = list.map { Box(type: $0.type, content: Data($0.tracks.map(Box.number).joined())).bytes }
            let box = Box(type: "tref", content: Data(added.joined()))
            return Box(type: "trak", content: child.content + box.bytes).bytes
        }
        boxes[movie].type = "free"
        boxes.append(Box(type: "moov", content: Data(children.joined())))
        return Data(boxes.map(\.bytes).joined())
    }

    @Test("the tracks to which a track of an MP4 file refers are its associated tracks, in the order of the file")
    func mp4() async throws {
        let clip = try await StreamMaker.shared.clip(.rich())
        let plain = try await AVURLAsset(url: clip).load(.tracks)
        #expect(plain.allSatisfy { $0.availableTrackAssociationTypes.isEmpty })
        let audio = plain.filter { $0.mediaType == .audio }.map { Int($0.trackID) }
        let video = Int(try #require(plain.first { $0.mediaType == .video }).trackID)
        try #require(audio.count == 2)
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).mp4")
        defer { try? FileManager.default.removeItem(at: file) }
        try adding(
            [
                // A reference to a track that the file lacks has no associated track.
                audio[0]: [("fall", [audio[1]]), ("tmcd", [99])],
                audio[1]: [("folw", [video, audio[0]])],
            ], to: Data(contentsOf: clip)
        ).write(to: file)

        let asset = AVURLAsset(url: file)
        let tracks = try await asset.load(.tracks)
        let (first, second) = (
            try #require(tracks.first { $0.trackID == audio[0] }), try #require(tracks.first { $0.trackID == audio[1] })
        )
        #expect(first.availableTrackAssociationTypes == [.audioFallback])
        #expect(try await first.load(.availableTrackAssociationTypes) == [.audioFallback])
        #expect(first.associatedTracks(ofType: .audioFallback) == [second])
        #expect(first.associatedTracks(ofType: .timecode).isEmpty)
        #expect(first.associatedTracks(ofType: .selectionFollower).isEmpty)
        let followed = try await second.loadAssociatedTracks(ofType: .selectionFollower)
        #expect(followed.map { Int($0.trackID) } == [video, audio[0]])
        let loaded = await withCheckedContinuation { continuation in
            second.loadAssociatedTracks(ofType: .selectionFollower) { tracks, error in
                continuation.resume(returning: error == nil ? tracks?.map { Int($0.trackID) } : nil)
            }
        }
        #expect(loaded == [video, audio[0]])
    }
}
