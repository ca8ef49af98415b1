public import CoreMedia
public import Foundation

/// Returns the size for display in square pixels, from the attachments for the clean aperture and the shape of pixels.
@discardableResult
public func CVImageBufferGetDisplaySize(_ imageBuffer: CVImageBuffer) -> CGSize {
    var size = CVImageBufferGetCleanRect(imageBuffer).size
    if let list = attachedList(imageBuffer, kCVImageBufferPixelAspectRatioKey),
        let ratio = PixelGeometry.aspectRatio(list)
    {
        size.width *= CGFloat(ratio)
    }
    return size
}

@discardableResult
public func CVImageBufferGetEncodedSize(_ imageBuffer: CVImageBuffer) -> CGSize {
    CGSize(width: imageBuffer.width, height: imageBuffer.height)
}

/// Returns the part of the image to display, from the attachment for the clean aperture; the whole image without one.
@discardableResult
public func CVImageBufferGetCleanRect(_ imageBuffer: CVImageBuffer) -> CGRect {
    let (width, height) = (imageBuffer.width, imageBuffer.height)
    return attachedList(imageBuffer, kCVImageBufferCleanApertureKey)
        .flatMap { PixelGeometry.aperture($0, width: width, height: height) }
        ?? CGRect(x: 0, y: 0, width: width, height: height)
}

/// Returns true: the first row is the top one.
@discardableResult
public func CVImageBufferIsFlipped(_ imageBuffer: CVImageBuffer) -> Bool { true }

private func attachedList(_ buffer: CVBuffer, _ key: CFString) -> CFDictionary? {
    buffer.attachmentStore[key as String]?.value as? CFDictionary
}

// The constants below are `nonisolated(unsafe)`, because NSString is not sendable: nothing changes these objects.

nonisolated(unsafe) public let kCVImageBufferYCbCrMatrixKey: CFString = "CVImageBufferYCbCrMatrix"
nonisolated(unsafe) public let kCVImageBufferYCbCrMatrix_ITU_R_709_2: CFString = "ITU_R_709_2"
nonisolated(unsafe) public let kCVImageBufferYCbCrMatrix_ITU_R_601_4: CFString = "ITU_R_601_4"
nonisolated(unsafe) public let kCVImageBufferYCbCrMatrix_ITU_R_2020: CFString = "ITU_R_2020"
nonisolated(unsafe) public let kCVImageBufferColorPrimariesKey: CFString = "CVImageBufferColorPrimaries"
nonisolated(unsafe) public let kCVImageBufferColorPrimaries_ITU_R_709_2: CFString = "ITU_R_709_2"
nonisolated(unsafe) public let kCVImageBufferColorPrimaries_ITU_R_2020: CFString = "ITU_R_2020"
nonisolated(unsafe) public let kCVImageBufferTransferFunctionKey: CFString = "CVImageBufferTransferFunction"
nonisolated(unsafe) public let kCVImageBufferTransferFunction_ITU_R_709_2: CFString = "ITU_R_709_2"
nonisolated(unsafe) public let kCVImageBufferTransferFunction_SMPTE_ST_2084_PQ: CFString = "SMPTE_ST_2084_PQ"
nonisolated(unsafe) public let kCVImageBufferTransferFunction_ITU_R_2100_HLG: CFString = "ITU_R_2100_HLG"
/// The shape of pixels: a dictionary of the spacings.
nonisolated(unsafe) public let kCVImageBufferPixelAspectRatioKey: CFString = "CVPixelAspectRatio"
nonisolated(unsafe) public let kCVImageBufferPixelAspectRatioHorizontalSpacingKey: CFString = "HorizontalSpacing"
nonisolated(unsafe) public let kCVImageBufferPixelAspectRatioVerticalSpacingKey: CFString = "VerticalSpacing"
/// The part of the image to display: a dictionary of its size, and of the offsets of its centre to the right and downwards.
nonisolated(unsafe) public let kCVImageBufferCleanApertureKey: CFString = "CVCleanAperture"
nonisolated(unsafe) public let kCVImageBufferCleanApertureWidthKey: CFString = "Width"
nonisolated(unsafe) public let kCVImageBufferCleanApertureHeightKey: CFString = "Height"
nonisolated(unsafe) public let kCVImageBufferCleanApertureHorizontalOffsetKey: CFString = "HorizontalOffset"
nonisolated(unsafe) public let kCVImageBufferCleanApertureVerticalOffsetKey: CFString = "VerticalOffset"
