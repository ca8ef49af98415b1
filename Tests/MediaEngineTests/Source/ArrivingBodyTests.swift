import Foundation
import MediaTesting
import Synchronization
import Testing

@testable import MediaEngine

@Suite("Bodies that a transfer writes while a reader consumes them", .ownThreads)
struct ArrivingBodyTests {
    private func write(_ bytes: [UInt8], at offset: Int64, to body: ArrivingBody) {
        bytes.withUnsafeBytes { body.write($0, at: offset) }
    }

    private func read(_ count: Int, from body: ArrivingBody) throws(MediaError) -> [UInt8] {
        var result: Result<Int, MediaError> = .success(0)
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            do throws(MediaError) {
                initialized = try body.read(into: UnsafeMutableRawBufferPointer(buffer))
            } catch {
                result = .failure(error)
            }
        }
        _ = try result.get()
        return bytes
    }

    @Test("bytes are read once and in order in any chunks, and a restarted attempt repeats none")
    func order() throws {
        let body = ArrivingBody()
        write([0, 1, 2], at: 0, to: body)
        write([3, 4], at: 3, to: body)
        #expect(try read(4, from: body) == [0, 1, 2, 3])
        // The second attempt sends the resource from its start.
        write([0, 1, 2, 3], at: 0, to: body)
        write([4, 5, 6], at: 4, to: body)
        body.finish(.success(()))
        #expect(try read(10, from: body) == [4, 5, 6])
        #expect(try read(10, from: body) == [])
        #expect(body.count == 7)
    }

    @Test("the whole body is available until consumed chunks are freed")
    func whole() throws {
        let body = ArrivingBody()
        write([0, 1, 2], at: 0, to: body)
        #expect(try read(2, from: body) == [0, 1])
        write([3], at: 3, to: body)
        body.finish(.success(()))
        #expect(try body.whole() == [0, 1, 2, 3])
    }

    @Test("a read waits for bytes, and ends with the transfer's error after the last byte")
    func failure() throws {
        let body = ArrivingBody()
        let isReading = Atomic(false)
        EngineThread.start("writer") {
            _ = eventuallyBlocking { isReading.load(ordering: .relaxed) }
            [UInt8]([7]).withUnsafeBytes { body.write($0, at: 0) }
            body.finish(.failure(MediaError(.connectionLost, "It is gone.")))
        }
        isReading.store(true, ordering: .relaxed)
        #expect(try read(10, from: body) == [7])
        let error = #expect(throws: MediaError.self) { try read(10, from: body) }
        #expect(error?.code == .connectionLost)
    }

    @Test("a transfer too far ahead of a reader that frees its bytes is paused until the reader catches up")
    func backPressure() throws {
        let body = ArrivingBody(maximumAhead: 8)
        let resumed = Atomic(0)
        func hasRoom() -> Bool { body.hasRoom { resumed.add(1, ordering: .relaxed) } }
        write([UInt8](repeating: 1, count: 20), at: 0, to: body)
        #expect(hasRoom(), "before freeRead() the whole body is kept, so the transfer is not paused")
        body.freeRead()
        #expect(!hasRoom())
        _ = try read(10, from: body)
        #expect(resumed.load(ordering: .relaxed) == 0)
        _ = try read(6, from: body)
        #expect(resumed.load(ordering: .relaxed) == 1)
        #expect(hasRoom())
        write([UInt8](repeating: 1, count: 20), at: 20, to: body)
        #expect(!hasRoom())
        body.finish(.failure(MediaError(.cancelled, "It is over.")))
        #expect(resumed.load(ordering: .relaxed) == 2)
    }

    @Test("the end of a segment is found for every division into chunks")
    func structure() {
        func box(_ type: String, _ count: Int) -> [UInt8] {
            withUnsafeBytes(of: UInt32(8 + count).bigEndian, Array.init) + type.utf8
                + [UInt8](repeating: 0x47, count: count)
        }
        let packets = [UInt8](repeating: 0, count: 3 * 188).enumerated().map { $0 % 188 == 0 ? 0x47 : $1 }
        let message = box("emsg", 40)
        let cases: [(bytes: [UInt8], isAtEnd: Bool)] = [
            (box("styp", 4) + message + box("moof", 20) + box("mdat", 100), true),
            (box("styp", 4) + box("moof", 20) + box("mdat", 100) + [0, 0, 0], false),
            (box("moof", 20) + box("mdat", 100).dropLast(), false), (box("moof", 20), false),
            (box("mdat", 100), false), (packets, true), (packets.dropLast(), false), ([], false),
            (Array(packets[..<188]) + [0x46] + packets[189...], false), (Array("some text".utf8), false),
        ]
        for (index, one) in cases.enumerated() {
            for portion in [1, 7, 188, 1_000] {
                var structure = SegmentStructure()
                for start in stride(from: 0, to: one.bytes.count, by: portion) {
                    Array(one.bytes[start..<min(start + portion, one.bytes.count)]).withUnsafeBytes {
                        structure.append($0)
                    }
                }
                #expect(structure.isAtEnd == one.isAtEnd, "\(index) in portions of \(portion)")
                #expect(structure.count == one.bytes.count)
                if index == 0 {
                    #expect(structure.messages == message)
                    #expect(structure.firstDescription == box("moof", 20))
                }
            }
        }
    }

    @Test("blocks decrypted as they arrive equal the body decrypted at once, and the padding is checked")
    func decryption() throws {
        let (key, vector) = ([UInt8](0..<16), [UInt8](16..<32))
        let plain = (0..<1_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        let sealed = TestCipher.encrypt(plain, key: key, vector: vector)
        for portion in [1, 15, 16, 17, 100, 5_000] {
            let body = ArrivingBody()
            let media = ArrivingMedia(
                body, decryption: try SegmentDecryption(key: key, iv: vector), url: URL(fileURLWithPath: "/1"))
            media.insert([1, 2, 3])
            for start in stride(from: 0, to: sealed.count, by: portion) {
                write(Array(sealed[start..<min(start + portion, sealed.count)]), at: Int64(start), to: body)
            }
            body.finish(.success(()))
            #expect(Array(try media.head(5)) == Array(plain.prefix(5)))
            var read: [UInt8] = []
            var buffer = [UInt8](repeating: 0, count: 33)
            while true {
                var result: Result<Int, MediaError> = .success(0)
                buffer.withUnsafeMutableBytes { bytes in
                    do throws(MediaError) { result = .success(try media.read(into: bytes)) } catch {
                        result = .failure(error)
                    }
                }
                let count = try result.get()
                if count == 0 { break }
                read += buffer[..<count]
            }
            #expect(read == [1, 2, 3] + plain, "in portions of \(portion)")
        }
        for bad in [Array(sealed.dropLast()), Array(sealed.dropLast(16)), []] {
            let body = ArrivingBody()
            let media = ArrivingMedia(
                body, decryption: try SegmentDecryption(key: key, iv: vector), url: URL(fileURLWithPath: "/1"))
            write(bad, at: 0, to: body)
            body.finish(.success(()))
            let error = #expect(throws: MediaError.self) { _ = try media.head(2_000) }
            #expect(error?.code == (bad.count % 16 == 0 && !bad.isEmpty ? .wrongKey : .truncated))
        }
    }
}
