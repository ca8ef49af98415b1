import DBus

/// Hands content to the program that keeps the viewer's Up Next list.
struct UpNextRequest: Sendable {
    enum Outcome: Sendable, Equatable {
        case added
        /// No program on the bus keeps the list.
        case noReceiver
        case failed(String)
    }

    static let name = "org.openavkit.UpNext"
    static let path = "/org/openavkit/UpNext"
    static let interface = "org.openavkit.UpNext1"

    let directory: PlayerDirectory

    func add(_ page: DisplayedPage) async -> Outcome {
        do throws(BusError) {
            _ = try await directory.connection.call(
                Self.name, path: Self.path, interface: Self.interface, method: "Add",
                arguments: [.string(page.contentIdentifier), .string(page.application), .string(page.title)],
                timeout: directory.timeout)
            return .added
        } catch {
            let isMissing = ["ServiceUnknown", "NameHasNoOwner"].contains {
                error.name == "org.freedesktop.DBus.Error." + $0
            }
            return isMissing ? .noReceiver : .failed(error.description)
        }
    }
}
