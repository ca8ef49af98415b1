import MediaEngine
import StreamRules

extension DecodedFacts {
    init(_ summary: SegmentDecoder.Summary) {
        func stretch(_ stretch: UniformStretch?) -> Stretched? {
            stretch.map { Stretched(start: $0.start, seconds: $0.seconds) }
        }
        self.init()
        black = stretch(summary.black)
        frozen = stretch(summary.frozen)
        silence = stretch(summary.silence)
        frozenSeconds = summary.frozenSeconds
        videoSeconds = summary.videoSeconds
        (newFrames, repeatedFrames) = (summary.newFrames, summary.repeatedFrames)
        outsideShare = summary.outsideShare
        balances = summary.balances
        holes = summary.holes
        silentChannels = summary.silentChannels
        correlation = summary.correlation
        offset = summary.offset
        levels = summary.levels
        crossings = summary.crossings
    }
}
