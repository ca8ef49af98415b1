/// The most that is held of a stream ahead of the play head (spec/hls.md section 12), in bytes.
enum ForwardMemory {
    /// Up to 1080 lines.
    static let usual = 64 << 20
    /// Beyond: as many seconds of it take more.
    static let ultraHighDefinition = 160 << 20

    /// What a coder makes of 1920 times 1080, in whole blocks.
    private static let pixelsOfFullHighDefinition = 1920 * 1088

    /// For pictures of a size; nil where nobody has said it yet. A film that stands upright is as large as one that does not.
    static func limit(width: Int?, height: Int?) -> Int {
        guard let width, let height else { return usual }
        let (pixels, isTooMuch) = width.multipliedReportingOverflow(by: height)
        return isTooMuch || pixels > pixelsOfFullHighDefinition ? ultraHighDefinition : usual
    }
}
