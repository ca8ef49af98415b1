import DBus
import Foundation

/// A desktop portal whose open dialog returns the same files each time.
final class OpenPortal: Sendable {
    private let dialog: ExportedObject
    private let name: BusRegistration

    init(_ bus: BusConnection, files: [URL]) async throws {
        let links = files.map(\.absoluteString)
        let open = BusMethod(
            "OpenFile",
            arguments: [
                BusArgument("parent_window", .string), BusArgument("title", .string),
                BusArgument("options", .dictionary),
            ],
            results: [BusArgument("handle", .objectPath)]
        ) { call in
            let sender = call.sender.dropFirst().replacingOccurrences(of: ".", with: "_")
            let token = call.arguments.last?["handle_token"]?.stringValue ?? ""
            let path = "/org/freedesktop/portal/desktop/request/\(sender)/\(token)"
            try? call.reply([.objectPath(path)])
            Task {
                let request = BusInterface(
                    "org.freedesktop.portal.Request",
                    signals: [
                        BusSignal(
                            "Response",
                            arguments: [BusArgument("response", .uint32), BusArgument("results", .dictionary)])
                    ])
                let object = try await bus.export([request], at: path)
                try object.emit(
                    "Response", of: "org.freedesktop.portal.Request",
                    arguments: [.uint32(0), .dictionary(["uris": .strings(links)])])
                // The object ends after the signal has been sent.
                try await Task.sleep(for: .seconds(5))
                withExtendedLifetime(object) {}
            }
        }
        dialog = try await bus.export(
            [BusInterface("org.freedesktop.portal.FileChooser", methods: [open])], at: "/org/freedesktop/portal/desktop"
        )
        name = try bus.own("org.freedesktop.portal.Desktop") { _ in }
    }
}
