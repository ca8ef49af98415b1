/// A network interface.
public struct NWInterface: Hashable, Sendable, CustomDebugStringConvertible {
    /// The kind of a network interface.
    public enum InterfaceType: Hashable, Sendable {
        /// A virtual interface or one of unknown kind, such as that of a VPN.
        case other
        case wifi
        case cellular
        case wiredEthernet
        case loopback
    }

    public let type: InterfaceType
    /// The name, such as `eth0`.
    public let name: String
    public let index: Int

    public var debugDescription: String { name }
}
