import DBus
import Foundation
import WindowSystem

/// Holds an idle inhibitor for a short time.
@MainActor
func probeInhibitor() {
    var inhibitor: IdleInhibitor? = IdleInhibitor(reason: "it's \\ a\nfilm")
    MainLoop.shared.schedule(after: .milliseconds(100)) {
        if inhibitor != nil { inhibitor = nil }
    }
    MainLoop.shared.schedule(after: .milliseconds(1000)) { MainLoop.shared.quit() }
    exit((try? MainLoop.shared.run()) ?? 1)
}

/// Prints the desktop's settings until reduced motion is set or a screen reader is used.
@MainActor
func probeSettings() {
    var watch: DesktopSettingsWatch?
    Task {
        watch = await DesktopSettingsWatch.start { settings in
            tell("usesScreenReader \(settings.usesScreenReader)")
            tell("reducesMotion \(settings.reducesMotion)")
            if settings.reducesMotion || settings.usesScreenReader { MainLoop.shared.quit() }
        }
    }
    MainLoop.shared.schedule(after: .seconds(20)) { MainLoop.shared.quit(code: 9) }
    let code = try? MainLoop.shared.run()
    withExtendedLifetime(watch) {}
    exit(code ?? 1)
}

@MainActor
func probeOpening(_ arguments: [String]) {
    Task {
        let url = arguments.first.flatMap { URL(string: $0) }
        let isOpened = if let url { await Desktop.open(url) } else { false }
        tell("opened \(isOpened)")
        MainLoop.shared.quit()
    }
    exit((try? MainLoop.shared.run()) ?? 1)
}

/// Exports one method in a process without a GLib main loop, and ends after the first call.
func probeBus() {
    Task.detached {
        do {
            let connection = try await BusConnection.session()
            let interface = BusInterface(
                "org.openavkit.Probe",
                methods: [
                    BusMethod(
                        "Double", arguments: [BusArgument("n", .int32)], results: [BusArgument("n", .int32)]
                    ) { call in
                        try? call.reply([.int32(Int32(2 * (call.arguments[0].integerValue ?? 0)))])
                        DispatchQueue.global().asyncAfter(deadline: .now() + 0.1) { exit(0) }
                    }
                ])
            let object = try await connection.export([interface], at: "/org/openavkit/Probe")
            let name = try connection.own("org.openavkit.Probe") { state in
                tell("owned \(state == .acquired ? "org.openavkit.Probe" : "nothing")")
            }
            blockThread(within: 20)
            withExtendedLifetime((object, name)) {}
        } catch {
            tell("error \(error)")
        }
        exit(9)
    }
    dispatchMain()
}
