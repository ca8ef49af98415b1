import Foundation

/// Faults in the frames of packed audio, and in the ranges of key frames.
extension PlantedFault {
    /// A silent frame of AAC-LC in stereo, without its header.
    private static let silence: [UInt8] = [0x21, 0x00, 0x49, 0x90, 0x02, 0x19, 0x00, 0x23, 0x80]

    /// Replaces each ADTS frame of packed audio behind the timestamp.
    private static func frames(
        _ path: String, _ change: @escaping @Sendable (_ header: [UInt8], _ payload: [UInt8]) -> [UInt8]
    ) -> StreamEdit {
        .bytes(path) { bytes in
            guard bytes.starts(with: Array("ID3".utf8)), bytes.count > 10 else { return }
            var place = 10 + bytes[6..<10].reduce(0) { $0 << 7 | Int($1) }
            var result = Array(bytes[..<min(place, bytes.count)])
            while place + 7 <= bytes.count, bytes[place] == 0xff {
                let size =
                    Int(bytes[place + 3] & 3) << 11 | Int(bytes[place + 4]) << 3 | Int(bytes[place + 5] >> 5)
                guard size > 7, place + size <= bytes.count else { break }
                result += change(Array(bytes[place..<place + 7]), Array(bytes[place + 7..<place + size]))
                place += size
            }
            bytes = result
        }
    }

    /// Returns a header with the length of another payload.
    private static func header(_ header: [UInt8], _ payload: [UInt8]) -> [UInt8] {
        let size = payload.count + 7
        var header = header
        header[3] = header[3] & 0xfc | UInt8(size >> 11)
        header[4] = UInt8(size >> 3 & 0xff)
        header[5] = header[5] & 0x1f | UInt8(size & 7) << 5
        return header
    }

    private static func silent(_ path: String) -> StreamEdit {
        frames(path) { head, _ in header(head, silence) + silence }
    }

    static let decoding: [PlantedFault] = [
        .on(
            .packed, "audio of one language silent for a segment", ["decode.dropout"], [silent("/a0/1.aac")],
            decodes: true),
        .on(
            .packed, "audio of one language silent throughout", ["decode.silence"], [silent("/a0/*")],
            decodes: true),
        .on(
            .packed, "ADTS headers of AAC Main in all frames of packed audio", ["codec.mismatch"],
            [frames("/a*") { head, payload in head[..<2] + [head[2] & 0x3f] + head[3...] + payload }]),
        .on(
            .transport, "ADTS headers of AAC-LTP in all packets", ["codec.mismatch"],
            [
                .bytes("/v*") { bytes in
                    guard bytes.first == 0x47 else { return }
                    for index in bytes.indices.dropLast(7)
                    where bytes[index] == 0xff && bytes[index + 1] & 0xf6 == 0xf0 && bytes[index + 2] >> 6 == 1 {
                        bytes[index + 2] |= 0xc0
                    }
                }
            ]),
        .on(
            .captions, "captions that are not declared, without decoding", ["caption.undeclared"],
            [
                .variant(nil, "CLOSED-CAPTIONS", "NONE"),
                .remove("/main.m3u8", linesWith: "#EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS"),
            ]),
        .init(
            "captions declared and not there, without decoding", ["caption.missing"],
            [
                .variant(nil, "CLOSED-CAPTIONS", "\"cc\""),
                .append(
                    "/main.m3u8", "#EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,GROUP-ID=\"cc\",NAME=\"CC\",INSTREAM-ID=\"CC1\""),
            ]),
        .init(
            "I-frame playlist without CODECS", ["i-frame.codecs-missing"],
            [.attribute("#EXT-X-I-FRAME-STREAM-INF", 0, "CODECS", nil)]),
        .init(
            "I-frame playlist without RESOLUTION", ["i-frame.resolution-missing"],
            [.attribute("#EXT-X-I-FRAME-STREAM-INF", 1, "RESOLUTION", nil)]),
        .init(
            "audio of two languages without LANGUAGE", ["rendition.language-missing"],
            [.rendition(nil, "LANGUAGE", nil)]),
        .init(
            "byte ranges of key frames that continue behind them", ["i-frame.range"],
            [
                .text("/v1/iframes.m3u8") { text in
                    text.replacing(#/BYTERANGE:([0-9]+)@/#) { "BYTERANGE:\((Int($0.output.1) ?? 0) * 2)@" }
                }
            ]),
        .on(
            .transport, "byte ranges of key frames in packets that continue behind them", ["i-frame.range"],
            [
                .text("/v1/iframes.m3u8") { text in
                    text.replacing(#/BYTERANGE:([0-9]+)@/#) {
                        "BYTERANGE:\((Int($0.output.1) ?? 0) / 188 * 2 * 188)@"
                    }
                }
            ]),
    ]
}
