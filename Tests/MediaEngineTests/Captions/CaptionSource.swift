@testable import MediaEngine

/// Generates caption bytes like an encoder, one pair or packet per frame.
struct CaptionSource {
    var decoder: ClosedCaptionDecoder
    var cues: [CaptionCue] = []
    /// Frames per second.
    static let rate = 30
    private(set) var picture = 0

    init(_ channel: ClosedCaptionChannel) { decoder = ClosedCaptionDecoder(channel) }

    var now: Nanoseconds { Nanoseconds(picture) * .second / Nanoseconds(Self.rate) }

    /// Returns the byte with its odd parity bit.
    static func odd(_ byte: UInt8) -> UInt8 { byte.nonzeroBitCount % 2 == 1 ? byte : byte | 0x80 }

    mutating func send(_ triplets: [CaptionTriplet]) {
        decoder.take(triplets, at: now)
        cues += decoder.takeDone()
        picture += 1
    }

    mutating func pair(_ first: UInt8, _ second: UInt8, field: Int = 1) {
        send([.init(field == 1 ? .line21Field1 : .line21Field2, Self.odd(first), Self.odd(second))])
    }

    /// Sends a control code twice, as encoders do.
    mutating func code(_ first: UInt8, _ second: UInt8, field: Int = 1) {
        pair(first, second, field: field)
        pair(first, second, field: field)
    }

    mutating func text(_ text: String, field: Int = 1) {
        var bytes = Array(text.utf8)
        if bytes.count % 2 == 1 { bytes.append(0) }
        for at in stride(from: 0, to: bytes.count, by: 2) { pair(bytes[at], bytes[at + 1], field: field) }
    }

    /// Sends padding for this many frames.
    mutating func wait(_ frames: Int) { for _ in 0..<frames { pair(0, 0) } }

    /// Sends padding until this time since the start.
    mutating func wait(until seconds: Double) { while now < Nanoseconds(seconds: seconds) { pair(0, 0) } }

    /// Sends a packet with one service block.
    mutating func service(_ number: Int, _ bytes: [UInt8]) { send(Self.packet(number, bytes)) }

    static func packet(_ service: Int, _ bytes: [UInt8]) -> [CaptionTriplet] {
        var body: [UInt8] =
            service < 7 ? [UInt8(service << 5 | bytes.count)] : [0xe0 | UInt8(bytes.count), UInt8(service)]
        body += bytes
        if body.count % 2 == 0 { body.append(0) }
        var triplets = [CaptionTriplet(.packetStart, UInt8((body.count + 1) / 2), body[0])]
        for at in stride(from: 1, to: body.count, by: 2) {
            triplets.append(.init(.packetData, body[at], body[at + 1]))
        }
        return triplets
    }

    var texts: [String] { cues.map { $0.block.flattened().text } }
    /// Returns the start and end of a caption.
    func seconds(_ index: Int) -> (Double, Double) {
        cues.indices.contains(index) ? (cues[index].start.seconds, cues[index].end.seconds) : (.nan, .nan)
    }
}
