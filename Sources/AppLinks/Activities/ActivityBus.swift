import AppIdentity
package import DBus

/// The interface of an app's current activity on the bus.
package enum ActivityBus {
    package static let interface = "org.openavkit.UserActivity1"
    package static let path = "/org/openavkit/App"

    /// Lets an app continue the current activity of another app. The bus starts the app if it is not running.
    package static func ask(
        _ app: AppRegistration, toContinue type: String, from source: String
    ) async throws(BusError) {
        guard AppIdentifier.isValid(source) else {
            throw BusError(code: .invalidArgument, message: "'\(source)' is not an app identifier.")
        }
        let connection = try await BusConnection.session()
        _ = try await connection.call(
            app.busName, path: path, interface: interface, method: "Continue",
            arguments: [.string(source), .string(type)], timeout: .seconds(25))
    }

    /// Takes the current activity of another app, which saves it first.
    package static func take(
        _ type: String, from source: String, timeout: Duration = .seconds(10)
    ) async throws(BusError) -> Variant {
        let connection = try await BusConnection.session()
        let answer = try await connection.call(
            AppIdentifier.busName(of: source), path: path, interface: interface, method: "Take",
            arguments: [.string(type)],
            timeout: timeout)
        return answer.first ?? .dictionary([:])
    }
}
