/// Why a playlist cannot be used at all.
public struct PlaylistError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The first fault that makes it unusable.
    public var fault: PlaylistFault
    /// Every fault up to where parsing ended, `fault` among them.
    public var faults: [PlaylistFault]

    public init(fault: PlaylistFault, faults: [PlaylistFault] = []) {
        self.fault = fault
        self.faults = faults.isEmpty ? [fault] : faults
    }

    /// The rule that was broken; stable over versions.
    public var code: PlaylistRule { fault.rule }
    public var description: String { fault.description }
}
