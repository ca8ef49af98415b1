public import CoreFoundationNames

/// A client's information for its callback, with functions that manage its lifetime.
public struct SCNetworkReachabilityContext {
    /// The version of the structure: 0.
    public var version: CFIndex
    /// The pointer that the callback receives.
    public var info: UnsafeMutableRawPointer?
    /// Called once by `SCNetworkReachabilitySetCallback`; the callback receives its result as the information.
    public var retain: (@convention(c) (UnsafeRawPointer) -> UnsafeRawPointer)?
    /// Called once after the callback was replaced or the target was released, and no callback runs any more.
    public var release: (@convention(c) (UnsafeRawPointer) -> Void)?
    /// Called for the description of the target, such as `String(describing:)`, which takes over the text.
    public var copyDescription: ((UnsafeRawPointer) -> Unmanaged<CFString>)?

    /// Creates a context without information.
    public init() { version = 0 }

    public init(
        version: CFIndex, info: UnsafeMutableRawPointer?,
        retain: (@convention(c) (UnsafeRawPointer) -> UnsafeRawPointer)?,
        release: (@convention(c) (UnsafeRawPointer) -> Void)?,
        copyDescription: ((UnsafeRawPointer) -> Unmanaged<CFString>)?
    ) {
        self.version = version
        self.info = info
        self.retain = retain
        self.release = release
        self.copyDescription = copyDescription
    }
}
