public import Foundation
import Synchronization

/// A web server on loopback with configurable faults, for tests. Its requests and lifetime are limited, and it stops with its owner.
public final class FaultyOrigin: Sendable {
    public struct Request: Sendable {
        public var method: String
        public var path: String
        /// The target of the request line; an absolute URL where the server is used as a proxy.
        public var target: String
        /// By lowercase name.
        public var headers: [String: String]
        public var bytesSent = 0
        public var range: String? { headers["range"] }
    }

    private struct Resource: Sendable {
        var bytes: [UInt8]
        var faults: Faults
        var served = 0
    }

    private struct State: Sendable {
        var resources: [String: Resource] = [:]
        var requests: [Request] = []
        var connections: Set<Int32> = []
        var isStopped = false
    }

    /// The server stops by itself after so many connections or seconds.
    public static let maximumConnections = 2_000
    public static let maximumSeconds = 120.0

    public let port: UInt16
    private let listener: Int32
    private let state = Mutex(State())

    public init() throws {
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let descriptor = listener
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length) == 0 && listen(descriptor, 64) == 0
                    && getsockname(descriptor, $0, &length) == 0
            }
        }
        guard isBound else {
            close(descriptor)
            throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EADDRNOTAVAIL)
        }
        port = UInt16(bigEndian: address.sin_port)
        let owner: @Sendable () -> FaultyOrigin? = { [weak self] in self }
        Thread.detachNewThread { Self.accept(descriptor, owner) }
    }

    deinit { stop() }

    public func url(_ path: String) -> URL {
        var parts = URLComponents()
        parts.scheme = "http"
        parts.host = "127.0.0.1"
        parts.port = Int(port)
        parts.path = path
        return parts.url ?? URL(fileURLWithPath: path)
    }

    /// Serves bytes at a path that starts with a slash.
    public func serve(_ bytes: [UInt8], at path: String, faults: Faults = Faults()) {
        state.withLock { $0.resources[path] = Resource(bytes: bytes, faults: faults) }
    }

    /// The number of open connections.
    public var connectionCount: Int { state.withLock { $0.connections.count } }

    /// All requests so far, in order.
    public var requests: [Request] { state.withLock { $0.requests } }

    /// Closes all present connections; new ones are served.
    public func disconnect() {
        for connection in state.withLock({ $0.connections }) { shutdown(connection, Int32(SHUT_RDWR)) }
    }

    /// Closes every connection and the server; idempotent.
    public func stop() {
        state.withLock { state in
            guard !state.isStopped else { return }
            state.isStopped = true
            shutdown(listener, Int32(SHUT_RDWR))
            // Inside the lock, because a descriptor is closed, and can be reused, only after it was removed from the set.
            for connection in state.connections { shutdown(connection, Int32(SHUT_RDWR)) }
        }
    }

    private static func accept(_ listener: Int32, _ owner: @escaping @Sendable () -> FaultyOrigin?) {
        let end = Date(timeIntervalSinceNow: maximumSeconds)
        for _ in 0..<maximumConnections where Date() < end {
            var waiting = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
            while poll(&waiting, 1, 200) == 0, owner() != nil, Date() < end {}
            guard waiting.revents & Int16(POLLIN) != 0 else { break }
            let connection = Glibc.accept(listener, nil, nil)
            guard connection >= 0, let origin = owner() else {
                if connection >= 0 { close(connection) }
                break
            }
            let isOpen = origin.state.withLock { state in
                if !state.isStopped { state.connections.insert(connection) }
                return !state.isStopped
            }
            guard isOpen else {
                close(connection)
                break
            }
            Thread.detachNewThread {
                while owner()?.answerOne(connection) == true {}
                owner()?.state.withLock { _ = $0.connections.remove(connection) }
                close(connection)
            }
        }
        close(listener)
    }

    // MARK: - One request

    /// - Returns: whether the connection stays open.
    private func answerOne(_ connection: Int32) -> Bool {
        guard let request = readRequest(connection) else { return false }
        let (resource, index) = state.withLock { state -> (Resource?, Int) in
            state.requests.append(request)
            state.resources[request.path]?.served += 1
            return (state.resources[request.path], state.requests.count - 1)
        }
        guard let resource else { return send(head(404, ["Content-Length: 0"]), connection) }
        let faults = resource.faults
        if faults.staysSilent { return waitForClosing(connection) }
        if faults.delay > 0 { waitForDelay(faults.delay, of: request.path) }
        let extra = faults.headers + ["Content-Length: 0"]
        if let target = faults.redirectsTo { return send(head(302, ["Location: \(target)"] + extra), connection) }
        if let status = faults.status, resource.served <= faults.statusCount {
            return send(head(status, extra), connection)
        }
        return sendBody(resource, request, index, connection)
    }

    /// Waits until the delay of a response is over, or the test serves the resource with another one.
    private func waitForDelay(_ seconds: Double, of path: String) {
        _ = eventuallyBlocking(within: .seconds(seconds)) {
            state.withLock { $0.isStopped || $0.resources[path]?.faults.delay != seconds }
        }
    }

    /// Sends nothing until the client closes the connection.
    private func waitForClosing(_ connection: Int32) -> Bool {
        var byte: UInt8 = 0
        while recv(connection, &byte, 1, 0) > 0 {}
        return false
    }

    /// - Returns: false where the client closed the connection meanwhile.
    private func pause(_ seconds: Double, _ connection: Int32) -> Bool {
        // A client that waits for a response sends nothing; readable data means that it closed the connection.
        var waiting = pollfd(fd: connection, events: Int16(POLLIN), revents: 0)
        return poll(&waiting, 1, Int32(seconds * 1000)) == 0
    }

    private func sendBody(_ resource: Resource, _ request: Request, _ index: Int, _ connection: Int32) -> Bool {
        let faults = resource.faults
        let bytes = faults.compresses ? Gzip.compressed(resource.bytes) : resource.bytes
        let total = bytes.count
        var start = 0
        var end = total
        var lines = ["Content-Type: \(faults.contentType)"] + faults.headers
        if !faults.ignoresRanges {
            lines.append("Accept-Ranges: bytes")
            if let range = request.range, range.hasPrefix("bytes=") {
                let parts = range.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
                start = parts.first.flatMap { Int($0) } ?? 0
                if parts.count > 1, let last = Int(parts[1]) { end = min(total, max(start, last) + 1) }
                guard start < total else {
                    return send(head(416, ["Content-Range: bytes */\(total)", "Content-Length: 0"]), connection)
                }
                let (first, last) = (start + faults.rangeError, end - 1 + faults.lengthError)
                lines.append("Content-Range: bytes \(first)-\(last)/\(total + faults.lengthError)")
            }
        }
        if faults.compresses { lines.append("Content-Encoding: gzip") }
        if let tag = faults.entityTag {
            lines.append("ETag: \"\(tag)\(faults.changesEntityTag && resource.served > 1 ? "-new" : "")\"")
        }
        lines.append("Content-Length: \(max(0, end - start + faults.lengthError))")
        let isPartial = lines.contains { $0.hasPrefix("Content-Range") }
        let head = head(isPartial ? 206 : 200, lines)
        if let seconds = faults.secondsPerHeadByte {
            for byte in head { guard pause(seconds, connection), send([byte], connection) else { return false } }
        } else if !send(head, connection) {
            return false
        }
        if request.method == "HEAD" { return true }
        let isFaulty = resource.served <= faults.cutCount
        let limit = isFaulty ? faults.cutAfter ?? faults.stallAfter : nil
        if let limit { end = min(end, start + limit) }
        let step = faults.secondsPerByte != nil ? 1 : faults.bytesPerSecond.map { max(1, $0 / 50) } ?? 65_536
        while start < end {
            let count = min(end - start, step)
            guard send(Array(bytes[start..<start + count]), connection) else { return false }
            start += count
            state.withLock { $0.requests[index].bytesSent += count }
            let rest = faults.secondsPerByte ?? (faults.bytesPerSecond == nil ? 0 : 0.02)
            if rest > 0, !pause(rest, connection) { return false }
        }
        if isFaulty, faults.stallAfter != nil { return waitForClosing(connection) }
        if isFaulty, faults.cutAfter != nil, faults.cutsWithReset {
            var linger = linger(l_onoff: 1, l_linger: 0)
            setsockopt(connection, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
        }
        return limit == nil && faults.lengthError == 0
    }

    private func head(_ status: Int, _ lines: [String]) -> [UInt8] {
        Array(("HTTP/1.1 \(status) Answer\r\n" + lines.map { $0 + "\r\n" }.joined() + "\r\n").utf8)
    }

    private func send(_ bytes: [UInt8], _ connection: Int32) -> Bool {
        var done = 0
        while done < bytes.count {
            let sent = bytes.withUnsafeBytes {
                Glibc.send(
                    connection, $0.baseAddress.map { $0 + done }, bytes.count - done, Int32(MSG_NOSIGNAL))
            }
            guard sent > 0 else { return false }
            done += sent
        }
        return true
    }

    private func readRequest(_ connection: Int32) -> Request? {
        var text = [UInt8]()
        var byte: UInt8 = 0
        while !text.suffix(4).elementsEqual([13, 10, 13, 10]) {
            guard text.count < 16_384, recv(connection, &byte, 1, 0) == 1 else { return nil }
            text.append(byte)
            if text.count == 1, byte < 32, byte != 13, byte != 10 {
                // A TLS ClientHello on a plain port.
                _ = send(head(400, ["Content-Length: 0"]), connection)
                return nil
            }
        }
        let lines = String(decoding: text, as: UTF8.self).components(separatedBy: "\r\n")
        let words = (lines.first ?? "").split(separator: " ")
        guard words.count == 3 else { return nil }
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { continue }
            headers[line[..<colon].lowercased()] = line[line.index(after: colon)...].trimmingCharacters(
                in: .whitespaces)
        }
        let target = String(words[1])
        let path = target.hasPrefix("/") ? target : URLComponents(string: target)?.path ?? target
        return Request(method: String(words[0]), path: path, target: target, headers: headers)
    }
}
