import ReportText
import Testing

/// The numbers that options of command lines take.
struct OptionRangeTests {
    @Test(
        "a number outside of the range is an error that names the option, the number, the range and an example",
        arguments: [
            (-5, "--for cannot be -5: it takes 0 to 86400 seconds, such as --for 120."),
            (86_400.5, "--for cannot be 86400.5: it takes 0 to 86400 seconds, such as --for 120."),
            (1e300, "--for cannot be 1e+300: it takes 0 to 86400 seconds, such as --for 120."),
            (.nan, "--for cannot be nan: it takes 0 to 86400 seconds, such as --for 120."),
            (-.infinity, "--for cannot be -inf: it takes 0 to 86400 seconds, such as --for 120."),
            (0, nil), (86_400, nil), (0.5, nil),
        ] as [(Double, String?)])
    func range(_ value: Double, _ problem: String?) {
        #expect(OptionRange("--for", 0...86_400, "seconds", example: "120").problem(value) == problem)
    }

    @Test("a range may exclude its lower bound, and counts have no unit")
    func form() {
        let open = OptionRange("--timeout", 0...10, "seconds", example: "2", excludesLowest: true)
        #expect(
            open.problem(0.0)
                == "--timeout cannot be 0: it takes more than 0, and at most 10 seconds, such as --timeout 2.")
        #expect(open.problem(0.001) == nil && open.problem(10.0) == nil && open.problem(10.1) != nil)
        let count = OptionRange("--limit", 1...OptionRange.unlimited, example: "3")
        #expect(count.problem(0) == "--limit cannot be 0: it takes 1 or more, such as --limit 3.")
        #expect(count.problem(Int.min) != nil && count.problem(1) == nil && count.problem(nil as Int?) == nil)
        #expect(count.problem(Int.max) == nil && count.problem(Double.infinity) != nil)
    }
}
