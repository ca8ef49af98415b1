public import Foundation

/// The loop of events of a thread.
public typealias CFRunLoop = RunLoop

/// The run loop of the calling thread; never nil.
@discardableResult
public func CFRunLoopGetCurrent() -> CFRunLoop! { RunLoop.current }

/// The run loop of the main thread; never nil.
@discardableResult
public func CFRunLoopGetMain() -> CFRunLoop! { RunLoop.main }

/// A mode of run loops, with the names of `RunLoop.Mode`.
public struct CFRunLoopMode: RawRepresentable, Hashable {
    public let rawValue: CFString

    public init(rawValue: CFString) { self.rawValue = rawValue }
    public init(_ rawValue: CFString) { self.rawValue = rawValue }

    /// The mode of a run loop that waits for events; never nil.
    public static var defaultMode: CFRunLoopMode! { CFRunLoopMode(RunLoop.Mode.default.rawValue as CFString) }
    /// All modes that are marked as common; never nil.
    public static var commonModes: CFRunLoopMode! { CFRunLoopMode(RunLoop.Mode.common.rawValue as CFString) }
}
