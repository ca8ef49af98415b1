import AVFoundation
import Foundation
import MediaTesting

/// The frames of a stream that have been displayed, segment by segment; its size per segment is constant.
struct DisplayedFrames {
    struct Segment {
        /// Distinct frames, one bit each.
        var frames: (UInt64, UInt64) = (0, 0)
        var count: Int { frames.0.nonzeroBitCount + frames.1.nonzeroBitCount }

        private func has(_ frame: Int) -> Bool {
            (frame < 64 ? frames.0 >> UInt64(frame) : frames.1 >> UInt64(frame - 64)) & 1 != 0
        }

        /// Returns the longest run of missing frames, of `count` frames.
        func longestHole(of count: Int) -> Int {
            var (longest, present) = (0, 0)
            for frame in 0..<count {
                present = has(frame) ? 0 : present + 1
                longest = max(longest, present)
            }
            return longest
        }
    }

    let framesPerSegment: Int
    private(set) var segments: [Int: Segment] = [:]
    private(set) var frameCount = 0
    /// The number of frames whose mark cannot be read, because of corruption.
    private(set) var unreadable = 0

    init(framesPerSegment: Int) { self.framesPerSegment = min(framesPerSegment, 128) }

    mutating func record(frame: Int) {
        frameCount += 1
        let bit = frame % framesPerSegment
        if bit < 64 {
            segments[frame / framesPerSegment, default: Segment()].frames.0 |= 1 << UInt64(bit)
        } else {
            segments[frame / framesPerSegment, default: Segment()].frames.1 |= 1 << UInt64(bit - 64)
        }
    }

    mutating func addUnreadable() { unreadable += 1 }

    /// Returns the segments of `range` with a gap of more than a quarter. Single frames dropped by a busy machine count in `segmentsMissingFrames`.
    func lost(_ range: ClosedRange<Int>) -> [Int] {
        range.filter {
            (segments[$0] ?? Segment()).longestHole(of: framesPerSegment) > framesPerSegment / 4
        }
    }

    /// Returns how many segments were played with fewer than three quarters of their frames, and no gap.
    func segmentsMissingFrames(_ range: ClosedRange<Int>) -> Int {
        let lost = Set(lost(range))
        return range.filter { !lost.contains($0) && (segments[$0]?.count ?? 0) < framesPerSegment * 3 / 4 }.count
    }
}

/// Reads the marks of the frames that a player displays.
struct MarkReader {
    let output = AVPlayerItemVideoOutput(pixelBufferAttributes: nil)

    enum Mark {
        case frame(Int)
        case corrupt
    }

    /// Returns the frame currently displayed; nil where it was returned before.
    func look(_ item: AVPlayerItem) -> Mark? {
        let time = item.currentTime()
        guard output.hasNewPixelBuffer(forItemTime: time),
            let buffer = output.copyPixelBuffer(forItemTime: time, itemTimeForDisplay: nil)
        else { return nil }
        CVPixelBufferLockBaseAddress(buffer, .readOnly)
        defer { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
        guard let base = CVPixelBufferGetBaseAddress(buffer) else { return nil }
        let stride = CVPixelBufferGetBytesPerRow(buffer)
        let (width, height) = (CVPixelBufferGetWidth(buffer), CVPixelBufferGetHeight(buffer))
        let bytes = UnsafeRawBufferPointer(start: base, count: stride * height)
        guard let number = FrameMark.read(from: bytes, bytesPerRow: stride, width: width, height: height) else {
            return .corrupt
        }
        return .frame(FrameMark.frame(of: number))
    }
}
