import Foundation

/// The kind of a link, from its flags, its hardware type and sysfs.
package enum LinkKind: Hashable, Sendable {
    case loopback
    case wifi
    case cellular
    case wired
    /// A virtual link or one of unknown kind, such as that of a VPN.
    case other

    /// Kinds of virtual links that behave like a wired one.
    private static let wiredKinds: Set<String> = ["veth", "bond", "team", "vlan", "macvlan", "ipvlan", "bridge"]
    private static let ethernet: UInt16 = 1

    package init(_ link: Link) {
        // A name from the kernel contains no slash.
        let folder = "/sys/class/net/\(link.name)"
        let event = (try? String(contentsOfFile: folder + "/uevent", encoding: .utf8)) ?? ""
        if link.isLoopback {
            self = .loopback
        } else if FileManager.default.fileExists(atPath: folder + "/phy80211") || event.contains("DEVTYPE=wlan") {
            self = .wifi
        } else if event.contains("DEVTYPE=wwan") {
            self = .cellular
        } else if link.hardware == Self.ethernet {
            self = link.kind.map { Self.wiredKinds.contains($0) } ?? true ? .wired : .other
        } else {
            self = .other
        }
    }
}
