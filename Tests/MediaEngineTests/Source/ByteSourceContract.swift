import Foundation
import MediaEngine
import Testing

/// The contract of every seekable `ByteSource`. Each suite for a kind of source runs it.
struct ByteSourceContract {
    /// The contents of the source; at least 1,000 bytes.
    let bytes: [UInt8]
    let open: () throws -> any ByteSource

    static func sample(_ count: Int, seed: UInt64 = 1) -> [UInt8] {
        var random = TestRandom(state: seed)
        return (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    }

    func check() throws {
        try readsEverythingOnce()
        try seeksAnywhere()
        try endIsZeroAndStaysZero()
        try cancelThrowsUntilResumed()
        try randomReadsEqualTheBytes()
    }

    private func readsEverythingOnce() throws {
        let source = try open()
        #expect(source.isSeekable)
        #expect(source.size == Int64(bytes.count))
        #expect(try source.bytes(bytes.count + 10) == bytes)
    }

    private func seeksAnywhere() throws {
        let source = try open()
        for offset in [bytes.count / 2, 0, bytes.count - 3, 17, 16] {
            try source.seek(to: Int64(offset))
            let end = min(bytes.count, offset + 40)
            #expect(try source.bytes(40).elementsEqual(bytes[offset..<end]))
        }
        #expect(throws: MediaError.self) { try source.seek(to: -1) }
    }

    private func endIsZeroAndStaysZero() throws {
        let source = try open()
        try source.seek(to: Int64(bytes.count))
        #expect(try source.bytes(1).isEmpty)
        try source.seek(to: Int64(bytes.count) + 1_000_000)
        #expect(try source.bytes(1).isEmpty)
        try source.seek(to: 0)
        #expect(try source.bytes(1) == [bytes[0]])
    }

    private func cancelThrowsUntilResumed() throws {
        let source = try open()
        _ = try source.bytes(10)
        source.cancel()
        source.cancel()
        #expect { try source.bytes(1) } throws: { ($0 as? MediaError)?.code == .cancelled }
        source.resume()
        #expect(try source.bytes(1) == [bytes[10]])
    }

    private func randomReadsEqualTheBytes() throws {
        let source = try open()
        var random = TestRandom(state: 7)
        for _ in 0..<60 {
            let offset = Int(random.next() % UInt64(bytes.count))
            let count = Int(random.next() % 2_000) + 1
            try source.seek(to: Int64(offset))
            let end = min(bytes.count, offset + count)
            #expect(try source.bytes(count).elementsEqual(bytes[offset..<end]))
        }
    }
}

/// A deterministic generator, so that a failure can be reproduced.
struct TestRandom: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}

@Suite struct ByteSourceContractTests {
    let bytes = ByteSourceContract.sample(50_000)

    @Test("bytes in memory fulfil the contract of byte sources")
    func memory_keepsTheContract() throws {
        try ByteSourceContract(bytes: bytes) { MemorySource(bytes) }.check()
    }

    @Test("a file fulfils the contract of byte sources")
    func file_keepsTheContract() throws {
        let folder = try ScratchFolder()
        let file = try folder.file("a b%.bin", bytes)
        try ByteSourceContract(bytes: bytes) { try SourceFactory.open(MediaLocator(url: file)) }.check()
    }
}
