import Foundation
import Synchronization

/// Serves the same bytes for every request of an HTTP/2 connection (RFC 9113), without TLS: put a `SecureFront` with `h2` before it.
///
/// It implements a minimum of the protocol: no compression tables, no flow control beyond the first 65,535 bytes.
public final class SmallHTTP2Origin: Sendable {
    public var port: UInt16 { listener.port }
    private let listener: LoopbackListener
    private let answered: Counter

    private final class Counter: Sendable { let value = Mutex(0) }

    /// The number of requests answered so far.
    public var requestCount: Int { answered.value.withLock { $0 } }

    /// - Parameter bytes: at most 60,000.
    public init(_ bytes: [UInt8]) throws {
        precondition(bytes.count <= 60_000, "Without flow control, a body has at most 60,000 bytes.")
        let answered = Counter()
        self.answered = answered
        listener = try LoopbackListener { connection in Self.serve(connection, bytes, answered) }
    }

    private enum Kind: UInt8 { case data = 0, headers = 1, settings = 4, ping = 6 }

    private static func serve(_ connection: Int32, _ bytes: [UInt8], _ answered: Counter) {
        let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)
        guard LoopbackListener.receive(preface.count, from: connection) == preface,
            LoopbackListener.send(frame(.settings, 0, 0, []), to: connection)
        else { return }
        while let head = LoopbackListener.receive(9, from: connection) {
            let length = Int(head[0]) << 16 | Int(head[1]) << 8 | Int(head[2])
            let stream = head[5...8].reduce(0) { $0 << 8 | UInt32($1) } & 0x7FFF_FFFF
            guard length <= 65_536, let payload = LoopbackListener.receive(length, from: connection) else { return }
            let answer: [UInt8]
            switch Kind(rawValue: head[3]) {
            case .settings where head[4] & 1 == 0: answer = frame(.settings, 1, 0, [])
            case .ping where head[4] & 1 == 0: answer = frame(.ping, 1, 0, payload)
            case .headers:
                answered.value.withLock { $0 += 1 }
                answer = response(bytes, stream)
            default: continue
            }
            guard LoopbackListener.send(answer, to: connection) else { return }
        }
    }

    private static func response(_ bytes: [UInt8], _ stream: UInt32) -> [UInt8] {
        // 0x8A is `:status: 206` of the static table (RFC 7541, appendix A); flag 4 ends the headers, flag 1 the stream.
        let head =
            [0x8A] + field("content-range", "bytes 0-\(bytes.count - 1)/\(bytes.count)")
            + field("content-length", "\(bytes.count)") + field("content-type", "video/mp4")
        var answer = frame(.headers, 4, stream, head)
        for start in stride(from: 0, to: bytes.count, by: 16_384) {
            let end = min(bytes.count, start + 16_384)
            answer += frame(.data, end == bytes.count ? 1 : 0, stream, Array(bytes[start..<end]))
        }
        return answer
    }

    private static func field(_ name: String, _ value: String) -> [UInt8] {
        [0, UInt8(name.utf8.count)] + Array(name.utf8) + [UInt8(value.utf8.count)] + Array(value.utf8)
    }

    private static func frame(_ kind: Kind, _ flags: UInt8, _ stream: UInt32, _ payload: [UInt8]) -> [UInt8] {
        let length = UInt32(payload.count)
        let head = withUnsafeBytes(of: length.bigEndian) { Array($0.dropFirst()) } + [kind.rawValue, flags]
        return head + withUnsafeBytes(of: stream.bigEndian) { Array($0) } + payload
    }
}
