import Foundation
import MediaTesting

/// Faults in the tables and headers of transport streams, in boxes, and in resources beside the media.
extension PlantedFault {
    private static let main = "/main.m3u8"
    private static let media = "/v1/index.m3u8"
    private static let packets = "/v1/1.ts"
    private static let head = "/v1/init-0.mp4"
    private static let one = "/v1/1.m4s"

    // MARK: - Packets

    private static let mapPacket = 4096
    private static let videoPacket = 256

    private static func eachPacket(
        _ pid: Int, _ change: @escaping @Sendable (inout [UInt8], _ start: Int, _ count: Int) -> Void
    ) -> StreamEdit {
        .bytes(packets) { bytes in
            var count = 0
            for start in stride(from: 0, to: bytes.count - 187, by: 188)
            where Int(bytes[start + 1] & 0x1f) << 8 | Int(bytes[start + 2]) == pid {
                change(&bytes, start, count)
                count += 1
            }
        }
    }

    /// Changes the program map table, whose first byte is at the second index, and corrects its checksum.
    private static func map(_ change: @escaping @Sendable (inout [UInt8], Int) -> Void) -> StreamEdit {
        eachPacket(mapPacket) { bytes, start, _ in
            let table = start + 5
            change(&bytes, table)
            let end = table + 3 + (Int(bytes[table + 1] & 0x0f) << 8 | Int(bytes[table + 2])) - 4
            let sum = checksum(bytes[table..<end])
            for index in 0..<4 { bytes[end + index] = UInt8(truncatingIfNeeded: sum >> (24 - 8 * UInt32(index))) }
        }
    }

    /// Adds a stream to the program map table.
    private static func stream(_ type: UInt8, in pid: UInt16) -> StreamEdit {
        map { bytes, table in
            let end = table + 3 + (Int(bytes[table + 1] & 0x0f) << 8 | Int(bytes[table + 2])) - 4
            let entry: [UInt8] = [type, 0xe0 | UInt8(pid >> 8), UInt8(pid & 0xff), 0xf0, 0]
            bytes.replaceSubrange(end..<(end + 5), with: entry)
            bytes[table + 2] += 5
        }
    }

