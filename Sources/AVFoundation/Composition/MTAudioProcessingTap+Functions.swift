public import CoreMedia
import Foundation

public typealias MTAudioProcessingTapCreationFlags = UInt32
public typealias MTAudioProcessingTapFlags = UInt32

/// The tap receives the samples before the volumes of the mix are applied.
public let kMTAudioProcessingTapCreationFlag_PreEffects: MTAudioProcessingTapCreationFlags = 1 << 0
/// The tap receives the samples after the volumes of the mix have been applied.
public let kMTAudioProcessingTapCreationFlag_PostEffects: MTAudioProcessingTapCreationFlags = 1 << 1
public let kMTAudioProcessingTapCallbacksVersion_0: Int32 = 0

/// Called when the tap is created.
/// - Parameter tapStorageOut: receives what `MTAudioProcessingTapGetStorage(_:)` returns.
public typealias MTAudioProcessingTapInitCallback = (
    _ tap: MTAudioProcessingTap, _ clientInfo: UnsafeMutableRawPointer?,
    _ tapStorageOut: UnsafeMutablePointer<UnsafeMutableRawPointer?>
) -> Void
/// Called when the tap is released.
public typealias MTAudioProcessingTapFinalizeCallback = (_ tap: MTAudioProcessingTap) -> Void
/// Called before the first samples, and before samples of another format.
public typealias MTAudioProcessingTapPrepareCallback = (
    _ tap: MTAudioProcessingTap, _ maxFrames: CMItemCount,
    _ processingFormat: UnsafePointer<AudioStreamBasicDescription>
) -> Void
/// Called after the last samples, and before samples of another format.
public typealias MTAudioProcessingTapUnprepareCallback = (_ tap: MTAudioProcessingTap) -> Void
/// Fills the buffers, which are silent, from `MTAudioProcessingTapGetSourceAudio(_:_:_:_:_:_:)`.
/// - Parameter flags: 0. Apple: also marks the start and the end of the stream.
public typealias MTAudioProcessingTapProcessCallback = (
    _ tap: MTAudioProcessingTap, _ numberFrames: CMItemCount, _ flags: MTAudioProcessingTapFlags,
    _ bufferListInOut: UnsafeMutablePointer<AudioBufferList>, _ numberFramesOut: UnsafeMutablePointer<CMItemCount>,
    _ flagsOut: UnsafeMutablePointer<MTAudioProcessingTapFlags>
) -> Void

/// The callbacks of a tap. Apple: functions of C. Here: closures, which may capture.
public struct MTAudioProcessingTapCallbacks {
    public var version: Int32
    public var clientInfo: UnsafeMutableRawPointer?
    public var `init`: MTAudioProcessingTapInitCallback?
    public var finalize: MTAudioProcessingTapFinalizeCallback?
    public var prepare: MTAudioProcessingTapPrepareCallback?
    public var unprepare: MTAudioProcessingTapUnprepareCallback?
    public var process: MTAudioProcessingTapProcessCallback

    public init(
        version: Int32, clientInfo: UnsafeMutableRawPointer?, `init`: MTAudioProcessingTapInitCallback?,
        finalize: MTAudioProcessingTapFinalizeCallback?, prepare: MTAudioProcessingTapPrepareCallback?,
        unprepare: MTAudioProcessingTapUnprepareCallback?, process: @escaping MTAudioProcessingTapProcessCallback
    ) {
        self.version = version
        self.clientInfo = clientInfo
        self.`init` = `init`
        self.finalize = finalize
        self.prepare = prepare
        self.unprepare = unprepare
        self.process = process
    }
}

/// The result for a wrong argument.
private let parameterError: OSStatus = -50

/// Creates a tap, and calls the callback `init`.
/// - Returns: 0, or an error for another version, or for flags that name not exactly one of the places of a tap.
public func MTAudioProcessingTapCreate(
    _ allocator: CFAllocator?, _ callbacks: UnsafePointer<MTAudioProcessingTapCallbacks>,
    _ flags: MTAudioProcessingTapCreationFlags, _ tapOut: UnsafeMutablePointer<MTAudioProcessingTap?>
) -> OSStatus {
    let places = [kMTAudioProcessingTapCreationFlag_PreEffects, kMTAudioProcessingTapCreationFlag_PostEffects]
    guard callbacks.pointee.version == kMTAudioProcessingTapCallbacksVersion_0, places.contains(flags) else {
        return parameterError
    }
    tapOut.pointee = MTAudioProcessingTap(callbacks.pointee, isAfterVolume: flags == places[1])
    return 0
}

/// The form of older SDKs, whose result has to be released by the caller.
public func MTAudioProcessingTapCreate(
    _ allocator: CFAllocator?, _ callbacks: UnsafePointer<MTAudioProcessingTapCallbacks>,
    _ flags: MTAudioProcessingTapCreationFlags, _ tapOut: UnsafeMutablePointer<Unmanaged<MTAudioProcessingTap>?>
) -> OSStatus {
    var tap: MTAudioProcessingTap?
    let status = MTAudioProcessingTapCreate(allocator, callbacks, flags, &tap)
    tapOut.pointee = tap.map(Unmanaged.passRetained)
    return status
}

/// Returns what the callback `init` has stored. A call without it is a programming error, which ends the program: Apple's function returns no
/// optional.
public func MTAudioProcessingTapGetStorage(_ tap: MTAudioProcessingTap) -> UnsafeMutableRawPointer {
    guard let storage = tap.storage else { fatalError("The callback 'init' of the tap has stored nothing.") }
    return storage
}

/// Copies the samples of the track into the buffers; to be called by the callback `process`.
/// - Returns: 0, or an error outside of the callback.
public func MTAudioProcessingTapGetSourceAudio(
    _ tap: MTAudioProcessingTap, _ numberFrames: CMItemCount,
    _ bufferListInOut: UnsafeMutablePointer<AudioBufferList>,
    _ flagsOut: UnsafeMutablePointer<MTAudioProcessingTapFlags>?, _ timeRangeOut: UnsafeMutablePointer<CMTimeRange>?,
    _ numberFramesOut: UnsafeMutablePointer<CMItemCount>?
) -> OSStatus {
    let list = UnsafeMutableAudioBufferListPointer(bufferListInOut)
    guard let source = tap.copySource(numberFrames, to: list) else { return parameterError }
    flagsOut?.pointee = 0
    timeRangeOut?.pointee = source.range
    numberFramesOut?.pointee = source.frames
    return 0
}
