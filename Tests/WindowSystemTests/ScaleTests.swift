import CSDL
import Foundation
import Testing

@testable import WindowSystem

/// Properties in the format of XSETTINGS.
enum SettingsProperty {
    /// Little-endian settings: a string, a color and the given integers.
    static func make(_ integers: [(String, Int32)]) -> Data {
        var data = Data([0, 0, 0, 0, 7, 0, 0, 0])
        func append(_ value: some FixedWidthInteger) {
            withUnsafeBytes(of: value.littleEndian) { data.append(contentsOf: $0) }
        }
        func begin(_ kind: UInt8, _ name: String) {
            data.append(contentsOf: [kind, 0])
            append(UInt16(name.utf8.count))
            data.append(contentsOf: name.utf8)
            data.append(contentsOf: Array(repeating: 0, count: (4 - name.utf8.count % 4) % 4))
            append(UInt32(1))
        }
        append(UInt32(integers.count + 2))
        begin(1, "Net/ThemeName")
        append(UInt32(5))
        data.append(contentsOf: Array("Plain".utf8) + [0, 0, 0])
        begin(2, "Gtk/Color")
        append(UInt64(0))
        for (name, value) in integers {
            begin(0, name)
            append(value)
        }
        return data
    }
}

struct XSettingsTests {
    @Test("settings of the desktop are read beside strings and colors")
    func read() {
        let settings = XSettings(
            property: SettingsProperty.make([("Gdk/WindowScalingFactor", 2), ("Xft/DPI", 147_456)]))
        #expect(settings.integers == ["Gdk/WindowScalingFactor": 2, "Xft/DPI": 147_456])
        #expect(settings.scaleFactor == 2)
        #expect(settings.fontResolution == 144)
    }

    @Test("settings in big-endian order are read")
    func bigEndian() {
        let bytes: [UInt8] =
            [1, 0, 0, 0, 0, 0, 0, 7, 0, 0, 0, 1] + [0, 0, 0, 7] + Array("Xft/DPI".utf8) + [0]
            + [0, 0, 0, 1, 0, 2, 0x40, 0]
        #expect(XSettings(property: Data(bytes)).integers == ["Xft/DPI": 147_456])
    }

    @Test("settings that end early or have wrong lengths give those before the damage")
    func damaged() {
        let whole = SettingsProperty.make([("Gdk/WindowScalingFactor", 2), ("Xft/DPI", 147_456)])
        for length in 0..<whole.count {
            let settings = XSettings(property: whole.prefix(length))
            #expect(settings.integers.count < 2)
        }
        for index in whole.indices {
            var other = whole
            other[index] = 0xFF
            #expect(XSettings(property: other).integers.count <= 2)
        }
    }

    @Test(
        "the scale is the desktop's factor above 1, else the resolution of text of the desktop, then of the X resources"
    )
    func order() {
        func scale(_ integers: [(String, Int32)], _ resolution: Double? = nil, _ environment: [String: String] = [:])
            -> Double
        {
            let settings = XSettings(property: SettingsProperty.make(integers))
            return ScaleRule.scale(environment: environment, settings: settings, fontResolution: resolution)
        }
        #expect(scale([("Gdk/WindowScalingFactor", 2), ("Xft/DPI", 294_912)], 96) == 2)
        #expect(scale([("Gdk/WindowScalingFactor", 1), ("Xft/DPI", 147_456)], 96) == 1.5)
        #expect(scale([("Xft/DPI", 98_304)], 192) == 1)
        #expect(scale([("Xft/DPI", -1)], 192) == 2)
        #expect(scale([("Gdk/WindowScalingFactor", 2)], 96, ["GDK_SCALE": "3"]) == 3)
    }
}