    /// The CRC-32 of MPEG-2 sections.
    private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        bytes.reduce(0xffff_ffff) { sum, byte in
            (0..<8).reduce(sum ^ UInt32(byte) << 24) { rest, _ in
                rest & 0x8000_0000 != 0 ? rest << 1 ^ 0x04c1_1db7 : rest << 1
            }
        }
    }

    /// Changes the headers of packets that start a video frame; the closure gets the index of the frame's header.
    private static func eachFrame(_ change: @escaping @Sendable (inout [UInt8], Int) -> Void) -> StreamEdit {
        eachPacket(videoPacket) { bytes, start, _ in
            guard bytes[start + 1] & 0x40 != 0 else { return }
            change(&bytes, start + 4 + (bytes[start + 3] & 0x20 != 0 ? 1 + Int(bytes[start + 4]) : 0))
        }
    }

    static let tables: [PlantedFault] = [
        .on(
            .transport, "clock reference that goes back", ["segment.pcr-order"],
            [
                eachPacket(videoPacket) { bytes, start, count in
                    guard count > 20, bytes[start + 3] & 0x20 != 0, bytes[start + 5] & 0x10 != 0 else { return }
                    for index in 6..<11 { bytes[start + index] = 0 }
                }
            ]),
        .on(
            .transport, "clock reference in other packets than the PMT names", ["segment.pcr-pid"],
            [map { bytes, table in (bytes[table + 8], bytes[table + 9]) = (0xe1, 0x01) }]),
        .on(.transport, "stream of the PMT without packets", ["segment.absent-stream"], [stream(0x81, in: 300)]),
        .on(.transport, "packet identifier twice in the PMT", ["segment.repeated-stream"], [stream(0x0f, in: 257)]),
        .on(
            .transport, "frames without access unit delimiters", ["segment.access-unit-delimiter"],
            [
                eachFrame { bytes, header in
                    var place = header + 9 + Int(bytes[header + 8])
                    while bytes[place] == 0 { place += 1 }
                    bytes[place + 1] = 0x0c
                }
            ]),
        .on(
            .transport, "frames without presentation times", ["segment.pts-missing"],
            [eachFrame { bytes, header in bytes[header + 7] &= 0x3f }]),
        .on(
            .sampleAESTransport, "stream type of clear video for encrypted samples", ["encryption.stream-type"],
            [map { bytes, table in bytes[table + 12 + Int(bytes[table + 11])] = 0x1b }]),
        // Boxes.
        .init(
            "moov in a segment", ["segment.movie"],
            [.bytes(one) { $0.insert(contentsOf: [0, 0, 0, 8] + Array("moov".utf8), at: 0) }]),
        .init(
            "segment index beyond the segment", ["segment.index"],
            [.bytes(one) { $0.insert(contentsOf: index(of: 900_000), at: 0) }]),
        .init(
            "track header with another size", ["init.track-size"],
            [
                .bytes(head) { bytes in
                    guard let name = bytes.firstRange(of: Array("tkhd".utf8)) else { return }
                    let size = name.lowerBound + 80
                    bytes.replaceSubrange(size..<(size + 8), with: [0x03, 0xe8, 0, 0, 0x00, 0x5a, 0, 0])
                }
            ]),
        .init(
            "avcC without SPS", ["init.parameter-sets"],
            [
                .bytes(head) { bytes in
                    guard let name = bytes.firstRange(of: Array("avcC".utf8)) else { return }
                    bytes[name.lowerBound + 9] &= 0xe0
                }
            ]),
        // Resources beside the media.
        .init(
            "steering manifest that reloads from nowhere", ["steering.reload"],
            steering(#"{"VERSION":1,"TTL":300,"RELOAD-URI":"gone.json","PATHWAY-PRIORITY":["."]}"#)),
        .init(
            "pathway clone with the identifier of a pathway", ["steering.clone"],
            steering(
                #"{"VERSION":1,"TTL":300,"PATHWAY-PRIORITY":["."],"PATHWAY-CLONES":[{"BASE-ID":".","ID":".","#
                    + #""URI-REPLACEMENT":{"HOST":"b.example"}}]}"#)),
        .init(
            "interstitial whose first segment is missing", ["reference.content"],
            interstitial("") + [.replace("/own.m3u8", "v1/0.m4s", "v1/none.m4s")]),
        .init(
            "interstitial with an interstitial of its own", ["interstitial.asset"],
            interstitial(
                "#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00Z\n#EXT-X-DATERANGE:ID=\"b\",CLASS=\"com.apple.hls."
                    + "interstitial\",START-DATE=\"2026-01-01T00:00:01Z\",DURATION=1,X-ASSET-URI=\"c.m3u8\"\n")),
    ]

    /// A `sidx` box of version 0 with one reference.
    private static func index(of byteCount: UInt32) -> [UInt8] {
        func word(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } }
        let content = word(0) + word(1) + word(1_000) + word(0) + word(0) + [0, 0, 0, 1]
        let reference = word(byteCount) + word(4_000) + word(0x9000_0000)
        return word(UInt32(8 + content.count + reference.count)) + Array("sidx".utf8) + content + reference
    }

    /// Serves a text at a path that the stream does not have.
    private static func resource(_ path: String, _ type: String, _ text: String) -> [StreamEdit] {
        [.swap(path, for: "/s0/1.vtt"), .text(path) { _ in text }, .type(path, type)]
    }

    private static func steering(_ manifest: String) -> [StreamEdit] {
        resource("/steering.json", "application/json", manifest) + [
            .replace(
                main, "#EXTM3U\n", "#EXTM3U\n#EXT-X-CONTENT-STEERING:SERVER-URI=\"steering.json\",PATHWAY-ID=\".\"\n")
        ]
    }

    /// An interstitial of 4 s whose playlist has further tags.
    private static func interstitial(_ tags: String) -> [StreamEdit] {
        let range =
            "#EXT-X-DATERANGE:ID=\"a\",CLASS=\"com.apple.hls.interstitial\",START-DATE=\"2026-01-01T00:00:04Z\","
            + "DURATION=4,X-ASSET-URI=\"../own.m3u8\""
        return resource(
            "/own.m3u8", "application/vnd.apple.mpegurl",
            "#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-TARGETDURATION:4\n#EXT-X-MAP:URI=\"v1/init-0.mp4\"\n\(tags)#EXTINF:4,\n"
                + "v1/0.m4s\n#EXT-X-ENDLIST\n") + [
                .remove(media, linesWith: "#EXT-X-PROGRAM-DATE-TIME"), .insert(media, range, before: 0),
                .insert(media, "#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00Z", before: 0),
            ]
    }
}
