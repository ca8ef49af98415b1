import CFFmpeg
import Foundation

/// The display size of a frame: in square pixels, after rotation.
struct PictureShape: Hashable {
    var displayWidth: Int
    var displayHeight: Int

    /// - Parameter rotation: clockwise degrees, a multiple of 90.
    init(width: Int, height: Int, sampleAspectRatio: Double, rotation: Int) {
        var wide = Double(width)
        var high = Double(height)
        let ratio =
            sampleAspectRatio.isFinite && sampleAspectRatio > 0.01 && sampleAspectRatio < 100 ? sampleAspectRatio : 1
        if ratio >= 1 { wide *= ratio } else { high /= ratio }
        let size = (Int(wide.rounded()), Int(high.rounded()))
        (displayWidth, displayHeight) = rotation % 180 == 0 ? size : (size.1, size.0)
    }
}

/// A container's display matrix, reduced to quarter turns and mirroring.
struct DisplayMatrix: Hashable {
    /// Clockwise degrees by which frames are rotated for display: 0, 90, 180 or 270.
    var rotation: Int
    var isMirrored: Bool

    init(_ matrix: UnsafePointer<Int32>) {
        // A negative determinant mirrors, which is undone before the angle is computed.
        let determinant = Double(matrix[0]) * Double(matrix[4]) - Double(matrix[1]) * Double(matrix[3])
        isMirrored = determinant < 0
        var copy = (0..<9).map { matrix[$0] }
        if isMirrored {
            copy[0] = 0 &- copy[0]
            copy[3] = 0 &- copy[3]
        }
        let counterClockwise = av_display_rotation_get(copy)
        guard counterClockwise.isFinite else {
            rotation = 0
            return
        }
        let quarters = Int((-counterClockwise / 90).rounded())
        rotation = ((quarters % 4) + 4) % 4 * 90
    }

    init() {
        rotation = 0
        isMirrored = false
    }
}
