/// The reason why a playlist cannot be used at all.
public struct PlaylistError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The first fault that makes the playlist unusable.
    public var fault: PlaylistFault
    /// Every fault up to where parsing ended, including `fault`.
    public var faults: [PlaylistFault]

    public init(fault: PlaylistFault, faults: [PlaylistFault] = []) {
        self.fault = fault
        self.faults = faults.isEmpty ? [fault] : faults
    }

    /// The violated rule; stable over versions.
    public var code: PlaylistRule { fault.rule }
    public var description: String { fault.description }
}
