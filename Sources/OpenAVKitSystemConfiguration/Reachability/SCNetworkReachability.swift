public import CoreFoundationNames
public import Dispatch
public import Foundation

/// Creates a target for an address of IPv4 or IPv6. Ports are ignored; 0.0.0.0 and :: stand for the network in general.
///
/// - Parameter address: a `sockaddr_in` or a `sockaddr_in6`, by its family.
/// - Returns: nil for an address of another family.
public func SCNetworkReachabilityCreateWithAddress(
    _ allocator: CFAllocator?, _ address: UnsafePointer<sockaddr>
) -> SCNetworkReachability? {
    SCNetworkReachabilityCreateWithAddressPair(allocator, nil, address)
}

/// Creates a target that is reachable if the local address is one of this machine and the remote address is reachable.
///
/// - Returns: nil if both addresses are nil, or if one has another family than those of IPv4 and IPv6.
public func SCNetworkReachabilityCreateWithAddressPair(
    _ allocator: CFAllocator?, _ localAddress: UnsafePointer<sockaddr>?, _ remoteAddress: UnsafePointer<sockaddr>?
) -> SCNetworkReachability? {
    let local = localAddress.flatMap { SocketAddress($0) }
    let remote = remoteAddress.flatMap { SocketAddress($0) }
    guard (local == nil) == (localAddress == nil), (remote == nil) == (remoteAddress == nil),
        local != nil || remote != nil
    else {
        _ = StatusStore.fail()
        return nil
    }
    return ReachabilityTarget(.addresses(local: local, remote: remote)).reference
}

/// Creates a target for a host name or a numeric address.
///
/// - Returns: nil for an empty name.
public func SCNetworkReachabilityCreateWithName(
    _ allocator: CFAllocator?, _ nodename: UnsafePointer<CChar>
) -> SCNetworkReachability? {
    let name = String(cString: nodename)
    guard !name.isEmpty else {
        _ = StatusStore.fail()
        return nil
    }
    return ReachabilityTarget(name: name).reference
}

/// Determines the flags of this moment from the kernel's routes. Sends no packet.
///
/// Apple: waits until a name is resolved. Here: returns at once; until a name is resolved, its flags are those of the network in general, and a
/// name that is not scheduled is resolved again by a call more than ten seconds after the latest answer.
/// - Returns: whether the flags could be determined: always.
@discardableResult
public func SCNetworkReachabilityGetFlags(
    _ target: SCNetworkReachability, _ flags: UnsafeMutablePointer<SCNetworkReachabilityFlags>
) -> Bool {
    flags.pointee = ReachabilityTarget.target(target).flags()
    return true
}

/// Sets the function that is called when the flags of a scheduled target change.
///
/// - Parameters:
///   - callout: nil ends the calls.
///   - context: copied; its information is retained by its function, if it has one.
@discardableResult
public func SCNetworkReachabilitySetCallback(
    _ target: SCNetworkReachability, _ callout: SCNetworkReachabilityCallBack?,
    _ context: UnsafeMutablePointer<SCNetworkReachabilityContext>?
) -> Bool {
    ReachabilityTarget.target(target).setCallback(callout.map { Callback($0, context: context?.pointee) })
    return true
}

/// Schedules the callbacks on a queue, or ends them.
///
/// A change of routes is reported about 50 ms later. A name is reported when it has been resolved for the first time, and on changes.
/// - Parameter queue: nil ends the callbacks: one that is running may still finish.
/// - Returns: false if the target is scheduled already, or, without a queue, if it is not scheduled on one.
@discardableResult
public func SCNetworkReachabilitySetDispatchQueue(_ target: SCNetworkReachability, _ queue: DispatchQueue?) -> Bool {
    let target = ReachabilityTarget.target(target)
    return queue.map { target.schedule(on: $0) } ?? target.unscheduleFromQueue() || StatusStore.fail()
}

/// Schedules the callbacks on a run loop, as `SCNetworkReachabilitySetDispatchQueue` does on a queue.
///
/// Apple: the run loop runs as long as a target is scheduled. Here: a run loop without another source ends.
/// - Returns: false if the target is scheduled on a queue.
@discardableResult
public func SCNetworkReachabilityScheduleWithRunLoop(
    _ target: SCNetworkReachability, _ runLoop: CFRunLoop, _ runLoopMode: CFString
) -> Bool {
    let place = RunLoopPlace(runLoop: runLoop, mode: RunLoop.Mode(rawValue: runLoopMode as String))
    return ReachabilityTarget.target(target).schedule(on: place) || StatusStore.fail()
}

/// Ends the callbacks on a run loop.
///
/// - Returns: false if the target is not scheduled there.
@discardableResult
public func SCNetworkReachabilityUnscheduleFromRunLoop(
    _ target: SCNetworkReachability, _ runLoop: CFRunLoop, _ runLoopMode: CFString
) -> Bool {
    let place = RunLoopPlace(runLoop: runLoop, mode: RunLoop.Mode(rawValue: runLoopMode as String))
    return ReachabilityTarget.target(target).unschedule(from: place) || StatusStore.fail()
}
