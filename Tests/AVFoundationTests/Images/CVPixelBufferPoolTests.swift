import CoreMedia
import CoreVideo
import Foundation
import Testing

@Suite("Pools of pixel buffers and attachments (issue 18)")
struct CVPixelBufferPoolTests {
    private func makePool(_ settings: [CFString: Any] = [:]) throws -> CVPixelBufferPool {
        let attributes: [CFString: Any] = [
            kCVPixelBufferPixelFormatTypeKey: kCVPixelFormatType_32BGRA, kCVPixelBufferWidthKey: 20,
            kCVPixelBufferHeightKey: 10, kCVPixelBufferBytesPerRowAlignmentKey: 96,
        ]
        var pool: CVPixelBufferPool?
        let result = CVPixelBufferPoolCreate(
            kCFAllocatorDefault, settings as CFDictionary, attributes as CFDictionary, &pool)
        #expect(result == kCVReturnSuccess)
        return try #require(pool)
    }

    private func makeBuffer(_ pool: CVPixelBufferPool) throws -> CVPixelBuffer {
        var buffer: CVPixelBuffer?
        #expect(CVPixelBufferPoolCreatePixelBuffer(nil, pool, &buffer) == kCVReturnSuccess)
        return try #require(buffer)
    }

    private func write(_ value: UInt32, to buffer: CVPixelBuffer) {
        CVPixelBufferLockBaseAddress(buffer, [])
        CVPixelBufferGetBaseAddress(buffer)?.storeBytes(of: value, as: UInt32.self)
        CVPixelBufferUnlockBaseAddress(buffer, [])
    }

