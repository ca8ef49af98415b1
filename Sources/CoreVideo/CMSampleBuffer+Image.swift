public import CoreMedia
import Foundation

extension CMFormatDescription {
    /// Creates the description of the images in a buffer: their pixel format and size, and as extensions the attachments for the shape of
    /// pixels, the clean aperture and the colors.
    public convenience init(imageBuffer: CVImageBuffer) throws {
        let keys = [
            kCVImageBufferPixelAspectRatioKey, kCVImageBufferCleanApertureKey, kCVImageBufferColorPrimariesKey,
            kCVImageBufferTransferFunctionKey, kCVImageBufferYCbCrMatrixKey,
        ]
        var extensions: [CFString: AnyObject] = [:]
        for key in keys { extensions[key] = CVBufferCopyAttachment(imageBuffer, key, nil) }
        self.init(
            mediaType: .video, mediaSubType: MediaSubType(rawValue: imageBuffer.pixelFormat),
            dimensions: CMVideoDimensions(width: Int32(imageBuffer.width), height: Int32(imageBuffer.height)),
            extensions: extensions as CFDictionary)
    }
}

extension CMSampleBuffer {
    /// Creates a sample that is an image. The image must not be changed while the sample is displayed.
    /// - Parameter formatDescription: of images like this one.
    /// - Throws: an error if the description has another pixel format or size.
    public convenience init(
        imageBuffer: CVImageBuffer, formatDescription: CMVideoFormatDescription, sampleTiming: CMSampleTimingInfo
    ) throws {
        guard CMVideoFormatDescriptionMatchesImageBuffer(formatDescription, imageBuffer: imageBuffer) else {
            throw NSError(
                domain: NSOSStatusErrorDomain, code: Int(kCMSampleBufferError_InvalidMediaFormat),
                userInfo: [
                    NSLocalizedDescriptionKey:
                        "The format description (\(formatDescription)) is not that of the image, which has "
                        + "\(imageBuffer.width) x \(imageBuffer.height) pixels; create it from the image."
                ])
        }
        self.init(image: imageBuffer, formatDescription: formatDescription, timing: sampleTiming)
    }

    public var imageBuffer: CVImageBuffer? { image as? CVImageBuffer }
}

@discardableResult
public func CMSampleBufferGetImageBuffer(_ sbuf: CMSampleBuffer) -> CVImageBuffer? { sbuf.imageBuffer }

/// Returns whether the pixel format and the size are those of the image.
@discardableResult
public func CMVideoFormatDescriptionMatchesImageBuffer(
    _ desc: CMVideoFormatDescription, imageBuffer: CVImageBuffer
) -> Bool {
    desc.mediaType == .video && desc.mediaSubType.rawValue == imageBuffer.pixelFormat
        && Int(desc.dimensions.width) == imageBuffer.width && Int(desc.dimensions.height) == imageBuffer.height
}

/// Creates the description of the images in a buffer; returns 0 or an error code.
@discardableResult
public func CMVideoFormatDescriptionCreateForImageBuffer(
    allocator: CFAllocator?, imageBuffer: CVImageBuffer,
    formatDescriptionOut: UnsafeMutablePointer<CMVideoFormatDescription?>
) -> OSStatus {
    status { formatDescriptionOut.pointee = try CMVideoFormatDescription(imageBuffer: imageBuffer) }
}

/// Creates a sample that is an image; returns 0 or an error code.
@discardableResult
public func CMSampleBufferCreateReadyWithImageBuffer(
    allocator: CFAllocator?, imageBuffer: CVImageBuffer, formatDescription: CMVideoFormatDescription,
    sampleTiming: UnsafePointer<CMSampleTimingInfo>, sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
    status {
        sampleBufferOut.pointee = try CMSampleBuffer(
            imageBuffer: imageBuffer, formatDescription: formatDescription, sampleTiming: sampleTiming.pointee)
    }
}

private func status(_ body: () throws -> Void) -> OSStatus {
    do {
        try body()
        return 0
    } catch let error as NSError {
        return OSStatus(truncatingIfNeeded: error.code)
    }
}
