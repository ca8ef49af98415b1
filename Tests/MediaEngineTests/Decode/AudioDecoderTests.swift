import CFFmpeg
import Foundation
import Testing

@testable import MediaEngine

@Suite("Corrupt audio packets do not change the decoder's memory (issue 3: memory is flat)")
struct AudioDecoderTests {
    private static let rate: Int32 = 48_000

    @Test("after an AAC packet that claims thirty channels, the decoder frees their memory and decodes the same audio")
    func noise() throws {
        let sound = try Sound(codec: AV_CODEC_ID_AAC, frames: 120)
        let whole = try sound.decoder()
        let expected = try sound.packets.map { try whole.samples(of: $0) }
        #expect(whole.reopenings == 0)

        let decoder = try sound.decoder()
        var got: [[Float]] = []
        for (number, packet) in sound.packets.enumerated() {
            if number == 60 { _ = try decoder.samples(of: sound.packet(of: Self.claim(pairs: 15))) }
            got.append(try decoder.samples(of: packet))
        }
        #expect(decoder.reopenings == 1)
        // AAC's perceptual noise substitution is far below this.
        let differing = got.indices.dropLast().filter { frame in
            zip(got[frame], expected[frame]).contains { abs($0 - $1) > 0.01 }
        }
        // The noise affects the following frame, because frames overlap.
        #expect(differing.allSatisfy { (60...61).contains($0) }, "\(differing)")
        #expect(got.map(\.count) == expected.map(\.count))
    }

    @Test("a decoder is reopened after each failed packet that claims channels, and never after valid audio")
    func noiseInARow() throws {
        let sound = try Sound(codec: AV_CODEC_ID_AAC, frames: 8)
        let decoder = try sound.decoder()
        for _ in 0..<50 {
            _ = try decoder.samples(of: sound.packet(of: Self.claim(pairs: 15, breaksOff: true)))
        }
        #expect(decoder.reopenings == 49)
        for packet in sound.packets { _ = try decoder.samples(of: packet) }
        #expect(decoder.reopenings == 50)
    }

    @Test("a real change of channels reopens the decoder once; changes that do not last reopen it rarely")
    func watch() {
        /// Returns how often a decoder is reopened whose first frames after that have the channels of `start`.
        func times(_ frames: [Int], start: Int?) -> Int {
            var watch = AudioChannelWatch()
            var times = 0
            var isFirst = false
            for channels in frames {
                guard watch.isDoubtful(isFirst ? start ?? channels : channels) else {
                    isFirst = false
                    continue
                }
                watch.decoderReopened()
                isFirst = true
                times += 1
            }
            return times
        }
        let stereo = [Int](repeating: 2, count: 100)
        let surround = [Int](repeating: 6, count: 100)
        #expect(times(stereo + stereo, start: nil) == 0)
        #expect(times(stereo + surround + stereo, start: nil) == 2)
        #expect(times(stereo + [Int](repeating: 6, count: 48 * 3_600), start: 2) < 70)
    }

    /// Returns a silent AAC packet with a program configuration element of channel pairs.
    /// - Parameter breaksOff: whether an undeclared single channel follows.
    private static func claim(pairs: Int, breaksOff: Bool = false) -> [UInt8] {
        var bits: [Bool] = []
        func put(_ value: Int, _ width: Int) {
            for bit in (0..<width).reversed() { bits.append(value >> bit & 1 == 1) }
        }
        put(5, 3)  // a program configuration element,
        put(0, 4)
        put(1, 2)  // of AAC-LC
        put(3, 4)  // at 48 kHz,
        put(pairs, 4)  // with pairs in front, none at the sides, the back, for low sounds, …
        put(0, 4 + 4 + 2 + 3 + 4 + 3)
        for tag in 0..<pairs {
            put(1, 1)
            put(tag, 4)
        }
        while bits.count % 8 != 0 { put(0, 1) }
        put(0, 8)  // no comment;
        put(breaksOff ? 0 : 7, 3)  // the end.
        while bits.count % 8 != 0 { put(0, 1) }
        return stride(from: 0, to: bits.count, by: 8).map { start in
            bits[start..<start + 8].reduce(0) { $0 << 1 | ($1 ? 1 : 0) }
        }
    }
}

/// Packets of stereo audio from libavcodec's encoder.
private struct Sound {
    let format: StreamFormat
    let packets: [Packet]

