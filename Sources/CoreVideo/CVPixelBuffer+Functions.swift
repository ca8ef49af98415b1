public import CoreMedia
public import Foundation

/// The access for which a buffer is locked.
public struct CVPixelBufferLockFlags: OptionSet, Sendable {
    public let rawValue: UInt64
    public init(rawValue: UInt64) { self.rawValue = rawValue }

    /// The memory will only be read.
    public static let readOnly = CVPixelBufferLockFlags(rawValue: 1)
}

/// Creates a pixel buffer filled with zeros.
/// - Parameter pixelBufferAttributes: `kCVPixelBufferBytesPerRowAlignmentKey` and `kCVPixelBufferPlaneAlignmentKey` have an effect: rows and planes
///   start at multiples of them, and of 64 bytes.
@discardableResult
public func CVPixelBufferCreate(
    _ allocator: CFAllocator?, _ width: Int, _ height: Int, _ pixelFormatType: OSType,
    _ pixelBufferAttributes: CFDictionary?, _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn {
    guard PixelFormatLayout(pixelFormatType) != nil else { return kCVReturnInvalidPixelFormat }
    let attributes = PixelBufferAttributes(pixelBufferAttributes)
    guard
        let layout = PixelLayout(
            width: width, height: height, pixelFormat: pixelFormatType, rowAlignment: attributes.rowAlignment,
            planeAlignment: attributes.planeAlignment)
    else { return kCVReturnInvalidSize }
    guard let buffer = CVBuffer(width: width, height: height, pixelFormat: pixelFormatType, layout: layout) else {
        return kCVReturnAllocationFailed
    }
    buffer.creationAttributes = attributes
    pixelBufferOut.pointee = buffer
    return kCVReturnSuccess
}

/// Releases the bytes of a buffer that `CVPixelBufferCreateWithBytes` created.
public typealias CVPixelBufferReleaseBytesCallback =
    @convention(c) (_ releaseRefCon: UnsafeMutableRawPointer?, _ baseAddress: UnsafeRawPointer?) -> Void

/// Creates a pixel buffer in the memory of the caller, which must stay valid until `releaseCallback` is called.
/// - Returns: `kCVReturnInvalidPixelFormat` for planar and unknown formats, `kCVReturnInvalidSize` for rows that are too short.
@discardableResult
public func CVPixelBufferCreateWithBytes(
    _ allocator: CFAllocator?, _ width: Int, _ height: Int, _ pixelFormatType: OSType,
    _ baseAddress: UnsafeMutableRawPointer, _ bytesPerRow: Int,
    _ releaseCallback: CVPixelBufferReleaseBytesCallback?, _ releaseRefCon: UnsafeMutableRawPointer?,
    _ pixelBufferAttributes: CFDictionary?, _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn {
    guard PixelFormatLayout(pixelFormatType)?.planes.count == 1 else { return kCVReturnInvalidPixelFormat }
    guard
        let layout = PixelLayout(
            width: width, height: height, pixelFormat: pixelFormatType, bytesPerRow: bytesPerRow)
    else { return kCVReturnInvalidSize }
    // Addresses as numbers, which are sendable: the client's callback is called once, on the thread that releases the buffer.
    let (base, context) = (UInt(bitPattern: baseAddress), UInt(bitPattern: releaseRefCon))
    let memory = PixelMemory(base: baseAddress, byteCount: layout.byteCount) {
        releaseCallback?(UnsafeMutableRawPointer(bitPattern: context), UnsafeRawPointer(bitPattern: base))
    }
    let buffer = CVBuffer(
        width: width, height: height, pixelFormat: pixelFormatType, layout: layout, memory: memory)
    buffer.creationAttributes = PixelBufferAttributes(pixelBufferAttributes)
    pixelBufferOut.pointee = buffer
    return kCVReturnSuccess
}

/// Returns the attributes with which a buffer was created; empty where there were none.
@discardableResult
public func CVPixelBufferCopyCreationAttributes(_ pixelBuffer: CVPixelBuffer) -> CFDictionary {
    pixelBuffer.creationAttributes.dictionary ?? [:]
}

/// Makes addresses available until the matching unlock. Locks are counted.
@discardableResult
public func CVPixelBufferLockBaseAddress(_ pixelBuffer: CVPixelBuffer, _ lockFlags: CVPixelBufferLockFlags) -> CVReturn
{
    pixelBuffer.lock()
    return kCVReturnSuccess
}

@discardableResult
public func CVPixelBufferUnlockBaseAddress(_ pixelBuffer: CVPixelBuffer, _ unlockFlags: CVPixelBufferLockFlags)
    -> CVReturn
{
    pixelBuffer.unlock() ? kCVReturnSuccess : kCVReturnInvalidArgument
}

@discardableResult
public func CVPixelBufferGetWidth(_ pixelBuffer: CVPixelBuffer) -> Int { pixelBuffer.width }

@discardableResult
public func CVPixelBufferGetHeight(_ pixelBuffer: CVPixelBuffer) -> Int { pixelBuffer.height }

@discardableResult
public func CVPixelBufferGetPixelFormatType(_ pixelBuffer: CVPixelBuffer) -> OSType { pixelBuffer.pixelFormat }

/// Returns the first byte of the first plane; nil unless locked.
@discardableResult
public func CVPixelBufferGetBaseAddress(_ pixelBuffer: CVPixelBuffer) -> UnsafeMutableRawPointer? {
    pixelBuffer.address(ofPlane: 0)
}

@discardableResult
public func CVPixelBufferGetBytesPerRow(_ pixelBuffer: CVPixelBuffer) -> Int { pixelBuffer.planes[0].bytesPerRow }

@discardableResult
public func CVPixelBufferGetDataSize(_ pixelBuffer: CVPixelBuffer) -> Int { pixelBuffer.byteCount }

@discardableResult
public func CVPixelBufferIsPlanar(_ pixelBuffer: CVPixelBuffer) -> Bool { pixelBuffer.isPlanar }

/// Returns the number of planes; 0 for formats that are not planar.
@discardableResult
public func CVPixelBufferGetPlaneCount(_ pixelBuffer: CVPixelBuffer) -> Int {
    pixelBuffer.isPlanar ? pixelBuffer.planes.count : 0
}

/// Returns 0 where there is no such plane.
@discardableResult
public func CVPixelBufferGetWidthOfPlane(_ pixelBuffer: CVPixelBuffer, _ planeIndex: Int) -> Int {
    plane(pixelBuffer, planeIndex)?.width ?? 0
}

@discardableResult
public func CVPixelBufferGetHeightOfPlane(_ pixelBuffer: CVPixelBuffer, _ planeIndex: Int) -> Int {
    plane(pixelBuffer, planeIndex)?.height ?? 0
}

@discardableResult
public func CVPixelBufferGetBytesPerRowOfPlane(_ pixelBuffer: CVPixelBuffer, _ planeIndex: Int) -> Int {
    plane(pixelBuffer, planeIndex)?.bytesPerRow ?? 0
}

/// Returns the first byte of a plane; nil unless locked.
@discardableResult
public func CVPixelBufferGetBaseAddressOfPlane(_ pixelBuffer: CVPixelBuffer, _ planeIndex: Int)
    -> UnsafeMutableRawPointer?
{
    pixelBuffer.address(ofPlane: planeIndex)
}

private func plane(_ buffer: CVPixelBuffer, _ index: Int) -> CVBuffer.Plane? {
    buffer.planes.indices.contains(index) ? buffer.planes[index] : nil
}
