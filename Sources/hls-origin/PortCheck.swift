import ArgumentParser
import Foundation

/// The port of `--port`, checked before streams are encoded, which takes long.
enum PortCheck {
    /// - Throws: exit code 1 where the port cannot be opened; the reason has been reported. Port 0 is any free port.
    static func check(_ port: Int) throws {
        guard port > 0 else { return }
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        var reuse: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &reuse, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        address.sin_port = UInt16(port).bigEndian
        let isFree = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0 && listen(descriptor, 1) == 0
            }
        }
        guard !isFree else { return }
        throw report(POSIXErrorCode(rawValue: errno) ?? .EADDRNOTAVAIL, port)
    }

    /// Reports why a port cannot be opened.
    /// - Returns: exit code 1.
    static func report(_ code: POSIXErrorCode, _ port: Int) -> ExitCode {
        let reason =
            switch code {
            case .EADDRINUSE: "is in use by another program: name another one with --port, or 0 for any free port"
            case .EACCES: "is reserved for the administrator: name one above 1023 with --port"
            default: "cannot be opened: \(String(cString: strerror(code.rawValue)))"
            }
        OriginOutput.report("hls-origin: port \(port) \(reason)")
        return ExitCode(1)
    }
}