    init(codec id: AVCodecID, frames: Int) throws {
        let codec = try #require(avcodec_find_encoder(id))
        var context = avcodec_alloc_context3(codec)
        defer { avcodec_free_context(&context) }
        let encoder = try #require(context)
        encoder.pointee.sample_rate = 48_000
        encoder.pointee.sample_fmt = AV_SAMPLE_FMT_FLTP
        encoder.pointee.bit_rate = 128_000
        encoder.pointee.time_base = AVRational(num: 1, den: 48_000)
        encoder.pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER
        av_channel_layout_default(&encoder.pointee.ch_layout, 2)
        try #require(avcodec_open2(encoder, codec, nil) == 0)
        var parameters: UnsafeMutablePointer<AVCodecParameters>? = avcodec_parameters_alloc()
        defer { avcodec_parameters_free(&parameters) }
        let copied = try #require(parameters)
        avcodec_parameters_from_context(copied, encoder)
        let format = try #require(StreamFormat(copying: copied, timeBase: encoder.pointee.time_base, startTime: 0))

        var frame = av_frame_alloc()
        defer { av_frame_free(&frame) }
        let input = try #require(frame)
        let length = Int(encoder.pointee.frame_size)
        var packets: [Packet] = []
        for number in 0...frames {
            if number < frames {
                input.pointee.nb_samples = Int32(length)
                input.pointee.format = encoder.pointee.sample_fmt.rawValue
                input.pointee.sample_rate = 48_000
                av_channel_layout_copy(&input.pointee.ch_layout, &encoder.pointee.ch_layout)
                try #require(av_frame_get_buffer(input, 0) == 0)
                input.pointee.pts = Int64(number * length)
                for (channel, tone) in [440.0, 660.0].enumerated() {
                    let samples = try #require(input.pointee.extended_data[channel])
                    samples.withMemoryRebound(to: Float.self, capacity: length) { plane in
                        for index in 0..<length {
                            let time = Double(number * length + index) / 48_000
                            plane[index] = Float(0.4 * sin(2 * .pi * tone * time))
                        }
                    }
                }
                try #require(avcodec_send_frame(encoder, input) == 0)
                av_frame_unref(input)
            } else {
                try #require(avcodec_send_frame(encoder, nil) == 0)
            }
            while let raw = av_packet_alloc() {
                guard avcodec_receive_packet(encoder, raw) == 0 else {
                    var unused: UnsafeMutablePointer<AVPacket>? = raw
                    av_packet_free(&unused)
                    break
                }
                packets.append(Self.packet(taking: raw, format: format))
            }
        }
        self.format = format
        self.packets = packets
    }

    func decoder() throws -> AudioDecoder {
        let track = TrackInfo(index: 0, trackID: 1, kind: .audio, codec: "aac")
        return try AudioDecoder(format: format, track: track, url: URL(fileURLWithPath: "/nowhere"))
    }

    func packet(of bytes: [UInt8]) throws -> Packet {
        let raw = try #require(av_packet_alloc())
        try #require(av_new_packet(raw, Int32(bytes.count)) == 0)
        for (index, byte) in bytes.enumerated() { raw.pointee.data[index] = byte }
        return Self.packet(taking: raw, format: format)
    }

    private static func packet(taking raw: UnsafeMutablePointer<AVPacket>, format: StreamFormat) -> Packet {
        let time = raw.pointee.pts == ff_no_pts ? 0 : format.sessionTime(ticks: raw.pointee.pts) ?? 0
        return Packet(
            taking: raw, trackIndex: 0, format: format, time: time, decodeTime: time, isDecodeTimeKnown: true,
            duration: 1024 * .second / 48_000)
    }
}

extension AudioDecoder {
    /// Returns the first channel's samples of a decoded packet.
    fileprivate func samples(of packet: Packet) throws -> [Float] {
        var samples: [Float] = []
        try decode(packet) { (frame, _) throws(MediaError) in
            guard let plane = frame.pointee.extended_data[0] else { return }
            plane.withMemoryRebound(to: Float.self, capacity: Int(frame.pointee.nb_samples)) {
                samples += UnsafeBufferPointer(start: $0, count: Int(frame.pointee.nb_samples))
            }
        }
        return samples
    }
}
