import CoreMedia
import CoreVideo
import Foundation
import Testing
import VideoFrames

@testable import AVFoundation

/// Creates a sample of one color.
func makeSample(
    at seconds: Double? = nil, format: OSType = kCVPixelFormatType_32BGRA, width: Int = 64, height: Int = 36,
    fill: (CVPixelBuffer) -> Void = { _ in }
) throws -> CMSampleBuffer {
    var made: CVPixelBuffer?
    CVPixelBufferCreate(nil, width, height, format, nil, &made)
    let image = try #require(made)
    CVPixelBufferLockBaseAddress(image, [])
    fill(image)
    CVPixelBufferUnlockBaseAddress(image, [])
    let time = seconds.map { CMTime(seconds: $0, preferredTimescale: 600) } ?? .invalid
    return try CMSampleBuffer(
        imageBuffer: image, formatDescription: try CMVideoFormatDescription(imageBuffer: image),
        sampleTiming: CMSampleTimingInfo(
            duration: CMTime(value: 20, timescale: 600), presentationTimeStamp: time, decodeTimeStamp: .invalid))
}

struct SampleBufferTests {
    @Test("a sample has the times, the image and the format that it was created with, also by the C functions")
    func properties() throws {
        let sample = try makeSample(at: 2)
        let image = try #require(sample.imageBuffer)
        #expect(sample.presentationTimeStamp.seconds == 2 && sample.duration.seconds == 20.0 / 600)
        #expect(!sample.decodeTimeStamp.isValid && sample.numSamples == 1 && sample.isValid)
        #expect(sample.formatDescription?.dimensions.width == 64 && sample.formatDescription?.dimensions.height == 36)
        #expect(sample.formatDescription?.mediaSubType.rawValue == kCVPixelFormatType_32BGRA)

        var format: CMVideoFormatDescription?
        #expect(
            CMVideoFormatDescriptionCreateForImageBuffer(
                allocator: kCFAllocatorDefault, imageBuffer: image, formatDescriptionOut: &format) == 0)
        var timing = try sample.sampleTimingInfo(at: 0)
        var copy: CMSampleBuffer?
        #expect(
            CMSampleBufferCreateReadyWithImageBuffer(
                allocator: nil, imageBuffer: image, formatDescription: try #require(format), sampleTiming: &timing,
                sampleBufferOut: &copy) == 0)
        let made = try #require(copy)
        #expect(
            CMSampleBufferGetImageBuffer(made) === image && CMSampleBufferGetPresentationTimeStamp(made).seconds == 2)
        #expect(throws: (any Error).self) { try sample.sampleTimingInfo(at: 1) }
    }

    @Test("a description of another size or pixel format than the image is rejected")
    func mismatch() throws {
        let image = try #require(try makeSample().imageBuffer)
        for (type, width) in [(kCVPixelFormatType_32BGRA, 65), (kCVPixelFormatType_32ARGB, 64)] {
            let other = try CMFormatDescription(
                videoCodecType: .init(rawValue: type), width: width, height: 36)
            var made: CMSampleBuffer?
            var timing = CMSampleTimingInfo.invalid
            let result = CMSampleBufferCreateReadyWithImageBuffer(
                allocator: nil, imageBuffer: image, formatDescription: other, sampleTiming: &timing,
                sampleBufferOut: &made)
            #expect(result == kCMSampleBufferError_InvalidMediaFormat && made == nil)
        }
    }

    @Test("a copy has new times and the attachments of the original; an invalid sample cannot be copied")
    func copies() throws {
        let sample = try makeSample(at: 1)
        sample.sampleAttachments[0][.displayImmediately] = true
        var timing = try sample.sampleTimingInfo(at: 0)
        timing.presentationTimeStamp = CMTime(value: 5, timescale: 1)
        let copy = try CMSampleBuffer(copying: sample, withNewTiming: [timing])
        #expect(copy.presentationTimeStamp.seconds == 5 && copy.imageBuffer === sample.imageBuffer)
        #expect(copy.sampleAttachments[0][.displayImmediately] as? Bool == true)
        #expect(throws: (any Error).self) { try CMSampleBuffer(copying: sample, withNewTiming: []) }
        try sample.invalidate()
        #expect(!sample.isValid && copy.isValid)
        #expect(throws: (any Error).self) { try CMSampleBuffer(copying: sample) }
    }
}

struct SampleQueueTests {
    private func frame(_ seconds: Double) throws -> VideoFrame {
        try #require(VideoFrame(try makeSample(at: seconds)))
    }

    private func queue(_ times: [Double]) throws -> SampleQueue {
        var queue = SampleQueue()
        for time in times {
            let frame = try frame(time)
            queue.insert(frame, at: frame.presentationTime, displaysImmediately: false)
        }
        return queue
    }

    private func time(_ seconds: Double) -> CMTime { CMTime(seconds: seconds, preferredTimescale: 600) }

    @Test("the last frame that is due is displayed, earlier ones are dropped, later ones wait")
    func forward() throws {
        var queue = try queue([2, 0, 1, 3])
        #expect(queue.nextTime(isReversed: false) == time(0))
        #expect(queue.takeDue(at: time(1.5), isReversed: false)?.presentationTime == time(1))
        #expect(queue.count == 2 && queue.nextTime(isReversed: false) == time(2))
        #expect(queue.takeDue(at: time(1.9), isReversed: false) == nil)
        #expect(queue.takeDue(at: .invalid, isReversed: false) == nil && queue.count == 2)
    }

    @Test("in reverse the earliest frame at or after the time is displayed, and earlier ones wait")
    func backward() throws {
        var queue = try queue([3, 2, 1, 0])
        #expect(queue.nextTime(isReversed: true) == time(3))
        #expect(queue.takeDue(at: time(1.5), isReversed: true)?.presentationTime == time(2))
        #expect(queue.count == 2 && queue.nextTime(isReversed: true) == time(1))
    }

    @Test("a frame without a time, or for immediate display, is due at once and replaces the waiting frames")
    func immediate() throws {
        var queue = try queue([5, 6])
        queue.insert(try frame(9), at: time(9), displaysImmediately: true)
        #expect(queue.takeDue(at: time(0), isReversed: false)?.presentationTime == time(9))
        #expect(queue.count == 0)
        queue.insert(try frame(9), at: .invalid, displaysImmediately: false)
        #expect(queue.takeDue(at: .invalid, isReversed: true) != nil)
    }
}
