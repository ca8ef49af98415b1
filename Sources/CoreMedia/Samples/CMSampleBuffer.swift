public import Foundation
import Synchronization

/// A sample of media with its format and times. Here: an image, which CoreVideo adds as `imageBuffer`.
///
/// Thread-safe; format, times and image are immutable.
///
/// Apple: a buffer may also hold compressed media. Here: such media is played by `AVPlayer`.
public final class CMSampleBuffer: NSObject, Sendable {
    public let formatDescription: CMFormatDescription?
    private let timing: CMSampleTimingInfo
    /// The pixels, an image buffer of CoreVideo.
    package let image: any AnyObject & Sendable
    /// The attachments of the sample, which live as long as the buffer.
    /// `nonisolated(unsafe)`: accesses are guarded by `validity`, except for those of clients, which synchronize them.
    nonisolated(unsafe) let attachmentsList = SampleAttachmentsList()
    /// The attachments of the buffer.
    package let attachmentStore = AttachmentStore()
    /// Guards the attachments of the sample, too.
    private let validity = Mutex(true)

    package init(
        image: any AnyObject & Sendable, formatDescription: CMFormatDescription?, timing: CMSampleTimingInfo
    ) {
        self.image = image
        self.formatDescription = formatDescription
        self.timing = timing
        super.init()
    }

    /// Creates a buffer with the same image and attachments.
    public convenience init(copying other: CMSampleBuffer) throws {
        try self.init(copying: other, withNewTiming: [other.timing])
    }

    /// Creates a buffer with the same image and attachments, and other times.
    /// - Parameter newTiming: one element.
    public convenience init(copying other: CMSampleBuffer, withNewTiming newTiming: [CMSampleTimingInfo]) throws {
        guard let timing = newTiming.first, newTiming.count == 1 else {
            throw CMTimebase.error(
                kCMSampleBufferError_ArrayTooSmall, "A buffer of one sample needs one element of timing information.")
        }
        guard other.isValid else { throw CMTimebase.error(kCMSampleBufferError_Invalidated, "The buffer is invalid.") }
        self.init(image: other.image, formatDescription: other.formatDescription, timing: timing)
        sampleAttachments = other.sampleAttachments
        other.attachmentStore.propagate(to: attachmentStore)
    }

    // MARK: Samples

    /// 1: an image.
    public var numSamples: CMItemCount { 1 }
    /// Invalid where the sample is displayed without a time of its own.
    public var presentationTimeStamp: CMTime { timing.presentationTimeStamp }
    public var decodeTimeStamp: CMTime { timing.decodeTimeStamp }
    public var duration: CMTime { timing.duration }
    public var outputPresentationTimeStamp: CMTime { timing.presentationTimeStamp }
    public var outputDuration: CMTime { timing.duration }

    public func sampleTimingInfo(at index: CMItemIndex) throws -> CMSampleTimingInfo {
        guard index == 0 else {
            throw CMTimebase.error(kCMSampleBufferError_SampleIndexOutOfRange, "The buffer has one sample.")
        }
        return timing
    }

    public func sampleTimingInfos() throws -> [CMSampleTimingInfo] { [timing] }

    public var sampleAttachments: SampleAttachmentsArray {
        get {
            validity.withLock { _ in SampleAttachmentsArray([PerSampleAttachmentsDictionary(attachmentsList.sample)]) }
        }
        set { validity.withLock { _ in newValue.first?.store(in: attachmentsList.sample) } }
    }

    // MARK: Validity

    /// False after `invalidate()`.
    public var isValid: Bool { validity.withLock { $0 } }

    /// Makes the buffer unusable for displays that have not taken it yet.
    public func invalidate() throws { validity.withLock { $0 = false } }
}

extension CMSampleBuffer: AttachmentBearing {}

public let kCMSampleBufferError_AllocationFailed: OSStatus = -12730
public let kCMSampleBufferError_RequiredParameterMissing: OSStatus = -12731
public let kCMSampleBufferError_ArrayTooSmall: OSStatus = -12737
public let kCMSampleBufferError_SampleIndexOutOfRange: OSStatus = -12733
public let kCMSampleBufferError_InvalidMediaFormat: OSStatus = -12743
public let kCMSampleBufferError_Invalidated: OSStatus = -12744

@discardableResult
public func CMSampleBufferGetNumSamples(_ sbuf: CMSampleBuffer) -> CMItemCount { sbuf.numSamples }

@discardableResult
public func CMSampleBufferGetPresentationTimeStamp(_ sbuf: CMSampleBuffer) -> CMTime { sbuf.presentationTimeStamp }

@discardableResult
public func CMSampleBufferGetDecodeTimeStamp(_ sbuf: CMSampleBuffer) -> CMTime { sbuf.decodeTimeStamp }

@discardableResult
public func CMSampleBufferGetDuration(_ sbuf: CMSampleBuffer) -> CMTime { sbuf.duration }

@discardableResult
public func CMSampleBufferGetFormatDescription(_ sbuf: CMSampleBuffer) -> CMFormatDescription? {
    sbuf.formatDescription
}

@discardableResult
public func CMSampleBufferIsValid(_ sbuf: CMSampleBuffer) -> Bool { sbuf.isValid }

@discardableResult
public func CMSampleBufferInvalidate(_ sbuf: CMSampleBuffer) -> OSStatus {
    try? sbuf.invalidate()
    return 0
}
