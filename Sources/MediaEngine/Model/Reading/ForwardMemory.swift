/// The limits of the buffer ahead of the play head (spec/hls.md section 12), in bytes.
enum ForwardMemory {
    /// For video of up to 1080 lines.
    static let usual = 64 << 20
    /// For larger video, which has a higher bit rate.
    static let ultraHighDefinition = 160 << 20

    /// The pixels of a 1920 by 1080 frame in whole macroblocks.
    private static let pixelsOfFullHighDefinition = 1920 * 1088

    /// Returns the limit for a video size, in portrait and landscape alike; the usual one if the size is unknown.
    static func limit(width: Int?, height: Int?) -> Int {
        guard let width, let height else { return usual }
        let (pixels, isTooMuch) = width.multipliedReportingOverflow(by: height)
        return isTooMuch || pixels > pixelsOfFullHighDefinition ? ultraHighDefinition : usual
    }
}
