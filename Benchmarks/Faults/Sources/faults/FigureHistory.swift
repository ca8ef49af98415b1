/// The process's resources over the last minutes, measured every few seconds, because a single measurement depends on what was just loaded.
struct FigureHistory {
    private var figures: [(time: Double, figures: ProcessFigures)] = []

    mutating func add(_ new: ProcessFigures, at time: Double) { figures.append((time, new)) }

    /// Returns the medians over `range`; nil without a measurement.
    func median(_ range: ClosedRange<Double>) -> ProcessFigures? {
        let seen = figures.filter { range.contains($0.time) }.map(\.figures)
        guard !seen.isEmpty else { return nil }
        func middle(_ part: (ProcessFigures) -> Int) -> Int { seen.map(part).sorted()[seen.count / 2] }
        return ProcessFigures(
            megabytes: middle(\.megabytes), anonymousMegabytes: middle(\.anonymousMegabytes),
            megabytesInUse: middle(\.megabytesInUse), threads: middle(\.threads), descriptors: middle(\.descriptors))
    }
}