    private func read(_ buffer: CVPixelBuffer) -> UInt32? {
        CVPixelBufferLockBaseAddress(buffer, .readOnly)
        defer { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
        return CVPixelBufferGetBaseAddress(buffer)?.load(as: UInt32.self)
    }

    @Test("buffers of a pool have its size, format and alignment")
    func attributes() throws {
        let pool = try makePool([kCVPixelBufferPoolMinimumBufferCountKey: 3])
        let buffer = try makeBuffer(pool)
        #expect(CVPixelBufferGetWidth(buffer) == 20 && CVPixelBufferGetHeight(buffer) == 10)
        #expect(CVPixelBufferGetPixelFormatType(buffer) == kCVPixelFormatType_32BGRA)
        #expect(CVPixelBufferGetBytesPerRow(buffer) == 192)
        let settings = CVPixelBufferPoolGetAttributes(pool) as? [String: Int]
        #expect(settings?["MinimumBufferCount"] == 3)
        let attributes = CVPixelBufferPoolGetPixelBufferAttributes(pool)
        #expect(attributes == CVPixelBufferCopyCreationAttributes(buffer) && attributes?.count == 4)
    }

    @Test("a pool needs a size and a format")
    func invalid() {
        var pool: CVPixelBufferPool?
        let attributes = [kCVPixelBufferWidthKey: 20, kCVPixelBufferHeightKey: 10] as CFDictionary
        #expect(CVPixelBufferPoolCreate(nil, nil, attributes, &pool) == kCVReturnInvalidPixelBufferAttributes)
        #expect(CVPixelBufferPoolCreate(nil, nil, nil, &pool) == kCVReturnInvalidPixelBufferAttributes && pool == nil)
    }

    @Test("the memory of a released buffer is reused, and not that of a buffer in use or after a flush")
    func reuse() throws {
        let pool = try makePool([kCVPixelBufferPoolMaximumBufferAgeKey: 0])
        let kept = try makeBuffer(pool)
        write(1, to: kept)
        write(2, to: try makeBuffer(pool))
        let reused = try makeBuffer(pool)
        #expect(read(reused) == 2 && read(kept) == 1)
        let other = try makeBuffer(pool)
        #expect(read(other) == 0)
        write(3, to: try makeBuffer(pool))
        CVPixelBufferPoolFlush(pool, [])
        #expect(read(try makeBuffer(pool)) == 3)
        CVPixelBufferPoolFlush(pool, .excessBuffers)
        #expect(read(try makeBuffer(pool)) == 0)
    }

    @Test("a flush releases memory beyond the maximum age, except for the minimum count", arguments: [0, 1])
    func age(minimumCount: Int) throws {
        let pool = try makePool([
            kCVPixelBufferPoolMaximumBufferAgeKey: 1e-9, kCVPixelBufferPoolMinimumBufferCountKey: minimumCount,
        ])
        write(4, to: try makeBuffer(pool))
        CVPixelBufferPoolFlush(pool, [])
        #expect(read(try makeBuffer(pool)) == (minimumCount == 0 ? 0 : 4))
    }

    @Test("without a setting, a flush releases the memory beyond the maximum age")
    func age_withoutMinimum() throws {
        let pool = try makePool([kCVPixelBufferPoolMaximumBufferAgeKey: 1e-9])
        write(4, to: try makeBuffer(pool))
        CVPixelBufferPoolFlush(pool, [])
        #expect(read(try makeBuffer(pool)) == 0)
    }

    @Test("released buffers are counted once for the threshold, and the latest is reused first")
    func thresholdAfterReuse() throws {
        let pool = try makePool([kCVPixelBufferPoolMaximumBufferAgeKey: 0])
        let limit = [kCVPixelBufferPoolAllocationThresholdKey: 2] as CFDictionary
        func limited() -> (buffer: CVPixelBuffer?, result: CVReturn) {
            var buffer: CVPixelBuffer?
            let result = CVPixelBufferPoolCreatePixelBufferWithAuxAttributes(nil, pool, limit, &buffer)
            return (buffer, result)
        }
        do {
            var buffers = [try #require(limited().buffer), try #require(limited().buffer)]
            for (buffer, value) in zip(buffers, [1, 2] as [UInt32]) { write(value, to: buffer) }
            buffers.removeFirst()
        }
        do {
            let (first, second) = (try #require(limited().buffer), try #require(limited().buffer))
            #expect(read(first) == 2 && read(second) == 1)
            #expect(limited().result == kCVReturnWouldExceedAllocationThreshold)
        }
        let (first, second) = (limited(), limited())
        #expect(first.result == kCVReturnSuccess && second.result == kCVReturnSuccess)
        #expect(limited().result == kCVReturnWouldExceedAllocationThreshold)
    }

    @Test(
        "alignments that are no positive power of two, or too large, are those without a setting",
        arguments: [0, -8, 48, 1 << 30])
    func alignments(alignment: Int) throws {
        func bytesPerRow(_ attributes: [CFString: Any]) throws -> Int {
            var buffer: CVPixelBuffer?
            CVPixelBufferCreate(nil, 20, 10, kCVPixelFormatType_32BGRA, attributes as CFDictionary, &buffer)
            return CVPixelBufferGetBytesPerRow(try #require(buffer))
        }
        let usual = try bytesPerRow([:])
        let found = try bytesPerRow([kCVPixelBufferBytesPerRowAlignmentKey: alignment])
        #expect(found % (alignment == 48 ? 48 : 1) == 0 && (alignment == 48 || found == usual), "\(found) \(usual)")
    }

    @Test("the clean rectangle of a buffer without an aperture is the whole buffer")
    func wholeRectangle() throws {
        #expect(CVImageBufferGetCleanRect(try makeBuffer(makePool())) == CGRect(x: 0, y: 0, width: 20, height: 10))
    }

    @Test("of a list of pixel formats, a pool takes the first that exists")
    func formats() throws {
        let attributes: [CFString: Any] = [
            kCVPixelBufferPixelFormatTypeKey: [OSType(0x3132_3334), kCVPixelFormatType_32BGRA],
            kCVPixelBufferWidthKey: 20, kCVPixelBufferHeightKey: 10,
        ]
        var pool: CVPixelBufferPool?
        CVPixelBufferPoolCreate(nil, nil, attributes as CFDictionary, &pool)
        #expect(CVPixelBufferGetPixelFormatType(try makeBuffer(try #require(pool))) == kCVPixelFormatType_32BGRA)
    }

    @Test("the planes of a buffer have the alignment of its attributes, which are stored")
    func planes() throws {
        let attributes = [kCVPixelBufferPlaneAlignmentKey: 4096] as CFDictionary
        var created: CVPixelBuffer?
        CVPixelBufferCreate(nil, 20, 10, kCVPixelFormatType_420YpCbCr8Planar, attributes, &created)
        let buffer = try #require(created)
        #expect(CVPixelBufferCopyCreationAttributes(buffer) == attributes)
        CVPixelBufferLockBaseAddress(buffer, .readOnly)
        let first = try #require(CVPixelBufferGetBaseAddressOfPlane(buffer, 0))
        let offsets = (1...2).map { CVPixelBufferGetBaseAddressOfPlane(buffer, $0).map { $0 - first } }
        #expect(offsets == [4096, 8192])
        CVPixelBufferUnlockBaseAddress(buffer, .readOnly)
    }

    @Test("a threshold limits the buffers in use; buffers outlive their pool")
    func threshold() throws {
        let limit = [kCVPixelBufferPoolAllocationThresholdKey: 1] as CFDictionary
        var pool: CVPixelBufferPool? = try makePool()
        var first: CVPixelBuffer?
        var second: CVPixelBuffer?
        let used = try #require(pool)
        #expect(CVPixelBufferPoolCreatePixelBufferWithAuxAttributes(nil, used, limit, &first) == kCVReturnSuccess)
        #expect(
            CVPixelBufferPoolCreatePixelBufferWithAuxAttributes(nil, used, limit, &second)
                == kCVReturnWouldExceedAllocationThreshold)
        #expect(second == nil)
        first = nil
        #expect(CVPixelBufferPoolCreatePixelBufferWithAuxAttributes(nil, used, limit, &second) == kCVReturnSuccess)
        pool = nil
        write(9, to: try #require(second))
        #expect(second.flatMap(read) == 9)
    }

    @Test("a buffer in a client's memory releases it at its end")
    func clientMemory() throws {
        let bytes = UnsafeMutableRawPointer.allocate(byteCount: 4 * 100, alignment: 16)
        // The number of calls, and the address that each has.
        let released = UnsafeMutablePointer<Int>.allocate(capacity: 2)
        released.initialize(repeating: 0, count: 2)
        released[1] = Int(bitPattern: bytes)
        defer {
            released.deallocate()
            bytes.deallocate()
        }
        let callback: CVPixelBufferReleaseBytesCallback = { context, base in
            guard let values = context?.assumingMemoryBound(to: Int.self) else { return }
            if values[1] == Int(bitPattern: base) { values[0] += 1 }
        }
        let attributes = [kCVPixelBufferCGImageCompatibilityKey: true] as CFDictionary
        func create(_ bytesPerRow: Int, _ format: OSType) -> (CVPixelBuffer?, CVReturn) {
            var buffer: CVPixelBuffer?
            let result = CVPixelBufferCreateWithBytes(
                nil, 20, 4, format, bytes, bytesPerRow, callback, released, attributes, &buffer)
            return (buffer, result)
        }
        do {
            let buffer = try #require(create(100, kCVPixelFormatType_32BGRA).0)
            write(7, to: buffer)
            #expect(bytes.load(as: UInt32.self) == 7 && CVPixelBufferGetBytesPerRow(buffer) == 100)
            #expect(CVPixelBufferCopyCreationAttributes(buffer) == attributes && released.pointee == 0)
        }
        #expect(released.pointee == 1)
        #expect(create(80, kCVPixelFormatType_32BGRA).1 == kCVReturnSuccess)
        #expect(create(79, kCVPixelFormatType_32BGRA).1 == kCVReturnInvalidSize)
        #expect(create(100, kCVPixelFormatType_420YpCbCr8Planar).1 == kCVReturnInvalidPixelFormat)
    }

    @Test("attachments have a mode; those that are to be propagated are copied")
    func attachments() throws {
        let buffer = try makeBuffer(makePool())
        let other = try makeBuffer(makePool())
        CVBufferSetAttachment(buffer, "a" as CFString, "first" as CFString, .shouldPropagate)
        CVBufferSetAttachments(buffer, ["b": 5] as CFDictionary, .shouldNotPropagate)
        var mode = CVAttachmentMode.shouldPropagate
        #expect(CVBufferCopyAttachment(buffer, "b" as CFString, &mode) as? Int == 5 && mode == .shouldNotPropagate)
        #expect(CVBufferGetAttachment(buffer, "a" as CFString, nil)?.takeUnretainedValue() as? String == "first")
        #expect(CVBufferCopyAttachments(buffer, .shouldPropagate) as? [String: String] == ["a": "first"])
        CVBufferSetAttachment(other, "a" as CFString, "former" as CFString, .shouldNotPropagate)
        CVBufferPropagateAttachments(buffer, other)
        #expect(CVBufferHasAttachment(other, "a" as CFString) && !CVBufferHasAttachment(other, "b" as CFString))
        CVBufferRemoveAttachment(buffer, "a" as CFString)
        #expect(!CVBufferHasAttachment(buffer, "a" as CFString) && CVBufferHasAttachment(buffer, "b" as CFString))
        CVBufferRemoveAllAttachments(buffer)
        #expect(CVBufferGetAttachments(buffer, .shouldNotPropagate) == nil)
        var copied = kCMAttachmentMode_ShouldNotPropagate
        #expect(CMGetAttachment(other, key: "a" as CFString, attachmentModeOut: &copied) as? String == "first")
        #expect(copied == kCMAttachmentMode_ShouldPropagate)
        CMSetAttachment(other, key: "a" as CFString, value: nil, attachmentMode: copied)
        #expect(!CVBufferHasAttachment(other, "a" as CFString))
        CMSetAttachments(other, attachments: ["c": 1, "d": 2] as CFDictionary, attachmentMode: copied)
        #expect(CVBufferCopyAttachments(other, .shouldPropagate)?.count == 2)
        CMRemoveAllAttachments(other)
        #expect(CVBufferCopyAttachments(other, .shouldPropagate) == nil)
    }

    @Test("a clean aperture beyond the image ends at its edges; a vertical offset moves it downwards")
    func apertureAtEdge() throws {
        let buffer = try makeBuffer(makePool())
        let aperture = [
            kCVImageBufferCleanApertureWidthKey: 16, kCVImageBufferCleanApertureHeightKey: 6,
            kCVImageBufferCleanApertureHorizontalOffsetKey: 10, kCVImageBufferCleanApertureVerticalOffsetKey: 1,
        ]
        CVBufferSetAttachment(buffer, kCVImageBufferCleanApertureKey, aperture as CFDictionary, .shouldPropagate)
        #expect(CVImageBufferGetCleanRect(buffer) == CGRect(x: 12, y: 3, width: 8, height: 6))
    }

    @Test("the attachments for colors are extensions of the format description")
    func colors() throws {
        let buffer = try makeBuffer(makePool())
        let colors = [
            kCVImageBufferColorPrimariesKey: kCVImageBufferColorPrimaries_ITU_R_2020,
            kCVImageBufferTransferFunctionKey: kCVImageBufferTransferFunction_SMPTE_ST_2084_PQ,
            kCVImageBufferYCbCrMatrixKey: kCVImageBufferYCbCrMatrix_ITU_R_2020,
        ]
        CVBufferSetAttachments(buffer, colors as CFDictionary, .shouldPropagate)
        let description = try CMVideoFormatDescription(imageBuffer: buffer)
        #expect(CMFormatDescriptionGetExtensions(description) == colors as CFDictionary)
    }

    @Test("the clean aperture and the shape of pixels determine the display size, also in format descriptions")
    func displaySize() throws {
        let buffer = try makeBuffer(makePool())
        #expect(CVImageBufferGetDisplaySize(buffer) == CGSize(width: 20, height: 10))
        let aperture = [
            kCVImageBufferCleanApertureWidthKey: 16, kCVImageBufferCleanApertureHeightKey: 8,
            kCVImageBufferCleanApertureHorizontalOffsetKey: 2,
        ]
        CVBufferSetAttachment(buffer, kCVImageBufferCleanApertureKey, aperture as CFDictionary, .shouldPropagate)
        let ratio = [
            kCVImageBufferPixelAspectRatioHorizontalSpacingKey: 2,
            kCVImageBufferPixelAspectRatioVerticalSpacingKey: 1,
        ]
        CVBufferSetAttachment(buffer, kCVImageBufferPixelAspectRatioKey, ratio as CFDictionary, .shouldPropagate)
        #expect(CVImageBufferGetCleanRect(buffer) == CGRect(x: 4, y: 1, width: 16, height: 8))
        #expect(CVImageBufferGetDisplaySize(buffer) == CGSize(width: 32, height: 8))
        #expect(CVImageBufferGetEncodedSize(buffer) == CGSize(width: 20, height: 10))
        let description = try CMVideoFormatDescription(imageBuffer: buffer)
        #expect(description.presentationDimensions() == CGSize(width: 32, height: 8))
    }

    @Test("the attachments of a sample are changed through its array, as clients of C functions do")
    func sampleAttachments() throws {
        let image = try makeBuffer(makePool())
        let sample = try CMSampleBuffer(
            imageBuffer: image, formatDescription: CMVideoFormatDescription(imageBuffer: image), sampleTiming: .invalid)
        #expect(CMSampleBufferGetSampleAttachmentsArray(sample, createIfNecessary: false) == nil)
        let array = try #require(CMSampleBufferGetSampleAttachmentsArray(sample, createIfNecessary: true))
        let dictionary = unsafeBitCast(CFArrayGetValueAtIndex(array, 0), to: CFMutableDictionary.self)
        CFDictionarySetValue(
            dictionary, Unmanaged.passUnretained(kCMSampleAttachmentKey_DisplayImmediately).toOpaque(),
            Unmanaged.passUnretained(kCFBooleanTrue).toOpaque())
        #expect(sample.sampleAttachments[0][.displayImmediately] as? Bool == true)
        sample.sampleAttachments[0][.doNotDisplay] = false
        #expect(CFArrayGetCount(array) == 1 && CFDictionaryGetCount(dictionary) == 2)
        let list = array as? [[CFString: Any]]
        #expect(list?.first?[kCMSampleAttachmentKey_DoNotDisplay] as? Bool == false)
        #expect((array as? [NSMutableDictionary])?.first?.count == 2)
        sample.sampleAttachments[0][.doNotDisplay] = nil
        #expect(CFDictionaryGetCount(dictionary) == 1)
        CMSetAttachment(
            sample, key: "k" as CFString, value: 1 as CFNumber, attachmentMode: kCMAttachmentMode_ShouldPropagate)
        let copy = try CMSampleBuffer(copying: sample)
        #expect(copy.sampleAttachments[0][.displayImmediately] as? Bool == true)
        #expect(CMGetAttachment(copy, key: "k" as CFString, attachmentModeOut: nil) as? Int == 1)
        CMRemoveAttachment(copy, key: "k" as CFString)
        #expect(CMGetAttachment(copy, key: "k" as CFString, attachmentModeOut: nil) == nil)
        #expect(CMGetAttachment(sample, key: "k" as CFString, attachmentModeOut: nil) != nil)
    }
}
