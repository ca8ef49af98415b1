/// Constants of the playback machine.
enum PlaybackLimits {
    /// Rates beyond this are clamped.
    static let fastestRate = 64.0
    /// The number of decoded frames queued after the displayed one.
    static let framesAhead = 4
    /// The queue is filled again when less than this, in host time, remains in it: frames are decoded in bursts, because the processor needs
    /// more time for a frame that is decoded alone.
    static let framesRefill: Nanoseconds = 85 * .millisecond
    /// Frames are submitted this much before their time, the minimum latency of display.
    static let displayLead: Nanoseconds = 1 * .millisecond
    /// The maximum number of frames that a decoder holds back for reordering (the same for H.264 and HEVC).
    static let deepestReordering = 16

    // Buffering
    /// The growth of the loaded range that is reported.
    static let loadedStep: Nanoseconds = 250 * .millisecond
    /// A shorter gap at the end of a track is an inaccurate duration, a longer one is a truncated file.
    static let missingFromTrack: Nanoseconds = 500 * .millisecond
    /// The same limit if only the container states a duration.
    static let missingFromContainer: Nanoseconds = 2 * .second
    /// The number of packets read ahead of a video decoder that has not returned its first frame.
    static let startingPackets = 24

    // Seeks
    static let firstPreroll: Nanoseconds = .second
    static let longestPreroll: Nanoseconds = 9 * .second

    // Decoding
    /// The number of consecutive damaged packets without a decoded frame after which a stream switches to another variant. No damage has
    /// been displayed at that point, because this many packets are decoded ahead.
    static let toleratedErrors = 6
    /// The maximum number of parked decoder pipelines.
    static let parkedPipelines = 3
    /// The maximum number of pixels in the frames of all parked pipelines together, which determines their memory.
    static let parkedPixels = 6_500_000

    // Audio
    /// Audio decoded before the requested sample, for codecs with inter-frame state.
    static let audioPreroll: Nanoseconds = 60 * .millisecond
    /// The maximum time that the clock waits for the audio device to start.
    static let audioStartTimeout: Nanoseconds = 700 * .millisecond
    /// Longer than the buffer of any device.
    static let longestDeviceBuffer: Nanoseconds = 1 * .second
    /// Devices that report their position have reported the last samples within this time.
    static let audioEndSlack: Nanoseconds = 30 * .millisecond
    /// Smaller differences between rates are ignored, because devices resample in whole samples.
    static let rateTolerance = 0.002
    /// A newly selected audio track takes over once this much of it is buffered beyond the converted audio of the old one.
    static let audioTakeOver: Nanoseconds = 250 * .millisecond
    static let audibleRates = 0.25...4.0

    // Ticks
    /// The interval of clock corrections by the audio device.
    static let correctionInterval: Nanoseconds = 20 * .millisecond
    /// The clock is not corrected before a frame that is due within this time.
    static let longestFrameWait: Nanoseconds = 45 * .millisecond
    static let audioStartInterval: Nanoseconds = 2 * .millisecond
    static let reverseWaitInterval: Nanoseconds = 5 * .millisecond
    /// The interval between two evaluations of the distance to the live edge.
    static let liveInterval: Nanoseconds = 250 * .millisecond

    // Reverse
    /// The maximum number of frames retained of a GOP in reverse playback.
    static let reverseFrames = 32
    /// The duration of earlier media that is read at once.
    static let reverseRead: Nanoseconds = 4 * .second
    /// The duration read beyond that, which the decoder needs to return the last frames.
    static let reverseReadBeyond: Nanoseconds = 1 * .second
    /// How far outside the media the target of a seek may lie, as clients compute targets from rounded seconds.
    static let seekSlack: Nanoseconds = 50 * .millisecond
    /// The maximum start time of the first frame.
    static let startSlack: Nanoseconds = 500 * .millisecond

    // Scanning
    static let scanFramesPerSecond: Nanoseconds = 8
    static let scanInterval: Nanoseconds = .second / scanFramesPerSecond
    /// The maximum width in pixels of scanned frames.
    static let widestScan = 1_280
    static let usualScan = 640
    /// A frame is requested at most this far ahead of its time.
    static let longestScanDelay: Nanoseconds = .second
    /// The maximum number of times that the interval is doubled after failures.
    static let longestScanPause = 5

    // Captions
    /// Captions are sent this far before their start.
    static let captionLead: Nanoseconds = 2 * .second
    /// Video is scanned for closed captions this far ahead, so that their end times are known when they start.
    static let closedCaptionLead: Nanoseconds = 20 * .second
    /// Closed captions that are still displayed may have started this long ago.
    static let closedCaptionReach: Nanoseconds = 12 * .second
    /// Pictures that are still displayed may have started this long ago.
    static let pictureCaptionReach: Nanoseconds = 30 * .second
    /// The maximum number of packets ahead of the play head that are scanned at once.
    static let captionPacketsAtOnce = 600
}
