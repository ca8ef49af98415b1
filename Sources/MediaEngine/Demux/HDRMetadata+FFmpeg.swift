import CFFmpeg

extension HDRMetadata {
    /// Reads the metadata that a container declares for a stream; nil if it declares none.
    init?(_ stream: UnsafePointer<AVStream>) {
        var sizes = (display: 0, light: 0)
        let display = ff_stream_side_data(stream, AV_PKT_DATA_MASTERING_DISPLAY_METADATA, &sizes.display)
        let light = ff_stream_side_data(stream, AV_PKT_DATA_CONTENT_LIGHT_LEVEL, &sizes.light)
        self.init(display: display, sizes.display, light: light, sizes.light)
    }

    /// Reads the metadata that the bitstream declares for a decoded frame; nil if it declares none.
    init?(_ frame: UnsafePointer<AVFrame>) {
        let display = av_frame_get_side_data(frame, AV_FRAME_DATA_MASTERING_DISPLAY_METADATA)?.pointee
        let light = av_frame_get_side_data(frame, AV_FRAME_DATA_CONTENT_LIGHT_LEVEL)?.pointee
        self.init(
            display: display.map { UnsafePointer($0.data) }, display?.size ?? 0,
            light: light.map { UnsafePointer($0.data) }, light?.size ?? 0)
    }

    private init?(display: UnsafePointer<UInt8>?, _ displaySize: Int, light: UnsafePointer<UInt8>?, _ lightSize: Int) {
        self.init()
        if let display, displaySize >= MemoryLayout<AVMasteringDisplayMetadata>.size {
            display.withMemoryRebound(to: AVMasteringDisplayMetadata.self, capacity: 1) { add($0.pointee) }
        }
        if let light, lightSize >= MemoryLayout<AVContentLightMetadata>.size {
            light.withMemoryRebound(to: AVContentLightMetadata.self, capacity: 1) { add($0.pointee) }
        }
        if self == HDRMetadata() { return nil }
    }

    private mutating func add(_ display: AVMasteringDisplayMetadata) {
        func point(_ x: AVRational, _ y: AVRational) -> Chromaticity { Chromaticity(x: av_q2d(x), y: av_q2d(y)) }
        func isNumber(_ value: AVRational) -> Bool { value.den != 0 }
        let (red, green, blue) = display.display_primaries
        let white = display.white_point
        let coordinates = [red.0, red.1, green.0, green.1, blue.0, blue.1, white.0, white.1]
        // A file may state fractions with the denominator 0.
        if display.has_primaries != 0, coordinates.allSatisfy(isNumber) {
            primaries = [
                point(red.0, red.1), point(green.0, green.1), point(blue.0, blue.1),
                point(white.0, white.1),
            ]
        }
        if display.has_luminance != 0, isNumber(display.min_luminance), isNumber(display.max_luminance) {
            minimumLuminance = av_q2d(display.min_luminance)
            maximumLuminance = av_q2d(display.max_luminance)
        }
    }

    /// 0 means that the level is unknown.
    private mutating func add(_ light: AVContentLightMetadata) {
        if light.MaxCLL > 0 { maximumContentLightLevel = Int(light.MaxCLL) }
        if light.MaxFALL > 0 { maximumFrameAverageLightLevel = Int(light.MaxFALL) }
    }
}
