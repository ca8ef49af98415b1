/// The common interface of clocks and timebases, whose times can be converted into one another.
public protocol CMSyncProtocol: AnyObject, Sendable {
    var time: CMTime { get }
}

extension CMClock: CMSyncProtocol {}
extension CMTimebase: CMSyncProtocol {}

extension CMSyncProtocol {
    /// Returns the rate in seconds of this timeline per second of the other; 0 where either is stopped.
    public func rate(relativeTo reference: any CMSyncProtocol) -> Double {
        let own = hostRate(of: self), other = hostRate(of: reference)
        return other == 0 ? 0 : own / other
    }

    /// Returns the time of `destination` when this timeline is at `time`; invalid where this timeline is stopped, unless both are the same
    /// object.
    public func convertTime(_ time: CMTime, to destination: any CMSyncProtocol) -> CMTime {
        if destination === self { return time }
        let hostTime = (self as? CMTimebase)?.hostTime(at: time) ?? time
        guard hostTime.isNumeric else { return .invalid }
        return (destination as? CMTimebase)?.time(atHostTime: hostTime) ?? hostTime
    }

    /// Returns whether the two can drift apart. Here: never, because all run on the host clock.
    public func mightDrift(relativeTo reference: any CMSyncProtocol) -> Bool { false }
}

private func hostRate(of object: any CMSyncProtocol) -> Double {
    (object as? CMTimebase)?.effectiveRate ?? 1
}

@discardableResult
public func CMSyncConvertTime(
    _ time: CMTime, from fromClockOrTimebase: any CMSyncProtocol, to toClockOrTimebase: any CMSyncProtocol
) -> CMTime {
    fromClockOrTimebase.convertTime(time, to: toClockOrTimebase)
}

@discardableResult
public func CMSyncGetRelativeRate(_ of: any CMSyncProtocol, relativeTo: any CMSyncProtocol) -> Float64 {
    of.rate(relativeTo: relativeTo)
}

@discardableResult
public func CMSyncGetTime(_ clockOrTimebase: any CMSyncProtocol) -> CMTime { clockOrTimebase.time }

@discardableResult
public func CMSyncMightDrift(_ a: any CMSyncProtocol, _ b: any CMSyncProtocol) -> Bool { a.mightDrift(relativeTo: b) }
