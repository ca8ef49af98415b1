import DBus
import Foundation

/// Opens links with apps: with a running app over the session bus, which starts a stopped one, else by starting the program.
package struct AppLauncher: Sendable {
    package static let interface = "org.freedesktop.Application"
    /// The longest wait for the app's answer: that of a stopped app comes when it has started.
    static let timeout = Duration.seconds(25)

    private let environment: [String: String]

    package init(environment: [String: String] = ProcessInfo.processInfo.environment) {
        self.environment = environment
    }

    package enum Outcome: Sendable, Equatable {
        case opened
        /// The app does not accept the link.
        case refused(String)
        case failed(String)
    }

    /// Passes links to an app, which accepts only its own. Without links, the app comes to the front.
    /// - Parameter source: the identifier of the app that opens the links, if known.
    package func open(_ links: [String], with app: AppRegistration, source: String? = nil) async -> Outcome {
        do throws(BusError) {
            let connection = try await BusConnection.session(environment: environment)
            let data = Variant.dictionary(platformData(source))
            _ = try await connection.call(
                app.busName, path: app.objectPath, interface: Self.interface,
                method: links.isEmpty ? "Activate" : "Open",
                arguments: links.isEmpty ? [data] : [.strings(links), data],
                timeout: Self.timeout)
            return .opened
        } catch {
            if error.name == AppBusError.refused { return .refused(error.message) }
            if let name = error.name, AppBusError.unknownObjects.contains(name) {
                return .failed(
                    "\(app.name) was started before it was registered, so it accepts no links. Quit it, then open the link again."
                )
            }
            // Without a bus, or a service file that the bus has read, the program is started directly. An app that runs and fails to answer
            // must not be started twice.
            let isAbsent =
                error.code == .noBus || error.code == .connectionFailed || error.name == AppBusError.unknownService
            return isAbsent ? start(app, links, source) : .failed(error.description)
        }
    }

    private func platformData(_ source: String?) -> [String: Variant] {
        var data: [String: Variant] = [:]
        for (name, variable) in [
            ("desktop-startup-id", "DESKTOP_STARTUP_ID"), ("activation-token", "XDG_ACTIVATION_TOKEN"),
        ] {
            if let value = environment[variable] { data[name] = .string(value) }
        }
        if let source { data[LaunchRequest.sourceKey] = .string(source) }
        return data
    }

    private func start(_ app: AppRegistration, _ links: [String], _ source: String?) -> Outcome {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: app.executable)
        process.arguments = links
        var environment = environment
        environment[DesktopFiles.launchVariable] = "links"
        environment[DesktopFiles.identifierVariable] = app.identifier
        environment[LaunchRequest.sourceVariable] = source
        process.environment = environment
        process.standardInput = FileHandle.nullDevice
        do {
            try process.run()
            return .opened
        } catch {
            return .failed("\(app.executable) cannot be started: \(error.localizedDescription)")
        }
    }
}

/// The names of errors on the bus.
package enum AppBusError {
    /// The app does not accept the link or the activity.
    package static let refused = "org.openavkit.Error.Refused"
    package static let unknownService = "org.freedesktop.DBus.Error.ServiceUnknown"
    /// The running app has no object for links. The bus libraries report this with different names.
    package static let unknownObjects: Set<String> = [
        "org.freedesktop.DBus.Error.UnknownMethod", "org.freedesktop.DBus.Error.UnknownObject",
        "org.freedesktop.DBus.Error.UnknownInterface",
    ]
}
