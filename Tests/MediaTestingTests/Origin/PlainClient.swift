import Foundation
import MediaTesting

/// A minimal HTTP connection, so that a test sees exactly the bytes that a server sends.
final class PlainClient {
    struct Answer {
        var status = 0
        /// By lowercase name.
        var headers: [String: String] = [:]
        var body: [UInt8] = []
        /// Whether the body was complete according to its head.
        var isComplete = false
        var text: String { String(decoding: body, as: UTF8.self) }
    }

    private let descriptor: Int32
    private var buffer: [UInt8] = []

    init(_ origin: Origin) {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        address.sin_port = origin.port.bigEndian
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let descriptor = descriptor
        _ = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, size) }
        }
        // A timeout for tests that would wait for ever.
        var limit = timeval(tv_sec: 20, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit { close(descriptor) }

    func get(_ target: String, _ headers: [String: String] = [:], method: String = "GET") -> Answer {
        ask(target, headers, method: method)
        return read(hasBody: method != "HEAD")
    }

    func ask(_ target: String, _ headers: [String: String] = [:], method: String = "GET") {
        let lines = headers.map { "\($0): \($1)\r\n" }.joined()
        let bytes = Array("\(method) \(target) HTTP/1.1\r\nHost: test\r\n\(lines)\r\n".utf8)
        _ = send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }

    func read(hasBody: Bool = true) -> Answer {
        var answer = Answer()
        while true {
            if let end = (0..<max(0, buffer.count - 3)).first(where: { buffer[$0...].starts(with: [13, 10, 13, 10]) }) {
                let lines = String(decoding: buffer[..<end], as: UTF8.self).components(separatedBy: "\r\n")
                answer.status = Int(lines[0].split(separator: " ").dropFirst().first ?? "") ?? 0
                for line in lines.dropFirst() {
                    let parts = line.split(separator: ":", maxSplits: 1)
                    if parts.count == 2 {
                        answer.headers[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces)
                    }
                }
                buffer.removeFirst(end + 4)
                break
            }
            guard fill() else { return answer }
        }
        guard hasBody else {
            answer.isComplete = true
            return answer
        }
        if answer.headers["transfer-encoding"] == "chunked" {
            while let size = chunkSize() {
                while buffer.count < size + 2, fill() {}
                guard buffer.count >= size + 2 else { return answer }
                answer.body += buffer[..<size]
                buffer.removeFirst(size + 2)
                if size == 0 {
                    answer.isComplete = true
                    return answer
                }
            }
            return answer
        }
        let length = Int(answer.headers["content-length"] ?? "") ?? 0
        while buffer.count < length, fill() {}
        answer.isComplete = buffer.count >= length
        answer.body = Array(buffer.prefix(length))
        buffer.removeFirst(min(length, buffer.count))
        return answer
    }

    private func chunkSize() -> Int? {
        while true {
            if let end = buffer.firstIndex(of: 10), end > 0 {
                defer { buffer.removeFirst(end + 1) }
                return Int(String(decoding: buffer[..<(end - 1)], as: UTF8.self), radix: 16)
            }
            guard fill() else { return nil }
        }
    }

    private func fill() -> Bool {
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = recv(descriptor, &bytes, bytes.count, 0)
        guard count > 0 else { return false }
        buffer += bytes[..<count]
        return true
    }
}

/// Runs blocking work concurrently with the test.
func beside<T: Sendable>(_ work: @escaping @Sendable () -> T) async -> T {
    await withCheckedContinuation { continuation in
        Thread.detachNewThread { continuation.resume(returning: work()) }
    }
}
