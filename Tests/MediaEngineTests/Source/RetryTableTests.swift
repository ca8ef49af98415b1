import Foundation
import MediaTesting
import Synchronization
import Testing

@testable import MediaEngine

/// The table of `spec/hls.md` section 10, row by row: the configured values, and that a loader applies them.
@Suite(.serialized, .ownThreads) struct RetryTableTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var name: String
        var kind: ResourceRequest.Kind
        var firstByte: Double
        var total: Double
        /// The delays in seconds before each further attempt.
        var delays: [Double]
        /// The timeout for a resource with a duration of six seconds.
        var firstByteOfSix: Double
        var totalOfSix: Double
        var testDescription: String { name }
    }

    static let rows = [
        Row(
            name: "multivariant", kind: .multivariant, firstByte: 8, total: 20, delays: [0, 1, 2], firstByteOfSix: 8,
            totalOfSix: 20),
        Row(
            name: "media playlist", kind: .playlist, firstByte: 8, total: 20, delays: [1, 2], firstByteOfSix: 26,
            totalOfSix: 38),
        Row(
            name: "segment", kind: .segment, firstByte: 10, total: 20, delays: [1, 2], firstByteOfSix: 10,
            totalOfSix: 30),
        Row(
            name: "init section", kind: .initSection, firstByte: 10, total: 20, delays: [1, 2], firstByteOfSix: 10,
            totalOfSix: 20),
        Row(name: "key", kind: .key, firstByte: 8, total: 20, delays: [1, 2, 3], firstByteOfSix: 8, totalOfSix: 20),
        Row(name: "steering", kind: .other, firstByte: 10, total: 20, delays: [1], firstByteOfSix: 10, totalOfSix: 20),
        Row(
            name: "interstitial list", kind: .interstitialList, firstByte: 60, total: 60, delays: [],
            firstByteOfSix: 60, totalOfSix: 60),
    ]

    @Test(
        "hls.md section 10: the timeouts and attempts of each kind are those of the table [hls.md 10: retry table]",
        arguments: rows)
    func numbers(_ row: Row) {
        let rule = FetchPolicy.standard[row.kind]
        #expect(rule.firstByteSeconds == row.firstByte)
        #expect(rule.totalSeconds == row.total)
        #expect(rule.delays == row.delays)
        let six = rule.extended(by: 6)
        #expect(six.firstByteSeconds == row.firstByteOfSix)
        #expect(six.totalSeconds == row.totalOfSix)
    }

    /// The standard policy, with delays a thousand times shorter.
    private static let quick: FetchPolicy = {
        var policy = FetchPolicy.standard
        func quicken(_ rule: inout FetchPolicy.Rule) { rule.delays = rule.delays.map { $0 / 1000 } }
        quicken(&policy.multivariant)
        quicken(&policy.playlist)
        quicken(&policy.segment)
        quicken(&policy.initSection)
        quicken(&policy.key)
        quicken(&policy.interstitialList)
        quicken(&policy.other)
        return policy
    }()

    /// - Returns: the number of requests to a server that always responds with a status.
    private func attempts(_ kind: ResourceRequest.Kind, status: Int, isRepeated: Bool = true) throws -> Int {
        let origin = try FaultyOrigin()
        var faults = FaultyOrigin.Faults()
        faults.status = status
        origin.serve([1, 2, 3], at: "/it", faults: faults)
        let loader = ResourceLoader(locator: MediaLocator(url: origin.url("/main.m3u8")), policy: Self.quick)
        do {
            var request = ResourceRequest(url: origin.url("/it"), kind: kind)
            request.isRepeated = isRepeated
            _ = try loader.fetchBlocking(request)
            Issue.record("the resource was loaded despite status \(status)")
        } catch {
            #expect(error.httpStatus == status)
        }
        return origin.requests.count
    }

    @Test(
        "hls.md section 10: a server that stays busy is requested as often as the table states [hls.md 10: 500 of a segment]",
        arguments: rows)
    func busy(_ row: Row) throws {
        #expect(try attempts(row.kind, status: 503) == 1 + row.delays.count)
    }

    @Test("section 6: requests with a fallback are not retried: a playlist that a server cannot hold back")
    func notRepeated() throws {
        #expect(try attempts(.playlist, status: 503, isRepeated: false) == 1)
    }

    @Test(
        "hls.md section 10: permanent errors are not retried: 400, forbidden, gone [hls.md 10: 400 is never repeated]",
        arguments: rows, [400, 401, 403, 404, 410])
    func never(_ row: Row, _ status: Int) throws {
        #expect(try attempts(row.kind, status: status) == 1)
    }

    @Test(
        "an unreachable host fails after its own, shorter timeout; a silent one does not (section 10)")
    func unreachable() throws {
        let door = try FullDoor()
        var policy = Self.quick
        policy.multivariant.delays = [0, 0, 0]
        policy.multivariant.firstByteSeconds = 0.1
        policy.multivariant.unreachableSeconds = 0.3
        let outcomes = Mutex<[StreamTransfer.Outcome]>([])
        let loader = ResourceLoader(locator: MediaLocator(url: door.url), policy: policy) { transfer in
            outcomes.withLock { $0.append(transfer.outcome) }
        }
        #expect(throws: MediaError.self) {
            try loader.fetchBlocking(ResourceRequest(url: door.url, kind: .multivariant))
        }
        // One attempt took 0.1 s or more, and the remaining time is too short for another.
        #expect(outcomes.withLock { $0.count } == 1)
    }
}

/// A port on loopback that listens without accepting connections: its queue is full.
private final class FullDoor {
    private var descriptors: [Int32] = []
    let url: URL

    init() throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        descriptors.append(listener)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isOpen = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, length) == 0 && listen(listener, 0) == 0 && getsockname(listener, $0, &length) == 0
            }
        }
        guard isOpen, let url = URL(string: "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))/main.m3u8") else {
            throw POSIXError(.EADDRNOTAVAIL)
        }
        self.url = url
        for _ in 0..<4 {
            let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
            let visitor = socket(AF_INET, kind, 0)
            descriptors.append(visitor)
            withUnsafeMutablePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { _ = connect(visitor, $0, length) }
            }
        }
    }

    deinit { for descriptor in descriptors { close(descriptor) } }
}
