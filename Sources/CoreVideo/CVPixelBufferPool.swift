public import CoreMedia
public import Foundation
import Synchronization

/// A pool of pixel buffers of one size and format, which reuses the memory of buffers that are no longer referenced.
///
/// Thread-safe. Buffers may outlive the pool. The pixels of a reused buffer are those of its last use.
public final class CVPixelBufferPool: NSObject, Sendable {
    let poolAttributes: PixelBufferAttributes
    let bufferAttributes: PixelBufferAttributes
    private let width: Int
    private let height: Int
    private let pixelFormat: OSType
    private let layout: PixelLayout
    private let store: PixelMemoryStore

    /// nil where the attributes have no valid size or format.
    fileprivate init?(pool: PixelBufferAttributes, buffers: PixelBufferAttributes) {
        guard let width = buffers.width, let height = buffers.height, let pixelFormat = buffers.pixelFormat,
            let layout = PixelLayout(
                width: width, height: height, pixelFormat: pixelFormat, rowAlignment: buffers.rowAlignment,
                planeAlignment: buffers.planeAlignment)
        else { return nil }
        poolAttributes = pool
        bufferAttributes = buffers
        self.width = width
        self.height = height
        self.pixelFormat = pixelFormat
        self.layout = layout
        let age = (pool.dictionary?.object(forKey: kCVPixelBufferPoolMaximumBufferAgeKey) as? NSNumber)?.doubleValue
        store = PixelMemoryStore(
            byteCount: layout.byteCount, minimumCount: pool.number(kCVPixelBufferPoolMinimumBufferCountKey) ?? 0,
            maximumAge: age ?? 1)
    }

    /// - Parameter threshold: the most buffers in use; nil without a limit.
    fileprivate func makeBuffer(threshold: Int?) -> (buffer: CVPixelBuffer?, result: CVReturn) {
        if let threshold, store.countInUse >= threshold { return (nil, kCVReturnWouldExceedAllocationThreshold) }
        guard let memory = store.take() else { return (nil, kCVReturnAllocationFailed) }
        let buffer = CVBuffer(
            width: width, height: height, pixelFormat: pixelFormat, layout: layout, memory: memory, store: store)
        buffer.creationAttributes = bufferAttributes
        return (buffer, kCVReturnSuccess)
    }

    fileprivate func flush(all: Bool) { store.flush(all: all) }
}

/// What a pool releases when it is flushed.
public struct CVPixelBufferPoolFlushFlags: OptionSet, Sendable {
    public let rawValue: UInt64
    public init(rawValue: UInt64) { self.rawValue = rawValue }

    /// All memory that is not in use; otherwise only that which has not been used for the maximum age.
    public static let excessBuffers = CVPixelBufferPoolFlushFlags(rawValue: 1)
}

// The constants below are `nonisolated(unsafe)`, because NSString is not sendable: nothing changes these objects.

/// The number of unused buffers whose memory is retained whatever their age; 0 by default.
nonisolated(unsafe) public let kCVPixelBufferPoolMinimumBufferCountKey: CFString = "MinimumBufferCount"
/// The seconds for which the memory of an unused buffer is retained; 1 by default, 0 without end.
nonisolated(unsafe) public let kCVPixelBufferPoolMaximumBufferAgeKey: CFString = "MaximumBufferAge"
/// The most buffers of a pool that may be in use, for `CVPixelBufferPoolCreatePixelBufferWithAuxAttributes`.
nonisolated(unsafe) public let kCVPixelBufferPoolAllocationThresholdKey: CFString = "BufferPoolAllocationThreshold"

/// Creates a pool.
/// - Parameter pixelBufferAttributes: `kCVPixelBufferWidthKey`, `kCVPixelBufferHeightKey` and `kCVPixelBufferPixelFormatTypeKey`; the alignments
///   are optional, and others have no effect.
/// - Returns: `kCVReturnInvalidPixelBufferAttributes` without a valid size and format.
@discardableResult
public func CVPixelBufferPoolCreate(
    _ allocator: CFAllocator?, _ poolAttributes: CFDictionary?, _ pixelBufferAttributes: CFDictionary?,
    _ poolOut: UnsafeMutablePointer<CVPixelBufferPool?>
) -> CVReturn {
    poolOut.pointee = CVPixelBufferPool(
        pool: PixelBufferAttributes(poolAttributes), buffers: PixelBufferAttributes(pixelBufferAttributes))
    return poolOut.pointee == nil ? kCVReturnInvalidPixelBufferAttributes : kCVReturnSuccess
}

/// Creates a buffer, in the memory of one that is no longer referenced where there is one.
@discardableResult
public func CVPixelBufferPoolCreatePixelBuffer(
    _ allocator: CFAllocator?, _ pixelBufferPool: CVPixelBufferPool,
    _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn {
    CVPixelBufferPoolCreatePixelBufferWithAuxAttributes(allocator, pixelBufferPool, nil, pixelBufferOut)
}

/// Creates a buffer unless too many are in use.
/// - Parameter auxAttributes: `kCVPixelBufferPoolAllocationThresholdKey`; others have no effect.
/// - Returns: `kCVReturnWouldExceedAllocationThreshold` where the threshold is reached.
@discardableResult
public func CVPixelBufferPoolCreatePixelBufferWithAuxAttributes(
    _ allocator: CFAllocator?, _ pixelBufferPool: CVPixelBufferPool, _ auxAttributes: CFDictionary?,
    _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn {
    let threshold = PixelBufferAttributes(auxAttributes).number(kCVPixelBufferPoolAllocationThresholdKey)
    let (buffer, result) = pixelBufferPool.makeBuffer(threshold: threshold)
    pixelBufferOut.pointee = buffer
    return result
}

/// Returns the attributes of the pool.
@discardableResult
public func CVPixelBufferPoolGetAttributes(_ pool: CVPixelBufferPool) -> CFDictionary? {
    pool.poolAttributes.dictionary
}

/// Returns the attributes of the pool's buffers.
@discardableResult
public func CVPixelBufferPoolGetPixelBufferAttributes(_ pool: CVPixelBufferPool) -> CFDictionary? {
    pool.bufferAttributes.dictionary
}

/// Releases memory that is not in use.
public func CVPixelBufferPoolFlush(_ pool: CVPixelBufferPool, _ options: CVPixelBufferPoolFlushFlags) {
    pool.flush(all: options.contains(.excessBuffers))
}
