import BusTestSupport
import DBus
import Foundation
import Testing

@testable import WindowSystem

struct DesktopSettingsTests {
    @Test("the portal's answer is read for scheme, motion, contrast and text size")
    func desktopSettings_portalAnswer_isRead() {
        let settings = DesktopSettings(
            portalAnswer: .dictionaries([
                "org.freedesktop.appearance": ["color-scheme": .uint32(1), "contrast": .uint32(0)],
                "org.gnome.desktop.interface": [
                    "enable-animations": .boolean(false), "text-scaling-factor": .double(1.25),
                ],
            ]))
        #expect(settings.colourScheme == .dark)
        #expect(settings.reducesMotion)
        #expect(!settings.prefersHighContrast)
        #expect(settings.textScale == 1.25)
        let others = DesktopSettings(
            portalAnswer: .dictionaries([
                "org.freedesktop.appearance": ["color-scheme": .uint32(2), "reduced-motion": .uint32(1)],
                "org.gnome.desktop.a11y.interface": ["high-contrast": .boolean(true)],
                "org.gnome.desktop.interface": ["text-scaling-factor": .double(100)],
            ]))
        #expect(others.colourScheme == .light)
        #expect(others.reducesMotion)
        #expect(others.prefersHighContrast)
        #expect(others.textScale == 3)
    }

    @Test(
        "a portal answer of an unexpected type gives the defaults",
        arguments: [
            Variant.tuple([]), .string("x"), .dictionary([:]), .dictionaries(["org.freedesktop.appearance": [:]]),
            .dictionary(["org.freedesktop.appearance": .string("x")]),
            .dictionaries([
                "org.freedesktop.appearance": ["color-scheme": .string("1"), "contrast": .strings(["1"])],
                "org.gnome.desktop.interface": [
                    "enable-animations": .string("false"), "text-scaling-factor": .double(.nan),
                ],
            ]),
        ])
    func desktopSettings_oddAnswer_givesDefaults(answer: Variant) {
        #expect(DesktopSettings(portalAnswer: answer) == DesktopSettings())
    }
}

extension Variant {
    /// Returns a value of the type of the portal's reply: "a{sa{sv}}".
    static func dictionaries(_ values: [String: [String: Variant]]) -> Variant {
        .array(
            of: .dictionaryEntry(key: .string, value: .dictionary),
            values.sorted { $0.key < $1.key }.map { .dictionaryEntry(.string($0.key), .dictionary($0.value)) })
    }
}

/// A program's use of desktop services on the test's private bus.
@Suite(.enabled(if: PrivateBus.isAvailable), .timeLimit(.minutes(1)))
struct DesktopServiceTests {
    let bus: PrivateBus
    let desktop: BusConnection

    init() async throws {
        bus = try #require(PrivateBus())
        desktop = try await BusConnection.connect(to: bus.address)
    }

    /// Exports an interface under a bus name that the probe calls.
    private func serve(_ interface: BusInterface, at path: String, name: String) async throws -> [AnyObject] {
        let object = try await desktop.export([interface], at: path)
        let states = Reports<NameOwnership>()
        let owned = try desktop.own(name) { states.add($0) }
        #expect(await states.wait { $0 == [.acquired] })
        return [object, owned]
    }

    private func probe(_ arguments: String...) throws -> ChildProgram {
        try #require(Probe.start(arguments, environment: bus.environment, removing: ["DISPLAY", "WAYLAND_DISPLAY"]))
    }

    @Test("idle inhibition is requested with name and reason, and withdrawn with the cookie of the answer")
    func idleInhibitor_onTheBus_isPaired() async throws {
        let calls = Reports<[Variant]>()
        let screenSaver = BusInterface(
            "org.freedesktop.ScreenSaver",
            methods: [
                BusMethod(
                    "Inhibit", arguments: [BusArgument("application", .string), BusArgument("reason", .string)],
                    results: [BusArgument("cookie", .uint32)]
                ) { call in
                    calls.add(call.arguments)
                    try? call.reply([.uint32(4711)])
                },
                BusMethod("UnInhibit", arguments: [BusArgument("cookie", .uint32)]) { call in
                    calls.add(call.arguments)
                    try? call.reply()
                },
            ])
        let served = try await serve(
            screenSaver, at: "/org/freedesktop/ScreenSaver", name: "org.freedesktop.ScreenSaver")
        let probe = try probe("inhibit")
        #expect(await calls.wait { $0.count == 2 })
        #expect(calls.all == [[.string("window-probe"), .string("it's \\ a\nfilm")], [.uint32(4711)]])
        #expect(await probe.exitCode() == 0)
        withExtendedLifetime(served) {}
    }

