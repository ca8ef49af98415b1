import Foundation
import Synchronization

/// A port on loopback that serves each connection on its own thread, until `stop`.
final class LoopbackListener: Sendable {
    let port: UInt16
    private let isStopped = Mutex(false)

    /// Limits after which the listener stops by itself.
    private static let maximumConnections = 1_000
    private static let maximumSeconds = 120.0

    /// - Parameter serve: receives the connection, which is closed after it returns.
    init(_ serve: @escaping @Sendable (Int32) -> Void) throws {
        guard let (listener, port) = Self.listen() else {
            throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EADDRNOTAVAIL)
        }
        self.port = port
        Thread.detachNewThread { [weak self] in
            let end = Date(timeIntervalSinceNow: Self.maximumSeconds)
            for _ in 0..<Self.maximumConnections {
                var waiting = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
                while poll(&waiting, 1, 200) == 0, self?.isRunning == true, Date() < end {}
                guard waiting.revents & Int16(POLLIN) != 0, self?.isRunning == true else { break }
                let connection = accept(listener, nil, nil)
                guard connection >= 0 else { break }
                _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
                Thread.detachNewThread {
                    serve(connection)
                    close(connection)
                }
            }
            close(listener)
        }
    }

    deinit { stop() }

    private var isRunning: Bool { !isStopped.withLock { $0 } }

    func stop() { isStopped.withLock { $0 = true } }

    private static func listen() -> (Int32, UInt16)? {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = address(port: 0)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, length) == 0 && Glibc.listen(listener, 64) == 0
                    && getsockname(listener, $0, &length) == 0
            }
        }
        if isBound { return (listener, UInt16(bigEndian: address.sin_port)) }
        close(listener)
        return nil
    }

    /// Returns a port that was just free, for a program that cannot choose one itself.
    static func freePort() -> UInt16? {
        guard let (listener, port) = listen() else { return nil }
        close(listener)
        return port
    }

    static func connect(to port: UInt16) -> Int32? {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = address(port: port)
        let isConnected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        if isConnected { return descriptor }
        close(descriptor)
        return nil
    }

    private static func address(port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return address
    }

    static func send(_ bytes: [UInt8], to connection: Int32) -> Bool {
        var done = 0
        while done < bytes.count {
            let sent = bytes.withUnsafeBytes {
                Glibc.send(connection, $0.baseAddress.map { $0 + done }, bytes.count - done, Int32(MSG_NOSIGNAL))
            }
            guard sent > 0 else { return false }
            done += sent
        }
        return true
    }

    /// - Returns: exactly `count` bytes; nil where the connection ends earlier.
    static func receive(_ count: Int, from connection: Int32) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        var done = 0
        while done < count {
            let got = bytes.withUnsafeMutableBytes {
                recv(connection, $0.baseAddress.map { $0 + done }, count - done, 0)
            }
            guard got > 0 else { return nil }
            done += got
        }
        return bytes
    }
}
