import Foundation
import MediaTesting

/// Faults in PES packets, audio frames, sample tables and tracks.
extension PlantedFault {
    private static let packets = "/v1/1.ts"
    private static let head = "/v1/init-0.mp4"
    private static let one = "/v1/1.m4s"
    private static let videoPacket = 256
    private static let audioPacket = 257
    private static let mapPacket = 4_096

    private static func eachPacket(
        _ path: String, _ change: @escaping @Sendable (inout [UInt8], _ start: Int, _ pid: Int) -> Void
    ) -> StreamEdit {
        .bytes(path) { bytes in
            for start in stride(from: 0, to: bytes.count - 187, by: 188) {
                change(&bytes, start, Int(bytes[start + 1] & 0x1f) << 8 | Int(bytes[start + 2]))
            }
        }
    }

    /// Changes the start of each PES packet with an identifier; the closure gets its place and its number.
    private static func eachStart(
        _ pid: Int, _ change: @escaping @Sendable (inout [UInt8], _ place: Int, _ number: Int) -> Void
    ) -> StreamEdit {
        .bytes(packets) { bytes in
            var number = 0
            for start in stride(from: 0, to: bytes.count - 187, by: 188)
            where Int(bytes[start + 1] & 0x1f) << 8 | Int(bytes[start + 2]) == pid && bytes[start + 1] & 0x40 != 0 {
                change(&bytes, start + 4 + (bytes[start + 3] & 0x20 != 0 ? 1 + Int(bytes[start + 4]) : 0), number)
                number += 1
            }
        }
    }

    /// Writes bytes into the content of the first box of a type.
    private static func box(_ path: String, _ type: String, _ offset: Int, _ content: [UInt8]) -> StreamEdit {
        .bytes(path) { bytes in
            guard let name = bytes.firstRange(of: Array(type.utf8)) else { return }
            let place = name.upperBound + offset
            guard place + content.count <= bytes.count else { return }
            bytes.replaceSubrange(place..<(place + content.count), with: content)
        }
    }