    @Test("settings are read from the portal, and again when it reports a change")
    func desktopSettings_changed_areReadAgain() async throws {
        let answers = Reports<Bool>()
        let settings = BusInterface(
            "org.freedesktop.portal.Settings",
            methods: [
                BusMethod(
                    "ReadAll", arguments: [BusArgument("namespaces", .array(.string))],
                    results: [BusArgument("values", try VariantType("a{sa{sv}}"))]
                ) { call in
                    let reduces = !answers.all.isEmpty
                    answers.add(reduces)
                    try? call.reply([
                        .dictionaries(["org.gnome.desktop.interface": ["enable-animations": .boolean(!reduces)]])
                    ])
                }
            ],
            signals: [
                BusSignal(
                    "SettingChanged",
                    arguments: [BusArgument("a", .string), BusArgument("b", .string), BusArgument("c", .variant)])
            ])
        let served = try await serve(
            settings, at: "/org/freedesktop/portal/desktop", name: "org.freedesktop.portal.Desktop")
        let probe = try probe("settings")
        #expect(await probe.line("reducesMotion") == "false")
        let object = try #require(served.first as? ExportedObject)
        try object.emit(
            "SettingChanged", of: "org.freedesktop.portal.Settings",
            arguments: [
                .string("org.gnome.desktop.interface"), .string("enable-animations"), .variant(.boolean(false)),
            ])
        #expect(await probe.line("reducesMotion true") != nil)
        #expect(await probe.exitCode() == 0)
    }

    @Test("the use of a screen reader is read from the accessibility bus's launcher, and again when it changes")
    func screenReader_enabled_isReported() async throws {
        let status = BusInterface(
            "org.a11y.Status", properties: [BusProperty("ScreenReaderEnabled", .boolean, .stored(.boolean(false)))])
        let served = try await serve(status, at: "/org/a11y/bus", name: "org.a11y.Bus")
        let probe = try probe("settings")
        #expect(await probe.line("usesScreenReader") == "false")
        let object = try #require(served.first as? ExportedObject)
        try object.set(["ScreenReaderEnabled": .boolean(true)], of: "org.a11y.Status")
        #expect(await probe.line("usesScreenReader true") != nil)
        #expect(await probe.exitCode() == 0)
    }

    @Test("a URL that no program opens is passed to the portal; without a portal opening fails")
    func desktop_openUnknownScheme_asksPortal() async throws {
        #expect(await (try probe("open", "x-openavkit-none:1")).line("opened") == "false")
        let opened = Reports<String>()
        let openURI = BusInterface(
            "org.freedesktop.portal.OpenURI",
            methods: [
                BusMethod(
                    "OpenURI",
                    arguments: [
                        BusArgument("parent", .string), BusArgument("uri", .string),
                        BusArgument("options", .dictionary),
                    ], results: [BusArgument("handle", .objectPath)]
                ) { call in
                    opened.add(call.arguments[1].stringValue ?? "")
                    try? call.reply([.objectPath("/request")])
                }
            ])
        let served = try await serve(
            openURI, at: "/org/freedesktop/portal/desktop", name: "org.freedesktop.portal.Desktop")
        #expect(await (try probe("open", "x-openavkit-none:2")).line("opened") == "true")
        #expect(opened.all == ["x-openavkit-none:2"])
        withExtendedLifetime(served) {}
    }

    @Test("decision 5: in a program that runs dispatchMain, D-Bus has its own thread and GLib context")
    func bus_inDispatchMain_serves() async throws {
        let probe = try probe("bus")
        let name = try #require(await probe.line("owned"))
        let answer = try await desktop.call(
            name, path: "/org/openavkit/Probe", interface: "org.openavkit.Probe", method: "Double",
            arguments: [.int32(21)])
        #expect(answer == [.int32(42)])
        #expect(await probe.exitCode() == 0)
    }
}
