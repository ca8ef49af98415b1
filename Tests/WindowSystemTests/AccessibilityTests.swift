import Foundation
import Testing

@testable import WindowSystem

/// The accessibility tree as another program sees it on the bus. Skipped if no bus is available.
struct AccessibilityTests {
    static let launcher = "/usr/libexec/at-spi-bus-launcher"

    static var isAvailable: Bool {
        ChildProgram.find("dbus-run-session") != nil && ChildProgram.find("gdbus") != nil
            && FileManager.default.isExecutableFile(atPath: launcher)
    }

    /// Queries like a screen reader: from the registry to the application, its window and the window's elements.
    private static let script = """
        "$LAUNCHER" --launch-immediately >/dev/null 2>&1 & launcher=$!
        "$PROBE" accessibility > "$LOG" 2>/dev/null & probe=$!
        for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30; do
            grep -q connected "$LOG" && break; sleep 0.1; done
        address=$(gdbus call --session --dest org.a11y.Bus --object-path /org/a11y/bus \
            --method org.a11y.Bus.GetAddress | sed "s/^('//; s/',)$//")
        ask() { path=$1; shift; gdbus call --address "$address" --dest "$name" --object-path "$path" --method "$@" 2>&1; }
        root=/org/a11y/atspi/accessible/root
        name=org.a11y.atspi.Registry
        name=$(ask $root org.a11y.atspi.Accessible.GetChildren | grep -o "':1\\.[0-9]*'" | head -1 | tr -d "'")
        parts() { ask "$1" org.a11y.atspi.Accessible.GetChildren | grep -o "/org/a11y/atspi/accessible/[0-9]*"; }
        window=$(parts $root | head -1)
        tell() { echo "$1 $(ask "$2" org.freedesktop.DBus.Properties.Get org.a11y.atspi.Accessible "$3")"; }
        tell window "$window" Name
        for part in $(parts "$window"); do
            tell part "$part" Name
            echo "role $(ask "$part" org.a11y.atspi.Accessible.GetRoleName)"
            echo "extents $(ask "$part" org.a11y.atspi.Component.GetExtents 0)"
            case "$(ask "$part" org.a11y.atspi.Accessible.GetInterfaces)" in
            *Action*)
                echo "actions $(ask "$part" org.a11y.atspi.Action.GetActions)"
                echo "did $(ask "$part" org.a11y.atspi.Action.DoAction 0)"
                tell renamed "$part" Name ;;
            *Value*)
                echo "value $(ask "$part" org.freedesktop.DBus.Properties.GetAll org.a11y.atspi.Value)"
                text() { method=$1; shift; echo "text $method $(ask "$part" org.a11y.atspi.Text.$method "$@")"; }
                text GetText 0 29
                text GetText 10 99
                # The boundaries of words and lines.
                text GetTextAtOffset 12 1
                text GetTextAtOffset 12 5
                text GetCharacterAtOffset 0
                text GetRangeExtents 0 8 0
                ask "$part" org.freedesktop.DBus.Properties.Set org.a11y.atspi.Value CurrentValue '<120.0>' ;;
            esac
        done
        cat "$LOG"
        kill $probe $launcher
        echo finished
        """

    @Test(
        "decision 4: names, roles, places in pixels, actions, values and the text of sliders reach AT-SPI clients",
        .enabled(if: isAvailable),
        arguments: [("1", "(30, 330, 40, 40)"), ("2", "(60, 660, 80, 80)")])
    func accessibility_onTheBus_isSeen(scale: String, extents: String) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("a11y-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let session = try #require(ChildProgram.find("dbus-run-session"))
        let environment = [
            "LAUNCHER": Self.launcher, "PROBE": Probe.path, "LOG": folder.path + "/log", "XDG_RUNTIME_DIR": folder.path,
            "HOME": folder.path, "XDG_CACHE_HOME": folder.path, "GDK_SCALE": scale,
        ]
        _ = FileManager.default.createFile(atPath: folder.path + "/log", contents: nil)
        let run = try #require(
            ChildProgram(
                session, ["--", "timeout", "40", "sh", "-c", Self.script], environment: environment,
                removing: ["AT_SPI_BUS_ADDRESS", "DISPLAY", "NO_AT_BRIDGE"]))
        try #require(await run.line("finished", within: .seconds(40)) != nil, "\(run.lines)")
        let lines = run.lines
        func has(_ text: String) -> Bool { lines.contains { $0.contains(text) } }
        #expect(has("window (<'Film'>,)"))
        #expect(has("part (<'Play'>,)"))
        #expect(has("role ('push button',)"))
        #expect(has("extents (\(extents),)"))
        #expect(has("actions ([('Play', 'Play', '')],)"))
        #expect(has("did (true,)"))
        #expect(has("action activate on Play"))
        #expect(has("renamed (<'Pause'>,)"))
        #expect(has("role ('slider',)"))
        #expect(has("'Text': <'1 minute 20 seconds'>"))
        #expect(has("value 120.0 on Position"))
        // The text that a screen reader's review reads of a slider.
        #expect(has("text GetText ('Position, 1 minute 20 seconds',)"))
        #expect(has("text GetText ('1 minute 20 seconds',)"))
        #expect(has("text GetTextAtOffset ('minute ', 12, 19)"))
        #expect(has("text GetTextAtOffset ('Position, 1 minute 20 seconds', 0, 29)"))
        #expect(has("text GetCharacterAtOffset (80,)"))
        #expect(has("text GetRangeExtents (\(scale == "1" ? "80, 330, 500, 40" : "160, 660, 1000, 80"))"))
    }
}