    private static func word(_ value: Int) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
    }

    private static func number(_ bytes: [UInt8], _ place: Int) -> Int {
        bytes[place..<(place + 4)].reduce(0) { $0 << 8 | Int($1) }
    }

    /// Adds to a number in the first `trun` box.
    /// - Parameter place: returns the offset of the number from the start of the box's content, by its flags.
    private static func run(_ path: String, adding value: Int, at place: @escaping @Sendable (_ flags: Int) -> Int)
        -> StreamEdit
    {
        .bytes(path) { bytes in
            guard let name = bytes.firstRange(of: Array("trun".utf8)) else { return }
            let at = name.upperBound + place(number(bytes, name.upperBound))
            bytes.replaceSubrange(at..<(at + 4), with: word(number(bytes, at) + value))
        }
    }

    /// Inserts an edit list into the only track of an initialization section, behind its header.
    static func editList(_ path: String, _ duration: Int, _ time: Int) -> StreamEdit {
        .bytes(path) { bytes in
            if let old = bytes.firstRange(of: Array("edts".utf8)) {
                bytes.replaceSubrange(old, with: Array("free".utf8))
            }
            guard let movie = bytes.firstRange(of: Array("moov".utf8)),
                let track = bytes.firstRange(of: Array("trak".utf8)),
                let media = bytes.firstRange(of: Array("mdia".utf8))
            else { return }
            let list = word(28) + Array("elst".utf8) + word(0) + word(1) + word(duration) + word(time) + word(0x1_0000)
            let edits = word(8 + list.count) + Array("edts".utf8) + list
            for name in [movie, track] {
                let size = name.lowerBound - 4
                bytes.replaceSubrange(size..<name.lowerBound, with: word(number(bytes, size) + edits.count))
            }
            bytes.insert(contentsOf: edits, at: media.lowerBound - 4)
        }
    }

    /// A `sidx` box with one reference to all bytes behind it.
    static func index(_ bytes: [UInt8], scale: Int, start: Int, duration: Int) -> [UInt8] {
        let content =
            word(0) + word(1) + word(scale) + word(start) + word(0) + [0, 0, 0, 1] + word(bytes.count)
            + word(duration) + word(0x9000_0000)
        return word(8 + content.count) + Array("sidx".utf8) + content
    }

    static func clock(_ seconds: Int) -> StreamEdit {
        eachPacket(packets) { bytes, start, _ in
            guard bytes[start + 3] & 0x20 != 0, bytes[start + 4] >= 7, bytes[start + 5] & 0x10 != 0 else { return }
            let base = number(bytes, start + 6) << 1 | Int(bytes[start + 10] >> 7)
            let moved = (base - seconds * 90_000) & (1 << 33 - 1)
            bytes.replaceSubrange((start + 6)..<(start + 10), with: word(moved >> 1))
            bytes[start + 10] = bytes[start + 10] & 0x7f | UInt8(moved & 1) << 7
        }
    }

    static let elements: [PlantedFault] = [
        .init("media header without a timescale", ["init.timescale"], [box(head, "mdhd", 12, word(0))]),
        .init(
            "sample entry of another size than the SPS", ["init.frame-size"],
            [box(head, "avc1", 24, [3, 32, 1, 194])]),
        .init(
            "samples of zero bytes", ["segment.blank-samples"],
            [
                .bytes(one) { bytes in
                    guard let name = bytes.firstRange(of: Array("mdat".utf8)) else { return }
                    for index in name.upperBound..<bytes.count { bytes[index] = 0 }
                }
            ]),
        .on(
            .transport, "frames with the times of the frame before", ["time.order"],
            [
                .bytes(packets) { bytes in
                    var last: (flags: UInt8, place: Int)?
                    var number = 0
                    for start in stride(from: 0, to: bytes.count - 187, by: 188)
                    where Int(bytes[start + 1] & 0x1f) << 8 | Int(bytes[start + 2]) == videoPacket
                        && bytes[start + 1] & 0x40 != 0
                    {
                        let place = start + 4 + (bytes[start + 3] & 0x20 != 0 ? 1 + Int(bytes[start + 4]) : 0) + 9
                        let flags = bytes[place - 2] & 0xc0
                        if number > 10, let last, last.flags == flags {
                            let count = flags == 0xc0 ? 10 : 5
                            bytes.replaceSubrange(
                                place..<(place + count), with: Array(bytes[last.place..<(last.place + count)]))
                            break
                        }
                        last = (flags, place)
                        number += 1
                    }
                }
            ]),
        .init(
            "samples that trun does not have", ["segment.unused-bytes"],
            [
                .bytes(one) { bytes in
                    guard let name = bytes.firstRange(of: Array("trun".utf8)) else { return }
                    let place = name.upperBound + 4
                    bytes.replaceSubrange(place..<(place + 4), with: word(number(bytes, place) - 5))
                }
            ]),
        .init("track that is not enabled", ["init.disabled"], [box(head, "tkhd", 0, word(0))]),
        .on(
            .transport, "adaptation fields longer than their packets", ["segment.damaged"],
            [eachPacket(packets) { bytes, start, _ in if bytes[start + 3] & 0x20 != 0 { bytes[start + 4] = 190 } }]),
        .on(.transport, "clock reference 8 s before the frames", ["segment.pcr"], [clock(8)]),
        .on(
            .transport, "start code of a PES packet damaged", ["segment.pes-start"],
            [eachStart(videoPacket) { bytes, place, number in if number == 10 { bytes[place + 2] = 2 } }]),
        .on(
            .transport, "PES packets of audio longer than stated", ["segment.pes-length"],
            [
                eachStart(audioPacket) { bytes, place, _ in
                    let length = Int(bytes[place + 4]) << 8 | Int(bytes[place + 5])
                    guard length > 100 else { return }
                    (bytes[place + 4], bytes[place + 5]) = (UInt8((length - 40) >> 8), UInt8((length - 40) & 0xff))
                }
            ]),
        .on(
            .transport, "video in PES packets of private data", ["segment.stream-id"],
            [eachStart(videoPacket) { bytes, place, _ in bytes[place + 3] = 0xbd }]),
        .on(
            .transport, "decode times after presentation times", ["segment.dts-order"],
            [
                eachStart(videoPacket) { bytes, place, _ in
                    guard bytes[place + 7] & 0xc0 == 0xc0 else { return }
                    bytes[place + 17] &+= 0x40
                }
            ]),
        .on(
            .transport, "stream type of MPEG audio for AAC", ["segment.stream-type"],
            [
                eachPacket(packets) { bytes, start, pid in
                    guard pid == mapPacket, let entry = bytes[start..<(start + 100)].firstRange(of: [0x0f, 0xe1, 0x01])
                    else { return }
                    bytes[entry.lowerBound] = 0x03
                    let table = start + 5
                    let end = table + 3 + (Int(bytes[table + 1] & 0x0f) << 8 | Int(bytes[table + 2])) - 4
                    let sum = bytes[table..<end].reduce(UInt32.max) { sum, byte in
                        (0..<8).reduce(sum ^ UInt32(byte) << 24) { rest, _ in
                            rest & 0x8000_0000 != 0 ? rest << 1 ^ 0x04c1_1db7 : rest << 1
                        }
                    }
                    bytes.replaceSubrange(end..<(end + 4), with: word(Int(sum)))
                }
            ]),
        .on(
            .transport, "lengths of ADTS frames too large", ["segment.adts-length"],
            [
                eachStart(audioPacket) { bytes, place, _ in
                    bytes[place + 9 + Int(bytes[place + 8]) + 4] &+= 1
                }
            ]),
        .on(
            .transport, "half of the packets are null packets", ["segment.null-packets"],
            [
                .bytes(packets) { bytes in
                    let null: [UInt8] = [0x47, 0x1f, 0xff, 0x10] + [UInt8](repeating: 0xff, count: 184)
                    var result: [UInt8] = []
                    for start in stride(from: 0, to: bytes.count - 187, by: 188) {
                        result += bytes[start..<(start + 188)] + null
                    }
                    bytes = result
                }
            ]),
        .init(
            "data offset beyond the samples", ["segment.damaged"], [run(one, adding: 8) { _ in 8 }]),
        .init(
            "edit list that skips two seconds", ["init.edit-list"],
            [editList(head, 0, 1 << 18)]),
        .init(
            "edit list that delays the audio", ["init.edit-list"],
            [editList("/a0/init-0.mp4", 1 << 17, 0xffff_ffff)]),
        .init(
            "handler of audio for video", ["init.handler"], [box(head, "hdlr", 8, Array("soun".utf8))]),
        .init(
            "segment index of another duration", ["segment.index"],
            [.bytes(one) { $0 = index($0, scale: 1_000, start: 14_000, duration: 2_000) + $0 }]),
        .on(
            .sampleAES, "fewer entries of encryption than samples", ["encryption.samples"],
            [
                .bytes(one) { bytes in
                    guard let name = bytes.firstRange(of: Array("senc".utf8)) else { return }
                    let place = name.upperBound + 4
                    bytes.replaceSubrange(place..<(place + 4), with: word(number(bytes, place) - 1))
                }
            ]),
        .on(
            .sampleAES, "offset of the auxiliary information at the start of the fragment", ["encryption.samples"],
            [box(one, "saio", 8, word(8))]),
        .on(
            .packed, "last frame of packed audio cut", ["segment.audio-gap"],
            [.bytes("/a0/1.aac") { $0.removeLast(20) }]),
    ]
}
