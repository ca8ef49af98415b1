import Foundation
import HLS
import Synchronization
import Testing

@testable import MediaEngine

@Suite("Stored throughput of networks")
struct ThroughputMemoryTests {
    private final class Wall: Sendable {
        let time = Mutex(1_700_000_000.0)
        var now: Double { time.withLock { $0 } }
        func pass(_ seconds: Double) { time.withLock { $0 += seconds } }
    }

    private static func folder() -> URL {
        FileManager.default.temporaryDirectory.appendingPathComponent("memory-\(UUID().uuidString)/openavkit")
    }

    private static func network(_ port: Int) throws -> NetworkIdentity {
        NetworkIdentity(towards: try #require(URL(string: "http://127.0.0.1:\(port)/film/secret.m3u8")))
    }

    private static func mode(of path: URL) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: path.path)
        return try #require(attributes[.posixPermissions] as? Int)
    }

    @Test(
        "spec section 11, point 1: another run on the same network starts with the measured throughput, and no other network does"
    )
    func keep_recall() throws {
        let (folder, wall) = (Self.folder(), Wall())
        defer { try? FileManager.default.removeItem(at: folder.deletingLastPathComponent()) }
        let memory = ThroughputMemory(folder: folder) { wall.now }
        memory.keep(StoredThroughput(bitsPerSecond: 4e6, latency: 0.07, storedAt: 17), for: try Self.network(1))
        memory.flush()
        wall.pass(600)
        let later = ThroughputMemory(folder: folder) { wall.now }
        let known = try #require(later.recall(try Self.network(1), now: 50))
        #expect(known == StoredThroughput(bitsPerSecond: 4e6, latency: 0.07, storedAt: -550))
        #expect(later.recall(try Self.network(2), now: 50) == nil)
    }

    @Test("spec section 11, point 1: measurements older than a day are ignored")
    func recall_old_nothing() throws {
        let (folder, wall) = (Self.folder(), Wall())
        defer { try? FileManager.default.removeItem(at: folder.deletingLastPathComponent()) }
        let memory = ThroughputMemory(folder: folder) { wall.now }
        memory.keep(StoredThroughput(bitsPerSecond: 4e6, latency: 0.07, storedAt: 0), for: try Self.network(1))
        memory.flush()
        wall.pass(86_300)
        #expect(memory.recall(try Self.network(1), now: 0) != nil)
        wall.pass(200)
        #expect(memory.recall(try Self.network(1), now: 0) == nil)
        #expect(ThroughputMemory(folder: folder) { wall.now }.recall(try Self.network(1), now: 0) == nil)
    }

    @Test("the file is small, readable by its owner only, and contains no host name")
    func keep_isPrivateAndBounded() throws {
        let (folder, wall) = (Self.folder(), Wall())
        defer { try? FileManager.default.removeItem(at: folder.deletingLastPathComponent()) }
        let memory = ThroughputMemory(folder: folder) { wall.now }
        for port in 1...100 {
            wall.pass(1)
            memory.keep(StoredThroughput(bitsPerSecond: 4e6, latency: 0.07, storedAt: 0), for: try Self.network(port))
        }
        memory.flush()
        let file = folder.appendingPathComponent("throughput.json")
        #expect(try Self.mode(of: file) == 0o600)
        #expect(try Self.mode(of: folder) == 0o700)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["throughput.json"])
        let text = try String(contentsOf: file, encoding: .utf8)
        #expect(!text.contains("secret") && !text.contains("127.0.0.1"))
        let kept = try (1...100).filter { memory.recall(try Self.network($0), now: 0) != nil }
        #expect(kept == Array(69...100))
    }

    @Test(
        "bad input: a damaged or foreign file is ignored, and replaced",
        arguments: [
            "", "{", "[]", #"{"version":2,"networks":[]}"#,
            #"{"version":1,"networks":[{"network":"loopback 1","bitsPerSecond":-4,"latency":0,"storedAt":1700000000}]}"#,
            #"{"version":1,"networks":[{"network":"loopback 1","bitsPerSecond":1e300,"latency":0,"storedAt":1700000000}]}"#,
            #"{"version":1,"networks":[{"network":"loopback 1","bitsPerSecond":1e6,"latency":0,"storedAt":9e99}]}"#,
            String(repeating: " ", count: 70_000) + #"{"version":1,"networks":[]}"#,
        ])
    func recall_damaged_nothing(text: String) throws {
        let (folder, wall) = (Self.folder(), Wall())
        defer { try? FileManager.default.removeItem(at: folder.deletingLastPathComponent()) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try text.write(to: folder.appendingPathComponent("throughput.json"), atomically: true, encoding: .utf8)
        let memory = ThroughputMemory(folder: folder) { wall.now }
        #expect(memory.recall(try Self.network(1), now: 0) == nil)
        memory.keep(StoredThroughput(bitsPerSecond: 4e6, latency: 0.07, storedAt: 0), for: try Self.network(1))
        memory.flush()
        #expect(ThroughputMemory(folder: folder) { wall.now }.recall(try Self.network(1), now: 0) != nil)
    }

    @Test("a network is identified by its interface and the gateway's hardware address")
    func identity() throws {
        let tables = Self.folder()
        defer { try? FileManager.default.removeItem(at: tables.deletingLastPathComponent()) }
        try FileManager.default.createDirectory(at: tables, withIntermediateDirectories: true)
        let host = try #require(URL(string: "https://video.example/main.m3u8"))
        #expect(NetworkIdentity(towards: host, tables: tables).name == "unknown")
        let routes = """
            Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT
            tun0\t00000000\t0A00000A\t0003\t0\t0\t600\t00000000\t0\t0\t0
            wlan0\t00000000\t0101A8C0\t0003\t0\t0\t100\t00000000\t0\t0\t0
            wlan0\t0001A8C0\t00000000\t0001\t0\t0\t100\t00FFFFFF\t0\t0\t0
            """
        try routes.write(to: tables.appendingPathComponent("route"), atomically: true, encoding: .utf8)
        #expect(NetworkIdentity(towards: host, tables: tables).name == "wlan0 192.168.1.1")
        let neighbours = """
            IP address       HW type     Flags       HW address            Mask     Device
            192.168.1.1      0x1         0x2         aa:bb:cc:dd:ee:ff     *        wlan0
            """
        try neighbours.write(to: tables.appendingPathComponent("arp"), atomically: true, encoding: .utf8)
        #expect(NetworkIdentity(towards: host, tables: tables).name == "wlan0 192.168.1.1 aa:bb:cc:dd:ee:ff")
        let tunnel = try #require(URL(string: "http://localhost:8080/main.m3u8"))
        #expect(NetworkIdentity(towards: tunnel, tables: tables).name == "loopback 8080")
    }
}
