import DBus
import Foundation
import Synchronization

/// The settings portal of a desktop whose color scheme the viewer changes.
final class SettingsPortal: Sendable {
    enum Scheme: UInt32 { case dark = 1, light = 2 }

    private static let interface = "org.freedesktop.portal.Settings"
    private static let appearance = "org.freedesktop.appearance"

    private final class Setting: Sendable {
        let scheme: Mutex<Scheme>
        init(_ scheme: Scheme) { self.scheme = Mutex(scheme) }
    }

    private let setting: Setting
    private let object: ExportedObject
    private let name: BusRegistration

    init(_ bus: BusConnection, _ scheme: Scheme) async throws {
        let setting = Setting(scheme)
        self.setting = setting
        let readAll = BusMethod(
            "ReadAll", arguments: [BusArgument("namespaces", try VariantType("as"))],
            results: [BusArgument("value", try VariantType("a{sa{sv}}"))]
        ) { call in
            let values = Variant.dictionary(["color-scheme": .uint32(setting.scheme.withLock(\.self).rawValue)])
            try? call.reply([
                .array(
                    of: .dictionaryEntry(key: .string, value: .dictionary),
                    [.dictionaryEntry(.string(Self.appearance), values)])
            ])
        }
        let changed = BusSignal(
            "SettingChanged",
            arguments: [
                BusArgument("namespace", .string), BusArgument("key", .string), BusArgument("value", .variant),
            ])
        object = try await bus.export(
            [BusInterface(Self.interface, methods: [readAll], signals: [changed])],
            at: "/org/freedesktop/portal/desktop")
        name = try bus.own("org.freedesktop.portal.Desktop") { _ in }
    }

    /// Changes the scheme, and reports the change to all programs.
    func set(_ scheme: Scheme) throws {
        setting.scheme.withLock { $0 = scheme }
        try object.emit(
            "SettingChanged", of: Self.interface,
            arguments: [.string(Self.appearance), .string("color-scheme"), .variant(.uint32(scheme.rawValue))])
    }
}
