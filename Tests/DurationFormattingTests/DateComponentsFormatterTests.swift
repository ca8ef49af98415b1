import DurationFormatting
import Foundation
import Testing

struct DateComponentsFormatterTests {
    private static let minutes: NSCalendar.Unit = [.minute, .second]
    private static let hours: NSCalendar.Unit = [.hour, .minute, .second]

    private func formatter(
        _ units: NSCalendar.Unit, _ style: DateComponentsFormatter.UnitsStyle = .positional,
        _ zeros: DateComponentsFormatter.ZeroFormattingBehavior = .default, _ locale: String = "en_US"
    ) -> DateComponentsFormatter {
        let formatter = DateComponentsFormatter()
        formatter.allowedUnits = units
        formatter.unitsStyle = style
        formatter.zeroFormattingBehavior = zeros
        var calendar = Calendar(identifier: .gregorian)
        calendar.locale = Locale(identifier: locale)
        formatter.calendar = calendar
        return formatter
    }

    @Test(
        "positions: the first unit has no leading zero, and units of zero are dropped as requested",
        arguments: [
            (0, minutes, .pad, "0:00"), (5, minutes, .pad, "0:05"), (65.9, minutes, .pad, "1:05"),
            (5, minutes, .default, "5"), (65, hours, .default, "1:05"), (65, hours, .pad, "0:01:05"),
            (3_605, hours, .default, "1:00:05"), (3_605, minutes, .default, "60:05"), (-65, minutes, .pad, "-1:05"),
            (-0.5, minutes, .pad, "0:00"), (100_844, [], .default, "1d 4:00:44"),
            (3_600, [.day, .hour, .minute, .second], .pad, "0d 1:00:00"),
        ] as [(TimeInterval, NSCalendar.Unit, DateComponentsFormatter.ZeroFormattingBehavior, String)])
    func positions(
        _ seconds: TimeInterval, _ units: NSCalendar.Unit, _ zeros: DateComponentsFormatter.ZeroFormattingBehavior,
        _ expected: String
    ) {
        #expect(formatter(units, .positional, zeros).string(from: seconds) == expected)
    }

    @Test(
        "words: units of zero are dropped or shown as requested",
        arguments: [
            (0, .abbreviated, .default, "0s"), (3_605, .abbreviated, .default, "1h 5s"),
            (3_605, .full, .default, "1 hour, 5 seconds"),
            (3_605, .short, .dropLeading, "1 hr, 0 min, 5 sec"), (65, .abbreviated, .pad, "0h 1m 5s"),
            (65, .abbreviated, .dropMiddle, "0h 1m 5s"), (3_600, .abbreviated, .dropTrailing, "1h"),
            (3_600, .abbreviated, .dropLeading, "1h 0m 0s"), (0, .abbreviated, .dropAll, "0s"),
        ]
            as [(
                TimeInterval, DateComponentsFormatter.UnitsStyle, DateComponentsFormatter.ZeroFormattingBehavior, String
            )])
    func words(
        _ seconds: TimeInterval, _ style: DateComponentsFormatter.UnitsStyle,
        _ zeros: DateComponentsFormatter.ZeroFormattingBehavior, _ expected: String
    ) {
        #expect(formatter(Self.hours, style, zeros).string(from: seconds) == expected)
    }

    @Test("the text is in the language of the calendar's locale, with its digits")
    func languages() {
        #expect(formatter(Self.hours, .full, .default, "de_DE").string(from: 3_605) == "1 Stunde und 5 Sekunden")
        #expect(formatter(Self.hours, .full, .default, "ja_JP").string(from: 60) == "1分")
        #expect(formatter(Self.minutes, .positional, .pad, "ar_EG").string(from: 65) == "١:٠٥")
    }

    @Test("the number of units is limited, and a largest unit of 1 is added to the next one")
    func limits() {
        let formatter = formatter(Self.hours, .full)
        formatter.maximumUnitCount = 2
        #expect(formatter.string(from: 3_725) == "1 hour, 2 minutes")
        formatter.collapsesLargestUnit = true
        #expect(formatter.string(from: 3_725) == "62 minutes, 5 seconds")
        #expect(formatter.string(from: 63) == "63 seconds")
        #expect(formatter.string(from: 120) == "2 minutes")
    }

    @Test("components and dates are formatted as their seconds; other values give nil")
    func otherValues() {
        let formatter = formatter([.day, .hour, .minute], .abbreviated, .pad)
        #expect(formatter.string(from: DateComponents(day: 1, hour: 0, minute: 12)) == "1d 0h 12m")
        #expect(formatter.string(from: DateComponents(hour: 4, minute: 12)) == "0d 4h 12m")
        #expect(formatter.string(from: DateComponents(year: 1)) == nil)
        #expect(formatter.string(for: 90) == "0d 0h 1m")
        #expect(formatter.string(for: "90") == nil)
        #expect(formatter.string(from: .distantPast, to: .distantPast.addingTimeInterval(3_600)) == "0d 1h 0m")
        for value in [Double.nan, .infinity, -.infinity, 1e300] { #expect(formatter.string(from: value) == nil) }
        #expect(formatter.string(from: DateComponents(second: .max - 1)) == nil)
    }
}
