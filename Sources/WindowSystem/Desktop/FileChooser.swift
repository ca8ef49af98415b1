import DBus
package import Foundation

/// The desktop's open dialog, from the portal.
package enum FileChooser {
    package enum Choice: Sendable, Equatable {
        case chosen([URL])
        case cancelled
        /// The session has no bus, no portal, or the portal did not open a dialog.
        case unavailable
    }

    private static let service = "org.freedesktop.portal.Desktop"
    private static let path = "/org/freedesktop/portal/desktop"

    /// Lets the user choose files. Returns when the dialog has been closed.
    /// - Parameters:
    ///   - title: the title of the dialog.
    ///   - window: the X11 ID of the window that the dialog belongs to; nil: none.
    package static func chooseFiles(title: String, for window: UInt? = nil) async -> Choice {
        guard let connection = try? await BusConnection.session() else { return .unavailable }
        let token = "openavkit\(UInt32.random(in: 0...UInt32.max))"
        // The portal's rule for the path of a request, so that the response can be watched before the request is made.
        let sender = connection.uniqueName.dropFirst().replacingOccurrences(of: ".", with: "_")
        let request = "\(path)/request/\(sender)/\(token)"
        let (responses, continuation) = AsyncStream.makeStream(of: [Variant].self)
        let watch = try? connection.watchSignals(
            path: request, interface: "org.freedesktop.portal.Request", name: "Response"
        ) { continuation.yield($0.arguments) }
        guard let watch else { return .unavailable }
        defer { withExtendedLifetime(watch) {} }
        let parent = window.map { "x11:\(String($0, radix: 16))" } ?? ""
        let options: Variant = .dictionary(["handle_token": .string(token), "multiple": .boolean(true)])
        do throws(BusError) {
            _ = try await connection.call(
                service, path: path, interface: "org.freedesktop.portal.FileChooser", method: "OpenFile",
                arguments: [.string(parent), .string(title), options], timeout: .seconds(10))
        } catch { return .unavailable }
        for await response in responses {
            guard response.first?.integerValue == 0 else { return .cancelled }
            let links = response.dropFirst().first?["uris"]?.elements ?? []
            return .chosen(links.compactMap { $0.stringValue.flatMap(URL.init(string:)) })
        }
        return .cancelled
    }
}
