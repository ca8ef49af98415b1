import CFFmpeg

/// Describes a transport stream track by the headers in its first packet: the parameter sets of H.264, the ADTS header of AAC.
enum StreamHeaders {
    enum Outcome {
        case described
        /// The headers are not sufficient, or the codec is not supported here.
        case unclear
    }

    private static let sampleRates: [Int32] = [
        96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350,
    ]
    /// AAC at this rate and below may use spectral band replication, which doubles the rate but is not declared in ADTS headers.
    private static let doubledRate: Int32 = 24_000
    private static let samplesPerFrame: Int32 = 1_024

    /// Sets the parameters of the packet's track that decoders need.
    static func describe(
        _ stream: UnsafeMutablePointer<AVStream>, by packet: UnsafeMutablePointer<AVPacket>
    ) -> Outcome {
        guard let parameters = stream.pointee.codecpar, let data = packet.pointee.data, packet.pointee.size > 0 else {
            return .unclear
        }
        let bytes = UnsafeBufferPointer(start: data, count: Int(packet.pointee.size))
        switch parameters.pointee.codec_id {
        case AV_CODEC_ID_H264: return describeH264(stream, parameters, bytes)
        case AV_CODEC_ID_AAC: return describeADTS(parameters, bytes)
        default: return .unclear
        }
    }

    private static func describeH264(
        _ stream: UnsafeMutablePointer<AVStream>, _ parameters: UnsafeMutablePointer<AVCodecParameters>,
        _ bytes: UnsafeBufferPointer<UInt8>
    ) -> Outcome {
        // The field order is only known from the frames.
        guard let sets = H264Headers.ParameterSets(in: bytes), let sequence = sets.sequence, sequence.hasFramesOnly,
            sequence.chromaFormat == 1, sequence.bitsPerComponent == 8, let size = sequence.size,
            let display = sequence.display, let rate = display.framesPerSecond,
            let reordered = display.reorderedPictures, let extradata = extradata(sets.bytes)
        else { return .unclear }
        av_free(parameters.pointee.extradata)
        parameters.pointee.extradata = extradata
        parameters.pointee.extradata_size = Int32(sets.bytes.count)
        parameters.pointee.width = Int32(size.width)
        parameters.pointee.height = Int32(size.height)
        parameters.pointee.format = (display.isFullRange ? AV_PIX_FMT_YUVJ420P : AV_PIX_FMT_YUV420P).rawValue
        parameters.pointee.bits_per_raw_sample = 8
        parameters.pointee.profile = profile(of: sequence)
        parameters.pointee.level = Int32(sequence.level)
        parameters.pointee.field_order = AV_FIELD_PROGRESSIVE
        parameters.pointee.video_delay = Int32(reordered)
        if let ratio = display.sampleAspectRatio {
            parameters.pointee.sample_aspect_ratio = AVRational(num: Int32(ratio.width), den: Int32(ratio.height))
        }
        parameters.pointee.color_range = display.isFullRange ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG
        parameters.pointee.color_primaries = AVColorPrimaries(rawValue: display.primaries)
        parameters.pointee.color_trc = AVColorTransferCharacteristic(rawValue: display.transfer)
        parameters.pointee.color_space = AVColorSpace(rawValue: display.matrix)
        var framesPerSecond = AVRational()
        av_reduce(
            &framesPerSecond.num, &framesPerSecond.den, Int64(rate.numerator), Int64(rate.denominator),
            Int64(Int32.max))
        stream.pointee.avg_frame_rate = framesPerSecond
        stream.pointee.r_frame_rate = framesPerSecond
        return .described
    }

    /// Returns the profile in libavcodec's numbering, with flag bits for constrained baseline and for intra-only profiles.
    private static func profile(of sequence: H264Sequence) -> Int32 {
        let profile = Int32(sequence.profile)
        switch sequence.profile {
        case 66 where sequence.constraints & 0x40 != 0: return profile | 1 << 9
        case 110, 122, 244: return sequence.constraints & 0x10 != 0 ? profile | 1 << 11 : profile
        default: return profile
        }
    }

    private static func extradata(_ bytes: [UInt8]) -> UnsafeMutablePointer<UInt8>? {
        guard let raw = av_mallocz(bytes.count + Int(AV_INPUT_BUFFER_PADDING_SIZE)) else { return nil }
        let memory = raw.assumingMemoryBound(to: UInt8.self)
        bytes.withUnsafeBufferPointer { source in
            if let base = source.baseAddress { memory.update(from: base, count: source.count) }
        }
        return memory
    }

    /// ISO 14496-3 section 1.A.3.2.
    private static func describeADTS(
        _ parameters: UnsafeMutablePointer<AVCodecParameters>, _ bytes: UnsafeBufferPointer<UInt8>
    ) -> Outcome {
        guard bytes.count >= 7, bytes[0] == 0xff, bytes[1] & 0xf6 == 0xf0 else { return .unclear }
        let rate = Int(bytes[2] >> 2 & 0xf)
        let channels = Int32(bytes[2] & 1) << 2 | Int32(bytes[3] >> 6)
        guard rate < sampleRates.count, sampleRates[rate] > doubledRate, (1...6).contains(channels) else {
            return .unclear
        }
        parameters.pointee.sample_rate = sampleRates[rate]
        parameters.pointee.profile = Int32(bytes[2] >> 6)
        parameters.pointee.format = AV_SAMPLE_FMT_FLTP.rawValue
        parameters.pointee.frame_size = samplesPerFrame
        av_channel_layout_uninit(&parameters.pointee.ch_layout)
        av_channel_layout_default(&parameters.pointee.ch_layout, channels)
        return .described
    }
}
