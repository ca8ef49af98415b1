import Foundation
import MediaEngine
import MediaTesting
import Testing

@Suite(.ownThreads) struct HTTPFuzzTests {
    @Test("random reads and seeks over a server that drops connections equal the file's bytes")
    func randomReads() throws {
        let bytes = ByteSourceContract.sample(12 << 20)
        let origin = try FaultyOrigin()
        var faults = FaultyOrigin.Faults()
        faults.cutAfter = 3 << 20
        origin.serve(bytes, at: "/large", faults: faults)
        let source = try SourceFactory.open(MediaLocator(url: origin.url("/large")))
        var random = TestRandom(state: 3)
        var position = 0
        for _ in 0..<40 {
            switch random.next() % 3 {
            case 0: position = Int(random.next() % UInt64(bytes.count))
            case 1: position = min(bytes.count - 1, position + Int(random.next() % 200_000))
            default: position = max(0, position - Int(random.next() % 200_000))
            }
            try source.seek(to: Int64(position))
            let end = min(bytes.count, position + Int(random.next() % 100_000) + 1)
            let got = try source.bytes(end - position)
            #expect(got.elementsEqual(bytes[position..<end]))
            position = end
        }
    }

    @Test("a file larger than the read-ahead is delivered completely, with pauses")
    func backPressure() throws {
        let bytes = ByteSourceContract.sample(12 << 20, seed: 9)
        let origin = try FaultyOrigin()
        origin.serve(bytes, at: "/large")
        let source = try SourceFactory.open(MediaLocator(url: origin.url("/large")))
        #expect(try source.bytes(bytes.count + 1) == bytes)
        #expect(origin.requests.count == 1)
    }
}
