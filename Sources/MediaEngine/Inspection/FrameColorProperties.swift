import CFFmpeg

/// The color properties of a decoded frame: those of the bitstream, or of the container where the bitstream states none.
package struct FrameColorProperties: Sendable, Hashable {
    /// Names of FFmpeg; nil where a property is unspecified.
    package let transfer: String?
    package let primaries: String?
    package let matrix: String?

    init(_ frame: UnsafePointer<AVFrame>) {
        func name(_ text: UnsafePointer<CChar>?) -> String? {
            text.map { String(cString: $0) }.flatMap { ["unknown", "reserved"].contains($0) ? nil : $0 }
        }
        transfer = name(av_color_transfer_name(frame.pointee.color_trc))
        primaries = name(av_color_primaries_name(frame.pointee.color_primaries))
        matrix = name(av_color_space_name(frame.pointee.colorspace))
    }
}
