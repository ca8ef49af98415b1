import Testing

@testable import WindowSystem

struct DisplayModeTests {
    private func mode(_ number: UInt, _ rate: Double, width: Int = 1920) -> DisplayMode {
        DisplayMode(identifier: number, width: width, height: 1080, refreshRate: rate)
    }

    @Test("the mode for a frame rate has the present size and the smallest multiple of the rate; a suitable mode stays")
    func best() {
        let modes = [
            mode(1, 60), mode(2, 59.94), mode(3, 50), mode(4, 48), mode(5, 24), mode(6, 23.976),
            mode(7, 25, width: 1280),
        ]
        func best(_ rate: Double, _ current: Int = 0) -> UInt? {
            DisplayMode.best(for: rate, among: modes, current: modes[current])?.identifier
        }
        #expect(best(60) == 1 && best(30) == 1)
        #expect(best(29.97) == 2 && best(59.94) == 2)
        #expect(best(25) == 3)
        #expect(best(24) == 5 && best(24, 3) == 4)
        #expect(best(24_000.0 / 1001) == 6)
        #expect(best(11) == nil && best(0) == nil)
    }
}