/// Windows on displays with more than one pixel per point.
@Suite(.enabled(if: TestDisplay.isAvailable), .timeLimit(.minutes(2)))
struct ScaledWindowTests {
    @Test(
        "the X resource Xft.dpi and the desktop's settings determine the scale of a window", arguments: [false, true])
    func sources(hasSettings: Bool) async throws {
        let display = try #require(await TestDisplay.start())
        _ = await ChildProgram.output(
            "xprop", ["-root", "-f", "RESOURCE_MANAGER", "8s", "-set", "RESOURCE_MANAGER", "Xft.dpi:\t192\n"],
            environment: display.environment)
        let manager = hasSettings ? try SettingsManager(display, [("Gdk/WindowScalingFactor", 3)]) : nil
        defer { withExtendedLifetime(manager) {} }
        let probe = try #require(
            Probe.start(["window"], environment: display.environment, removing: ["GDK_SCALE", "OPENAVKIT_SCALE"]))
        #expect(await probe.line("shown") == (hasSettings ? "800x600 scale 3.0" : "640x480 scale 2.0"))
    }

    @Test(
        "a new window that is larger than the display is made smaller in its ratio and lies on the display",
        arguments: [["GDK_SCALE": "2"], ["XFT": "192"]])
    func smallDisplay(setting: [String: String]) async throws {
        let display = try #require(await TestDisplay.start("-screen", "0", "640x480x24"))
        if let resolution = setting["XFT"] {
            _ = await ChildProgram.output(
                "xprop",
                ["-root", "-f", "RESOURCE_MANAGER", "8s", "-set", "RESOURCE_MANAGER", "Xft.dpi:\t\(resolution)\n"],
                environment: display.environment)
        }
        let probe = try #require(
            Probe.start(
                ["windows"], environment: display.environment.merging(setting) { $1 }, removing: ["OPENAVKIT_SCALE"]))
        // 1280 by 800 pixels.
        probe.write("open a 640 400")
        #expect(await probe.line("opened a") != nil)
        probe.write("size a")
        #expect(await probe.line("size a") == "320x200")
        probe.write("color a 65280")
        // The window is centered: its last row of pixels is row 439.
        #expect(await display.pixel(x: 1, y: 439, becoming: 0x00FF00) == 0x00FF00)
        #expect(await display.pixel(x: 638, y: 41, becoming: 0xFF0000) == 0xFF0000)
    }

    @Test("at a scale of two, layers cover twice the pixels, clicks are in points, and a screenshot has all pixels")
    func layersAndClicks() async throws {
        let display = try #require(await TestDisplay.start())
        let environment = display.environment.merging(["GDK_SCALE": "2"]) { $1 }
        let probe = try #require(Probe.start(["windows"], environment: environment))
        probe.write("open a 320 240 0 0")
        #expect(await probe.line("opened a") != nil)
        probe.write("color a 65280")
        // The video begins at 100 points.
        #expect(await display.pixel(x: 20, y: 201, becoming: 0x00FF00) == 0x00FF00)
        #expect(await display.pixel(x: 638, y: 478, becoming: 0x00FF00) == 0x00FF00)
        #expect(await display.pixel(x: 638, y: 198, becoming: 0xFF0000) == 0xFF0000)
        probe.write("scale a")
        #expect(await probe.line("scale a") == "screen 2.0 screenshot 640x480")
        await display.type("mousemove", "600", "100", "click", "1")
        #expect(await probe.line("tapped a") == "300,50")
        await display.type("mousemove", "600", "300", "click", "1")
        #expect(await probe.line("tapped a 300,150 video") != nil)
    }
}

/// A program that publishes settings on a display, as a desktop does.
final class SettingsManager {
    private struct NoDisplay: Error {}
    private let connection: OpaquePointer

    init(_ display: TestDisplay, _ integers: [(String, Int32)]) throws {
        guard let connection = XOpenDisplay(display.name) else { throw NoDisplay() }
        self.connection = connection
        let window = XCreateSimpleWindow(connection, XDefaultRootWindow(connection), 0, 0, 1, 1, 0, 0, 0)
        let property = XInternAtom(connection, "_XSETTINGS_SETTINGS", 0)
        let data = [UInt8](SettingsProperty.make(integers))
        XChangeProperty(connection, window, property, property, 8, PropModeReplace, data, Int32(data.count))
        XSetSelectionOwner(connection, XInternAtom(connection, "_XSETTINGS_S0", 0), window, 0)
        XSync(connection, 0)
    }

    deinit { XCloseDisplay(connection) }
}
