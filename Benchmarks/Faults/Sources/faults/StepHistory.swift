/// The faults over time.
struct StepHistory {
    private var steps: [(from: Double, to: Double, step: FaultSchedule.Step)] = []

    mutating func add(_ step: FaultSchedule.Step, at time: Double) {
        steps.append((time, time + Faults.stepSeconds * Double(step.length), step))
    }

    var last: String { steps.last?.step.name ?? "none yet" }

    /// Returns the names of the faults in a time range.
    func names(_ range: ClosedRange<Double>, where isWanted: (FaultSchedule.Step) -> Bool = { _ in true }) -> [String] {
        steps.filter { $0.from <= range.upperBound && range.lowerBound <= $0.to && isWanted($0.step) }.map(\.step.name)
    }
}
