import CFFmpeg

/// The delimiters of NAL units in a video sample.
enum UnitFraming {
    /// ITU-T H.264 and H.265, annex B.
    case startCodes
    /// Each NAL unit is preceded by its length, in a field of this many bytes (ISO 14496-15 sections 5.3.3 and 8.3.3).
    case lengths(Int)

    /// - Parameter headers: the codec headers of the track, in the container's form.
    init(of codec: AVCodecID, headers: UnsafeBufferPointer<UInt8>) {
        self = .startCodes
        if codec == AV_CODEC_ID_H264, headers.count >= 7, headers[0] == 1 { self = .lengths(Int(headers[4] & 3) + 1) }
        if codec == AV_CODEC_ID_HEVC, headers.count >= 23, headers[0] == 1 {
            self = .lengths(Int(headers[21] & 3) + 1)
        }
    }

    init(of parameters: UnsafePointer<AVCodecParameters>) {
        let size = parameters.pointee.extradata == nil ? 0 : Int(max(0, parameters.pointee.extradata_size))
        self.init(
            of: parameters.pointee.codec_id,
            headers: UnsafeBufferPointer(start: parameters.pointee.extradata, count: size))
    }
}
