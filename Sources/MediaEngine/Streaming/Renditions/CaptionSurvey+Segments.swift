extension CaptionSurvey {
    /// Finds the caption channels in the frames of a segment.
    init(_ samples: [SegmentSample]) {
        for sample in samples.lazy.filter({ $0.kind == .video }).prefix(Self.maximumFrames) {
            look(at: CaptionUserData.triplets(in: sample.raw, sample.format.parameters))
        }
    }
}
