import Foundation

/// A server on this machine for as long as it is kept. It answers from a table, one connection after the other.
final class ArtworkServer: @unchecked Sendable {
    // Safe: the table never changes, and the requests are only touched with the lock held.
    struct Answer: Sendable {
        var status = 200
        var fields: [String] = []
        var body: [UInt8] = []
        /// Whether `Range` is heeded.
        var knowsRanges = true
    }

    let port: UInt16
    private let descriptor: Int32
    private let answers: [String: Answer]
    private let lock = NSLock()
    private var requested: [String] = []

    var requests: [String] { lock.withLock { requested } }
    var address: String { "http://127.0.0.1:\(port)" }

    init?(_ answers: [String: Answer]) {
        self.answers = answers
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var place = sockaddr_in()
        place.sin_family = sa_family_t(AF_INET)
        place.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let descriptor = descriptor
        let isBound = withUnsafeMutablePointer(to: &place) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length) == 0 && listen(descriptor, 16) == 0
                    && getsockname(descriptor, $0, &length) == 0
            }
        }
        guard isBound else {
            close(descriptor)
            return nil
        }
        port = UInt16(bigEndian: place.sin_port)
        let thread = Thread { [self] in serve() }
        thread.start()
    }

    func stop() { shutdown(descriptor, Int32(SHUT_RDWR)) }

    private func serve() {
        for _ in 0..<200 {
            let connection = accept(descriptor, nil, nil)
            guard connection >= 0 else { break }
            answer(connection)
            close(connection)
        }
        close(descriptor)
    }

    private func answer(_ connection: Int32) {
        var request = ""
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while !request.contains("\r\n\r\n"), request.utf8.count < 16_384 {
            let count = recv(connection, &buffer, buffer.count, 0)
            guard count > 0 else { return }
            request += String(decoding: buffer[..<count], as: UTF8.self)
        }
        let path = String(request.split(separator: " ").dropFirst().first ?? "")
        lock.withLock { requested.append(path) }
        let answer = answers[path] ?? Answer(status: 404)
        var (status, body, fields) = (answer.status, answer.body[...], answer.fields)
        if status == 200, answer.knowsRanges, let range = request.firstMatch(of: /[Rr]ange: bytes=0-(\d+)/),
            let last = Int(range.1), last + 1 < body.count
        {
            fields.append("Content-Range: bytes 0-\(last)/\(body.count)")
            body = body.prefix(last + 1)
            status = 206
        }
        fields.append("Content-Length: \(body.count)")
        let head = "HTTP/1.1 \(status) Any\r\n" + fields.map { "\($0)\r\n" }.joined() + "Connection: close\r\n\r\n"
        send(connection, Array(head.utf8) + body)
    }

    private func send(_ connection: Int32, _ bytes: [UInt8]) {
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes {
                Foundation.send(
                    connection, $0.baseAddress.map { $0 + sent }, bytes.count - sent, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return }
            sent += count
        }
    }
}
