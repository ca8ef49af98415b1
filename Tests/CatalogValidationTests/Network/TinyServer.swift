import Foundation

/// A minimal web server with one response for each connection.
final class TinyServer: @unchecked Sendable {  // Safe: `requests` is behind the lock, the rest never changes.
    struct Answer {
        var head: String
        var body = Data()
        /// Seconds before the connection is closed after everything is sent.
        var linger = 0.0

        static func ok(_ body: Data, _ fields: [String] = []) -> Answer {
            Answer(
                head: (["HTTP/1.1 200 OK", "Content-Length: \(body.count)"] + fields).joined(separator: "\r\n"),
                body: body)
        }
    }

    let port: UInt16
    private let listener: Int32
    private let lock = NSLock()
    private var taken: [String] = []

    /// The heads of all requests.
    var requests: [String] { lock.withLock { taken } }

    init(_ answer: @escaping @Sendable (String) -> Answer) {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                _ = bind(listener, $0, size)
                _ = getsockname(listener, $0, &size)
            }
        }
        listen(listener, 16)
        self.listener = listener
        port = UInt16(bigEndian: address.sin_port)
        Thread.detachNewThread { [weak self] in
            // The accepting thread closes the descriptor: otherwise its number could belong to another server at the next accept.
            defer { close(listener) }
            while true {
                let connection = accept(listener, nil, nil)
                if connection < 0, errno == EINTR { continue }
                guard connection >= 0 else { return }
                var head = [UInt8]()
                var byte: UInt8 = 0
                while !head.suffix(4).elementsEqual([13, 10, 13, 10]) {
                    let count = recv(connection, &byte, 1, 0)
                    if count < 0, errno == EINTR { continue }
                    guard count == 1 else { break }
                    head.append(byte)
                }
                let request = String(decoding: head, as: UTF8.self)
                self?.lock.withLock { self?.taken.append(request) }
                let reply = answer(request)
                var bytes = Array((reply.head + "\r\nConnection: close\r\n\r\n").utf8) + reply.body
                while !bytes.isEmpty {
                    let sent = send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL))
                    guard sent > 0 else { break }
                    bytes.removeFirst(sent)
                }
                // The connection stays open for a time, unless the client closes it earlier.
                var client = pollfd(fd: connection, events: Int16(POLLIN), revents: 0)
                if reply.linger > 0 { poll(&client, 1, Int32(reply.linger * 1_000)) }
                close(connection)
            }
        }
    }

    deinit { shutdown(listener, Int32(SHUT_RDWR)) }

    /// Returns a server for files by path. Other paths have status 404.
    static func files(_ files: [String: File]) -> TinyServer {
        TinyServer { request in
            let path = Self.path(of: request)
            let file = files[path] ?? File(status: 404)
            var (status, body, fields) = (file.status, file.body, file.fields)
            if status == 200, file.knowsRanges, let range = request.firstMatch(of: /[Rr]ange: bytes=0-(\d+)/),
                let last = Int(range.1), last + 1 < body.count
            {
                fields.append("Content-Range: bytes 0-\(last)/\(body.count)")
                body = Array(body.prefix(last + 1))
                status = 206
            }
            let head = ["HTTP/1.1 \(status) Any", "Content-Length: \(body.count)"] + fields
            return Answer(head: head.joined(separator: "\r\n"), body: Data(body))
        }
    }

    struct File: Sendable {
        var status = 200
        var fields: [String] = []
        var body: [UInt8] = []
        /// Whether the server supports `Range`.
        var knowsRanges = true
    }

    /// The paths of all requests.
    var paths: [String] { requests.map(Self.path) }

    private static func path(of request: String) -> String {
        String(request.split(separator: " ").dropFirst().first ?? "")
    }

    func url(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }
}
