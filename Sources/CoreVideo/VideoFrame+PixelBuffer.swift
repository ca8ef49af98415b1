import CoreMedia
import Foundation
package import VideoFrames

extension VideoFrame {
    /// Creates a frame that displays an image, which it retains.
    /// - Returns: nil for a pixel format without a counterpart.
    package init?(_ image: CVImageBuffer) {
        guard let format = PixelFormat(coreVideo: CVPixelBufferGetPixelFormatType(image)) else { return nil }
        self.init(
            storage: .planes(image.readablePlanes.map { FramePlane(base: $0.base, bytesPerRow: $0.bytesPerRow) }),
            format: format, width: CVPixelBufferGetWidth(image), height: CVPixelBufferGetHeight(image), owner: image)
        color = ColorDescription(image)
    }
}

extension PixelFormat {
    fileprivate init?(coreVideo type: OSType) {
        switch type {
        case kCVPixelFormatType_32BGRA: self = .bgra
        case kCVPixelFormatType_32ARGB: self.init(name: "argb", hasAlpha: true)
        case kCVPixelFormatType_32RGBA: self.init(name: "rgba", hasAlpha: true)
        case kCVPixelFormatType_24RGB: self.init(name: "rgb24", hasAlpha: false)
        case kCVPixelFormatType_OneComponent8: self.init(name: "gray", hasAlpha: false)
        case kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange:
            self.init(name: "nv12", hasAlpha: false)
        case kCVPixelFormatType_420YpCbCr8Planar: self.init(name: "yuv420p", hasAlpha: false)
        default: return nil
        }
    }
}

extension ColorDescription {
    /// Reads the color attachments of an image.
    fileprivate init(_ image: CVImageBuffer) {
        self.init()
        isFullRange = CVPixelBufferGetPixelFormatType(image) == kCVPixelFormatType_420YpCbCr8BiPlanarFullRange
        func value(_ key: CFString) -> CFString? { CVBufferCopyAttachment(image, key, nil) as? CFString }
        switch value(kCVImageBufferYCbCrMatrixKey) {
        case kCVImageBufferYCbCrMatrix_ITU_R_709_2: matrix = .bt709
        case kCVImageBufferYCbCrMatrix_ITU_R_601_4: matrix = .smpte170M
        case kCVImageBufferYCbCrMatrix_ITU_R_2020: matrix = .bt2020
        default: break
        }
        switch value(kCVImageBufferTransferFunctionKey) {
        case kCVImageBufferTransferFunction_SMPTE_ST_2084_PQ: transfer = .pq
        case kCVImageBufferTransferFunction_ITU_R_2100_HLG: transfer = .hlg
        default: break
        }
        if value(kCVImageBufferColorPrimariesKey) == kCVImageBufferColorPrimaries_ITU_R_2020 { primaries = .bt2020 }
    }
}
