import CFFmpeg
import VideoFrames

/// The display geometry declared by a container, as far as libavformat does not report it.
struct ContainerGeometry: Hashable {
    var crop: CropInsets
    /// The width of a pixel divided by its height; nil: as reported by libavformat.
    var sampleAspectRatio: Double?
}

extension FrameOrientation {
    /// Reduces a container's display matrix to quarter turns and mirroring.
    init(displayMatrix matrix: UnsafePointer<Int32>) {
        // A negative determinant mirrors, which is undone before the angle is computed.
        let determinant = Double(matrix[0]) * Double(matrix[4]) - Double(matrix[1]) * Double(matrix[3])
        let isMirrored = determinant < 0
        var copy = (0..<9).map { matrix[$0] }
        if isMirrored {
            copy[0] = 0 &- copy[0]
            copy[3] = 0 &- copy[3]
        }
        let counterClockwise = av_display_rotation_get(copy)
        guard counterClockwise.isFinite else {
            self.init(rotation: 0, isMirrored: isMirrored)
            return
        }
        let quarters = Int((-counterClockwise / 90).rounded())
        self.init(rotation: ((quarters % 4) + 4) % 4 * 90, isMirrored: isMirrored)
    }
}
