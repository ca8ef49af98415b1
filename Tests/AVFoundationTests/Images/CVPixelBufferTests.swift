import CoreMedia
import CoreVideo
import Foundation
import Testing

@Suite struct CVPixelBufferTests {
    private func make(_ width: Int, _ height: Int, _ format: OSType) -> (CVPixelBuffer?, CVReturn) {
        var buffer: CVPixelBuffer?
        let result = CVPixelBufferCreate(kCFAllocatorDefault, width, height, format, nil, &buffer)
        return (buffer, result)
    }

    @Test("api 3.5: a pixel buffer has a size and rows, and an address while it is locked")
    func packed_lockedAccess() throws {
        let buffer = try #require(make(33, 7, kCVPixelFormatType_32BGRA).0)
        #expect(CVPixelBufferGetWidth(buffer) == 33 && CVPixelBufferGetHeight(buffer) == 7)
        #expect(CVPixelBufferGetBytesPerRow(buffer) >= 132 && CVPixelBufferGetBytesPerRow(buffer) % 64 == 0)
        #expect(CVPixelBufferGetBaseAddress(buffer) == nil && !CVPixelBufferIsPlanar(buffer))
        #expect(CVPixelBufferLockBaseAddress(buffer, []) == kCVReturnSuccess)
        let base = try #require(CVPixelBufferGetBaseAddress(buffer))
        base.storeBytes(of: 200, toByteOffset: CVPixelBufferGetDataSize(buffer) - 1, as: UInt8.self)
        #expect(base.load(as: UInt32.self) == 0)
        #expect(CVPixelBufferUnlockBaseAddress(buffer, []) == kCVReturnSuccess)
        #expect(CVPixelBufferUnlockBaseAddress(buffer, []) == kCVReturnInvalidArgument)
        #expect(CVPixelBufferGetBaseAddress(buffer) == nil && CVPixelBufferGetPlaneCount(buffer) == 0)
    }

    @Test("api 3.5: a 4:2:0 buffer has two planes, with odd sizes rounded up")
    func biplanar_planes() throws {
        let buffer = try #require(make(33, 7, kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange).0)
        #expect(CVPixelBufferIsPlanar(buffer) && CVPixelBufferGetPlaneCount(buffer) == 2)
        #expect(CVPixelBufferGetWidthOfPlane(buffer, 1) == 17 && CVPixelBufferGetHeightOfPlane(buffer, 1) == 4)
        #expect(CVPixelBufferGetBytesPerRowOfPlane(buffer, 1) >= 34 && CVPixelBufferGetWidthOfPlane(buffer, 2) == 0)
        CVPixelBufferLockBaseAddress(buffer, .readOnly)
        #expect(
            CVPixelBufferGetBaseAddressOfPlane(buffer, 1) != nil && CVPixelBufferGetBaseAddressOfPlane(buffer, 5) == nil
        )
        CVPixelBufferUnlockBaseAddress(buffer, .readOnly)
        CVBufferSetAttachment(
            buffer, kCVImageBufferYCbCrMatrixKey, kCVImageBufferYCbCrMatrix_ITU_R_709_2, .shouldPropagate)
        #expect(CVBufferCopyAttachment(buffer, kCVImageBufferYCbCrMatrixKey, nil) as? NSString == "ITU_R_709_2")
    }

    @Test("api 3.5: invalid sizes and formats are rejected")
    func create_refusals() {
        #expect(make(0, 7, kCVPixelFormatType_32BGRA).1 == kCVReturnInvalidSize)
        #expect(make(.max, .max, kCVPixelFormatType_32BGRA).1 == kCVReturnInvalidSize)
        #expect(make(8, 8, 0x1234_5678).1 == kCVReturnInvalidPixelFormat)
    }
}
