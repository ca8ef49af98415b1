import Foundation

/// A listening socket on 127.0.0.1.
struct OriginListener: Sendable {
    let descriptor: Int32
    let port: UInt16

    /// - Parameter port: 0 for any free port.
    /// - Throws: `POSIXError`.
    init(port: UInt16) throws {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var reuse: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &reuse, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        address.sin_port = port.bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length) == 0 && listen(descriptor, 128) == 0
                    && getsockname(descriptor, $0, &length) == 0
            }
        }
        guard isBound else {
            let code = errno
            close(descriptor)
            throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EADDRNOTAVAIL)
        }
        self.descriptor = descriptor
        self.port = UInt16(bigEndian: address.sin_port)
    }

    /// Returns the next connection; nil when the socket was shut down, or no client connected within 0.2 s.
    func accept() -> OriginConnection? {
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&waiting, 1, 200) > 0 else { return nil }
        let connection = Glibc.accept(descriptor, nil, nil)
        guard connection >= 0 else { return nil }
        // Child processes of a test must not inherit the connection.
        _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
        var isOn: Int32 = 1
        setsockopt(connection, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn, socklen_t(MemoryLayout<Int32>.size))
        return OriginConnection(descriptor: connection)
    }
}

/// One accepted connection, used by one thread. Requests are read through a buffer.
struct OriginConnection {
    let descriptor: Int32
    private var buffer: [UInt8] = []

    /// The maximum size of a request head; longer ones are rejected.
    static let maximumHead = 32_768

    init(descriptor: Int32) { self.descriptor = descriptor }

    /// Reads the next request's head; nil when the client closed the connection or does not speak HTTP.
    mutating func readHead() -> OriginRequest? {
        let end: [UInt8] = [13, 10, 13, 10]
        var scanned = 0
        while true {
            if let place = (max(0, scanned - 3)..<max(0, buffer.count - 3)).first(where: {
                buffer[$0..<($0 + 4)].elementsEqual(end)
            }) {
                let head = String(decoding: buffer[..<place], as: UTF8.self)
                buffer.removeFirst(place + 4)
                return Self.request(head)
            }
            scanned = buffer.count
            guard buffer.count < Self.maximumHead else { return nil }
            var bytes = [UInt8](repeating: 0, count: 4096)
            let count = recv(descriptor, &bytes, bytes.count, 0)
            guard count > 0 else { return nil }
            buffer += bytes[..<count]
        }
    }

    private static func request(_ head: String) -> OriginRequest? {
        let lines = head.components(separatedBy: "\r\n")
        let words = (lines.first ?? "").split(separator: " ")
        guard words.count == 3, words[2].hasPrefix("HTTP/1.") else { return nil }
        let target = words[1].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        guard let path = String(target[0]).removingPercentEncoding, path.hasPrefix("/") else { return nil }
        var request = OriginRequest(path: path, query: target.count > 1 ? String(target[1]) : nil)
        request.method = String(words[0])
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { continue }
            request.headers[line[..<colon].lowercased()] =
                line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
        }
        return request
    }

    /// - Returns: false when the client closed the connection.
    func send(_ bytes: some ContiguousBytes) -> Bool {
        bytes.withUnsafeBytes { buffer in
            var done = 0
            while done < buffer.count {
                let count = Glibc.send(
                    descriptor, buffer.baseAddress.map { $0 + done }, buffer.count - done, Int32(MSG_NOSIGNAL))
                guard count > 0 else { return false }
                done += count
            }
            return true
        }
    }

    /// Makes the following close send a reset.
    func resetOnClose() {
        var option = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    }

    /// Waits until the client closes the connection.
    func waitForEnd() {
        var byte: UInt8 = 0
        while recv(descriptor, &byte, 1, 0) > 0 {}
    }
}
