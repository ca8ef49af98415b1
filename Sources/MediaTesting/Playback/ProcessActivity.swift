import Foundation
import Glibc

/// Detects whether the other threads of this process sleep, from the kernel's scheduling statistics.
///
/// A test on a `FakeHostClock` advances the clock only while every other thread sleeps. The playback under test has then processed all
/// previous events, however busy the machine is, and two runs give the same result. Use it in a separate process (an exit test), because
/// threads of unrelated tests count, too. A thread that sleeps until a real time counts as sleeping.
public struct ProcessActivity: Sendable {
    private struct Snapshot: Equatable {
        /// Thread identifier to the kernel's run-time counters.
        var counters: [Int32: String] = [:]
        var isAnyRunning = false
    }

    private let ownThread: Int32
    /// Seconds between two checks above which the process must have been stopped.
    private static let longestLook = 0.1

    /// Creates an instance that ignores the calling thread, which does the waiting.
    public init() {
        let link = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self")) ?? ""
        ownThread = link.split(separator: "/").last.flatMap { Int32($0) } ?? 0
    }

    /// Blocks until all other threads sleep at the same time.
    /// - Parameters:
    ///   - confirmations: the number of further checks, 0.2 ms apart, that must find the same; more than 0 where packets may be in transit
    ///     in the kernel.
    ///   - seconds: timeout in real time; time in which this process was stopped does not count.
    /// - Returns: false where some thread ran all the time.
    public func waitUntilIdle(confirmations: Int = 0, atMost seconds: Double = 30) -> Bool {
        var left = seconds
        var last = DispatchTime.now().uptimeNanoseconds
        var before: Snapshot?
        var confirmed = -1
        while left > 0 {
            let moment = DispatchTime.now().uptimeNanoseconds
            left -= min(Double(moment - last) / 1e9, Self.longestLook)
            last = moment
            let now = look()
            if now.isAnyRunning {
                (before, confirmed) = (nil, -1)
                usleep(30)
                continue
            }
            // Counters unchanged between two checks, with all threads asleep in both: no thread ran in between.
            if now == before { confirmed += 1 } else { confirmed = -1 }
            if confirmed >= confirmations { return true }
            before = now
            if confirmed >= 0 { usleep(200) }
        }
        return false
    }

    /// Names and states of the other threads, for the message of a test that did not become idle.
    public var threads: [String] {
        identifiers.compactMap { identifier in
            guard let line = Self.read("/proc/self/task/\(identifier)/stat"), let open = line.firstIndex(of: "("),
                let close = line.lastIndex(of: ")")
            else { return nil }
            return "\(line[line.index(after: open)..<close]) \(line[close...].dropFirst(2).prefix(1))"
        }
    }

    private var identifiers: [Int32] {
        guard let folder = opendir("/proc/self/task") else { return [] }
        defer { closedir(folder) }
        var found: [Int32] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { atoi($0) }
            }
            if name > 0, name != ownThread { found.append(name) }
        }
        return found
    }

    private func look() -> Snapshot {
        var snapshot = Snapshot()
        for identifier in identifiers {
            guard let state = Self.state(of: identifier) else { continue }
            // Sleeping, or idle in the kernel; zombies do not run either.
            guard state == UInt8(ascii: "S") || state == UInt8(ascii: "I") || state == UInt8(ascii: "Z") else {
                snapshot.isAnyRunning = true
                return snapshot
            }
        }
        for identifier in identifiers {
            snapshot.counters[identifier] = Self.read("/proc/self/task/\(identifier)/schedstat")
        }
        return snapshot
    }

    /// Returns the state letter after the name in parentheses.
    private static func state(of identifier: Int32) -> UInt8? {
        withBytes("/proc/self/task/\(identifier)/stat") { bytes in
            guard let close = bytes.lastIndex(of: UInt8(ascii: ")")), close + 2 < bytes.count else { return nil }
            return bytes[close + 2]
        }
    }

    private static func read(_ path: String) -> String? {
        withBytes(path) { String(decoding: $0, as: UTF8.self) }
    }

    private static func withBytes<T>(_ path: String, _ body: (UnsafeRawBufferPointer) -> T?) -> T? {
        let file = open(path, O_RDONLY)
        guard file >= 0 else { return nil }
        defer { close(file) }
        return withUnsafeTemporaryAllocation(byteCount: 512, alignment: 8) { buffer in
            let count = Glibc.read(file, buffer.baseAddress, 512)
            return count > 0 ? body(UnsafeRawBufferPointer(rebasing: buffer[..<count])) : nil
        }
    }
}
