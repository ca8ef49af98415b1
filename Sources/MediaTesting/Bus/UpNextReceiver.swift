public import DBus
import Synchronization

/// A receiver of Up Next requests on a session bus, in place of the TV app.
///
/// It owns the name `org.openavkit.UpNext` while it exists and answers `Add(contentIdentifier, appIdentifier, title)` of the interface
/// `org.openavkit.UpNext1` at `/org/openavkit/UpNext`.
public final class UpNextReceiver: Sendable {
    public static let busName = "org.openavkit.UpNext"
    public static let path = "/org/openavkit/UpNext"
    public static let interface = "org.openavkit.UpNext1"
    /// The maximum length of an identifier in feeds (catalog specification 3.1), in characters.
    public static let maximumIdentifierLength = 255

    /// Content that was added.
    public struct Entry: Sendable, Hashable {
        /// The identifier of the content in the app's catalog; upper and lower case differ.
        public let contentIdentifier: String
        public let appIdentifier: String
        public let title: String

        public init(contentIdentifier: String, appIdentifier: String, title: String) {
            self.contentIdentifier = contentIdentifier
            self.appIdentifier = appIdentifier
            self.title = title
        }
    }

    private let added: Mutex<[Entry]>
    private let registrations: Mutex<[BusRegistration]>
    private let object: Mutex<ExportedObject?>

    /// The entries, the latest last. Content that is added again moves to the end.
    public var entries: [Entry] { added.withLock { $0 } }

    /// Exports the receiver and requests its name.
    /// - Parameter handler: called on the bus thread with each entry that was added.
    /// - Throws: `BusError`, if the object cannot be exported. A name that another program owns is acquired when that program releases it.
    public init(_ connection: BusConnection, handler: @escaping @Sendable (Entry) -> Void = { _ in })
        async throws(BusError)
    {
        added = Mutex([])
        registrations = Mutex([])
        object = Mutex(nil)
        let add = BusMethod(
            "Add",
            arguments: [
                BusArgument("contentIdentifier", .string), BusArgument("appIdentifier", .string),
                BusArgument("title", .string),
            ]
        ) { [weak self] call in
            guard let self else { return call.fail("org.freedesktop.DBus.Error.Failed", "The receiver has ended.") }
            let texts = call.arguments.compactMap(\.stringValue)
            guard texts.count == 3, !texts[0].isEmpty, texts[0].unicodeScalars.count <= Self.maximumIdentifierLength
            else {
                return call.fail(
                    "org.openavkit.Error.InvalidArgument",
                    "contentIdentifier has to have 1 to \(Self.maximumIdentifierLength) characters, as in the catalog feed."
                )
            }
            let entry = Entry(contentIdentifier: texts[0], appIdentifier: texts[1], title: texts[2])
            insert(entry)
            handler(entry)
            try? call.reply()
        }
        let exported = try await connection.export([BusInterface(Self.interface, methods: [add])], at: Self.path)
        object.withLock { $0 = exported }
        let name = try connection.own(Self.busName) { _ in }
        registrations.withLock { $0 = [name] }
    }

    private func insert(_ entry: Entry) {
        added.withLock { entries in
            entries.removeAll {
                $0.contentIdentifier == entry.contentIdentifier && $0.appIdentifier == entry.appIdentifier
            }
            entries.append(entry)
        }
    }
}

extension UpNextReceiver {
    /// Returns a receiver on the session bus of the process.
    /// - Throws: `BusError.noBus` if the session has no bus.
    public static func onSessionBus(
        handler: @escaping @Sendable (Entry) -> Void = { _ in }
    ) async throws(BusError) -> UpNextReceiver {
        try await UpNextReceiver(try await BusConnection.session(), handler: handler)
    }
}
