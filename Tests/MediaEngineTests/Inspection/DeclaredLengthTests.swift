import Foundation
import Testing

@testable import MediaEngine

/// The number of bytes that the structure of a file declares.
struct DeclaredLengthTests {
    private func length(_ bytes: [UInt8]) throws -> DeclaredLength? {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("length-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(bytes).write(to: file)
        return DeclaredLength(file)
    }

    private func box(_ type: String, _ count: Int, declared: UInt32? = nil) -> [UInt8] {
        let size = declared ?? UInt32(count)
        return (0..<4).map { UInt8(truncatingIfNeeded: size >> (24 - 8 * $0)) } + Array(type.utf8)
            + [UInt8](repeating: 0, count: count - 8)
    }

    @Test("a movie with all of its boxes is whole, and one whose last box is longer than the file is cut off")
    func movie() throws {
        let whole = box("ftyp", 24) + box("moov", 100) + box("mdat", 500)
        #expect(try length(whole) == DeclaredLength(declared: 624, actual: 624))
        let cut = try #require(try length(Array(whole.dropLast(400))))
        #expect(cut.isCutOff && cut.declared == 624 && cut.actual == 224)
        // The header of a box is cut.
        #expect(try length(whole + [0, 0, 1])?.isCutOff == true)
    }

    @Test("a box that extends to the end of the file, and bytes that are no box, declare no length")
    func open() throws {
        #expect(try length(box("ftyp", 24) + box("mdat", 500, declared: 0)) == nil)
        #expect(try length(box("ftyp", 24) + [UInt8](repeating: 0x02, count: 64)) == nil)
        #expect(try length(Array("#EXTM3U\n".utf8)) == nil)
        #expect(try length([]) == nil)
    }

    @Test("a box with a length of 64 bits is read")
    func wide() throws {
        let head: [UInt8] = [0, 0, 0, 1] + Array("mdat".utf8) + [0, 0, 0, 0, 0, 0, 2, 0]
        #expect(try length(box("ftyp", 24) + head)?.declared == 24 + 512)
    }

    @Test("the segment of Matroska declares the length, unless it is open")
    func matroska() throws {
        let header: [UInt8] = [0x1a, 0x45, 0xdf, 0xa3, 0x84, 1, 2, 3, 4, 0x18, 0x53, 0x80, 0x67]
        let body = [UInt8](repeating: 0, count: 80)
        #expect(try length(header + [0x40, 100] + body) == DeclaredLength(declared: 115, actual: 95))
        #expect(try length(header + [0x01] + [UInt8](repeating: 0xff, count: 7) + body) == nil)
    }

    @Test("RIFF declares the length, unless the program that wrote it could not know it")
    func riff() throws {
        let body = Array("WAVEfmt ".utf8) + [UInt8](repeating: 0, count: 40)
        #expect(try length(Array("RIFF".utf8) + [48, 0, 0, 0] + body)?.isCutOff == false)
        #expect(try length(Array("RIFF".utf8) + [200, 0, 0, 0] + body)?.isCutOff == true)
        #expect(try length(Array("RIFF".utf8) + [0xff, 0xff, 0xff, 0xff] + body) == nil)
    }
}
