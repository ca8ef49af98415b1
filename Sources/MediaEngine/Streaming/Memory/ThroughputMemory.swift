import Foundation
import HLS
import Synchronization

/// The measured throughput of networks, stored between runs in the user's cache (hls.md section 11, point 1).
///
/// A small file that only its owner can read, with identities of networks, rates and times, without host names. Failures to read or write
/// the file are ignored. Any thread; the file is written on a queue of its own.
final class ThroughputMemory: Sendable {
    /// The file in `XDG_CACHE_HOME`, else in `~/.cache`.
    static let standard = ThroughputMemory(folder: standardFolder)

    /// The maximum number of networks; the oldest are dropped.
    static let maximumNetworks = 32
    static let maximumFileBytes = 64 << 10
    /// Seconds after which a measurement expires.
    private static let lifetime = 86_400.0

    private struct Entry: Codable {
        var network: String
        var bitsPerSecond: Double
        var latency: Double
        /// Seconds since 1970.
        var storedAt: Double

        func isSound(at now: Double) -> Bool {
            network.utf8.count <= 200 && (1_000...1e11).contains(bitsPerSecond) && (0...60).contains(latency)
                && storedAt <= now + 60 && storedAt > now - ThroughputMemory.lifetime
        }
    }

    private struct Contents: Codable {
        var version = 1
        var networks: [Entry] = []
    }

    private let file: URL
    private let wallClock: @Sendable () -> Double
    private let queue = DispatchQueue(label: "throughput memory", qos: .utility)
    private let entries = Mutex<[Entry]?>(nil)

    init(folder: URL, wallClock: @escaping @Sendable () -> Double = { Date().timeIntervalSince1970 }) {
        file = folder.appendingPathComponent("throughput.json")
        self.wallClock = wallClock
    }

    private static var standardFolder: URL {
        let environment = ProcessInfo.processInfo.environment
        // Relative paths are ignored (XDG Base Directory Specification).
        let cache = environment["XDG_CACHE_HOME"].flatMap { $0.hasPrefix("/") ? URL(fileURLWithPath: $0) : nil }
        let home = FileManager.default.homeDirectoryForCurrentUser
        return (cache ?? home.appendingPathComponent(".cache")).appendingPathComponent("openavkit")
    }

    /// Returns the stored throughput of a network, with its time converted to the clock of `now`.
    func recall(_ network: NetworkIdentity, now: Double) -> StoredThroughput? {
        let wall = wallClock()
        let known = entries.withLock { entries in
            if entries == nil { entries = load(at: wall) }
            return entries?.first { $0.network == network.name }
        }
        guard let known, known.isSound(at: wall) else { return nil }
        return StoredThroughput(
            bitsPerSecond: known.bitsPerSecond, latency: known.latency,
            storedAt: now - max(0, wall - known.storedAt))
    }

    /// Stores a measurement of the present time.
    func keep(_ measured: StoredThroughput, for network: NetworkIdentity) {
        let wall = wallClock()
        let fresh = Entry(
            network: network.name, bitsPerSecond: measured.bitsPerSecond, latency: measured.latency, storedAt: wall)
        guard fresh.isSound(at: wall) else { return }
        queue.async { [self] in
            // Another process may have stored other networks meanwhile.
            var all = load(at: wall).filter { $0.network != fresh.network }
            all.insert(fresh, at: 0)
            all = Array(all.sorted { $0.storedAt > $1.storedAt }.prefix(Self.maximumNetworks))
            let kept = all
            entries.withLock { $0 = kept }
            save(kept)
        }
    }

    /// Blocks until every measurement is written.
    func flush() { queue.sync {} }

    private func load(at wall: Double) -> [Entry] {
        guard let handle = try? FileHandle(forReadingFrom: file) else { return [] }
        defer { try? handle.close() }
        guard let bytes = try? handle.read(upToCount: Self.maximumFileBytes + 1), bytes.count <= Self.maximumFileBytes,
            let contents = try? JSONDecoder().decode(Contents.self, from: bytes), contents.version == 1
        else { return [] }
        return Array(contents.networks.filter { $0.isSound(at: wall) }.prefix(Self.maximumNetworks))
    }

    private func save(_ networks: [Entry]) {
        let folder = file.deletingLastPathComponent()
        guard let bytes = try? JSONEncoder().encode(Contents(networks: networks)) else { return }
        try? FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        // Written to a temporary file and renamed, so that a reader finds a complete file.
        let fresh = folder.appendingPathComponent(".throughput-\(getpid())")
        let descriptor = open(fresh.path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { return }
        let written = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        let isWritten = close(descriptor) == 0 && written == bytes.count
        if !isWritten || rename(fresh.path, file.path) != 0 { unlink(fresh.path) }
    }
}
