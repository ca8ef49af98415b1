import Foundation
import MediaTesting
import Synchronization
import Testing

/// A TCP connection to a virtual display that ends, with all others, when the client has sent a number of bytes.
final class EndingDisplay: Sendable {
    /// The value of DISPLAY.
    let name: String
    private let listener: Int32

    /// - Parameter limit: the bytes of the client that reach the display.
    init(_ display: VirtualDisplay, after limit: Int) throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        // The number of a display is its port less 6000.
        let number = try #require(
            (20_000..<21_000).first { number in
                address.sin_port = UInt16(6_000 + number).bigEndian
                return withUnsafePointer(to: address) {
                    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                        bind(listener, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
                    }
                }
            })
        listen(listener, 16)
        self.listener = listener
        name = "127.0.0.1:\(number)"
        let path = "/tmp/.X11-unix/X\(display.name.dropFirst())"
        let state = State(limit: limit)
        Thread.detachNewThread {
            while true {
                let client = accept(listener, nil, nil)
                guard client >= 0 else { return }
                guard let server = Self.connect(path) else {
                    close(client)
                    return
                }
                state.open.withLock { $0.sockets += [client, server] }
                Thread.detachNewThread { state.copy(from: client, to: server, isCounted: true) }
                Thread.detachNewThread { state.copy(from: server, to: client, isCounted: false) }
            }
        }
    }

    deinit {
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
    }

    private static func connect(_ path: String) -> Int32? {
        let server = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let isConnected = withUnsafePointer(to: address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(server, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
        return isConnected ? server : nil
    }

    private final class State: Sendable {
        let open = Mutex<(bytes: Int, sockets: [Int32])>((0, []))
        let limit: Int

        init(limit: Int) { self.limit = limit }

        func copy(from source: Int32, to target: Int32, isCounted: Bool) {
            var buffer = [UInt8](repeating: 0, count: 65_536)
            while true {
                let count = recv(source, &buffer, buffer.count, 0)
                guard count > 0 else { return }
                let isEnded = open.withLock { open in
                    if isCounted { open.bytes += count }
                    guard open.bytes > limit else { return false }
                    for socket in open.sockets { shutdown(socket, Int32(SHUT_RDWR)) }
                    return true
                }
                guard !isEnded else { return }
                _ = send(target, buffer, count, Int32(MSG_NOSIGNAL))
            }
        }
    }
}
