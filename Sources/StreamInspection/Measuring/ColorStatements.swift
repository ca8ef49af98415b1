import MediaEngine
import StreamRules

/// Compares the color properties of a container with those of the decoded video.
enum ColorStatements {
    /// Transfer functions with one curve.
    private static let standardCurves: Set<String> = ["bt709", "smpte170m", "bt2020-10", "bt2020-12"]
    /// The matrix of BT.601 by two names, and primaries that hardly differ.
    private static let standardDefinition: Set<String> = ["smpte170m", "bt470bg"]

    static func violation(_ track: TrackFacts, _ frame: FrameColorProperties) -> StatementViolation? {
        violation(track, transfer: frame.transfer, primaries: frame.primaries, matrix: frame.matrix)
    }

    /// Compares with the names of FFmpeg for the properties of the video; nil where it states none.
    static func violation(
        _ track: TrackFacts, transfer: String?, primaries: String?, matrix: String?
    ) -> StatementViolation? {
        let pairs: [(what: String, box: String?, video: String?, equal: Set<String>)] = [
            ("the transfer function", track.transfer, transfer, standardCurves),
            ("the color primaries", track.primaries, primaries, standardDefinition),
            ("the color matrix", track.matrix, matrix, standardDefinition),
        ]
        for pair in pairs {
            guard let box = pair.box, let video = pair.video, box != video else { continue }
            // HLG may be stated by a supplemental message, beside a transfer function for older receivers.
            if video == "arib-std-b67", standardCurves.contains(box) { continue }
            if pair.equal.isSuperset(of: [box, video]) { continue }
            return StatementViolation(
                .colorDescription, "The colr box states \(box) as \(pair.what), and the video has \(video).")
        }
        return nil
    }
}
