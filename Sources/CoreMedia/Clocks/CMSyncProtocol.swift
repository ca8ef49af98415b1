/// What clocks and timebases have in common: times of one can be told in those of another.
public protocol CMSyncProtocol: AnyObject, Sendable {
    var time: CMTime { get }
}

extension CMClock: CMSyncProtocol {}
extension CMTimebase: CMSyncProtocol {}

extension CMSyncProtocol {
    /// Seconds of this one to a second of the other; 0 where either stands still.
    public func rate(relativeTo reference: any CMSyncProtocol) -> Double {
        let own = hostRate(of: self), other = hostRate(of: reference)
        return other == 0 ? 0 : own / other
    }

    /// What `destination` shows when this one shows `time`; invalid where this one stands still, unless that is the same object.
    public func convertTime(_ time: CMTime, to destination: any CMSyncProtocol) -> CMTime {
        if destination === self { return time }
        let hostTime = (self as? CMTimebase)?.hostTime(at: time) ?? time
        guard hostTime.isNumeric else { return .invalid }
        return (destination as? CMTimebase)?.time(atHostTime: hostTime) ?? hostTime
    }

    /// Whether the two can run apart by themselves. Here: never, as all run on the host's clock.
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
