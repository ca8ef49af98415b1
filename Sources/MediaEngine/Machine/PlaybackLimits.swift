/// Constants of the playback machine.
enum PlaybackLimits {
    /// Rates beyond these are clamped.
    static let fastestRate = 64.0
    /// Decoded frames queued ahead of the displayed one.
    static let framesAhead = 4
    /// Frames are displayed this much before their time, which is the least that the way to the screen takes.
    static let displayLead: Nanoseconds = 1 * .millisecond
    /// Frames that a decoder holds back at the most for reordering (H.264 and HEVC: the same number).
    static let deepestReordering = 16

    // Buffering
    /// Growth of the loaded range that is reported.
    static let loadedStep: Nanoseconds = 250 * .millisecond
    /// Less than this missing at the end of a track is inexact bookkeeping of the file, more is a truncated file.
    static let missingFromTrack: Nanoseconds = 500 * .millisecond
    /// The same where only the container has a duration.
    static let missingFromContainer: Nanoseconds = 2 * .second
    /// Packets read ahead of a video decoder that has not returned its first frame.
    static let startingPackets = 24

    // Seeks
    static let firstPreroll: Nanoseconds = .second
    static let longestPreroll: Nanoseconds = 9 * .second

    // Decoding
    /// Damaged packets in a row, without a frame in between, after which a stream switches to another variant. The viewer has seen none of
    /// the damage then: so many are decoded ahead.
    static let toleratedErrors = 6
    /// Decoder pipelines parked beside the active one.
    static let parkedPipelines = 3
    /// Pixels of the frames of all parked pipelines together, which is what their memory depends on.
    static let parkedPixels = 6_500_000

    // Audio
    /// Audio decoded before the wanted sample, so that codecs with memory are right from it on.
    static let audioPreroll: Nanoseconds = 60 * .millisecond
    /// How long time waits for the audio device to begin.
    static let audioStartPatience: Nanoseconds = 700 * .millisecond
    /// More than any device buffers.
    static let longestDeviceBuffer: Nanoseconds = 1 * .second
    /// A device that counts its last samples has reported them within this.
    static let audioEndSlack: Nanoseconds = 30 * .millisecond
    /// Rates that differ by less are the same: devices have whole samples only.
    static let rateTolerance = 0.002
    /// So much of a newly selected audio track must be buffered, beyond what is converted of the old one, before it takes over.
    static let audioTakeOver: Nanoseconds = 250 * .millisecond
    static let audibleRates = 0.5...2.0

    // Ticks
    /// Between two corrections of the clock by the audio device.
    static let correctionInterval: Nanoseconds = 20 * .millisecond
    static let audioStartInterval: Nanoseconds = 2 * .millisecond
    static let reverseWaitInterval: Nanoseconds = 5 * .millisecond
    /// Between two looks at a live stream's distance.
    static let liveInterval: Nanoseconds = 250 * .millisecond

    // Reverse
    /// Frames kept of a group that plays backwards.
    static let reverseFrames = 32
    /// So much earlier media is read at once.
    static let reverseRead: Nanoseconds = 4 * .second
    /// And so much beyond it, which the decoder needs to return the last frames.
    static let reverseReadBeyond: Nanoseconds = 1 * .second
    /// The first frame may be this late after the start of the media.
    static let startSlack: Nanoseconds = 500 * .millisecond

    // Scanning
    static let scanFramesPerSecond: Nanoseconds = 8
    static let scanInterval: Nanoseconds = .second / scanFramesPerSecond
    /// Scanned frames have at most so many pixels across.
    static let widestScan = 1_280
    static let usualScan = 640
    /// A frame is requested at most so far ahead of its time.
    static let longestScanDelay: Nanoseconds = .second
    /// A failed frame is retried after so many doublings of the interval at the most.
    static let longestScanPause = 5

    // Captions
    /// Captions are sent this far ahead of the play head.
    static let captionLead: Nanoseconds = 2 * .second
    /// Video is searched for closed captions this far ahead, so that their ends are known when they begin.
    static let closedCaptionLead: Nanoseconds = 20 * .second
    /// Closed captions displayed at a time may have begun this much before.
    static let closedCaptionReach: Nanoseconds = 12 * .second
    /// Packets ahead of the present that are searched at once.
    static let captionPacketsAtOnce = 600
}
