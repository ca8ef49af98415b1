import Foundation

/// How a process of an app was started, from its environment and arguments.
package enum LaunchRequest: Sendable, Equatable {
    /// By a person or a script; links are not expected.
    case plain
    /// By the message bus: the first call says what to open.
    case service
    /// With links as arguments.
    case links([String], source: String?)

    static let sourceVariable = "OPENAVKIT_LAUNCH_SOURCE"
    /// The key of the calling app's identifier in the data of `org.freedesktop.Application`.
    package static let sourceKey = "openavkit-source"
    /// The largest number of links of one start or call.
    package static let maximumLinks = 32

    package init(
        environment: [String: String] = ProcessInfo.processInfo.environment,
        arguments: [String] = CommandLine.arguments
    ) {
        switch environment[DesktopFiles.launchVariable] {
        case "service": self = .service
        case "links" where arguments.count > 1:
            self = .links(
                Array(arguments.dropFirst().prefix(Self.maximumLinks)), source: environment[Self.sourceVariable])
        default: self = .plain
        }
    }

    /// The variables of the request. Programs that the app starts must not inherit them.
    package static var variables: [String] { [DesktopFiles.launchVariable, sourceVariable] }
}
