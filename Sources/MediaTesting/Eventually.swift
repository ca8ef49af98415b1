import Foundation

/// Waits until a condition holds, for tests in which a real thread, process, display or device takes part.
///
/// Tests whose time is a fake clock's need no such wait.
/// - Parameters:
///   - limit: the maximum wait, which only bounds a failing test. Time in which a busy executor or machine delays the checks does not count:
///     of the time from one check to the next, at most a tenth of a second does.
///   - interval: the time between two checks of the condition.
/// - Returns: whether the condition holds; false when the time limit was reached or the task was cancelled first.
public func eventually(
    within limit: Duration = .seconds(30), every interval: Duration = .milliseconds(2),
    isolation: isolated (any Actor)? = #isolation, _ condition: () throws -> Bool
) async rethrows -> Bool {
    var budget = WaitBudget(limit, interval)
    while try !condition() {
        guard budget.hasRest(), !Task.isCancelled else { return try condition() }
        try? await Task.sleep(for: interval)
    }
    return true
}

/// Lets real time pass. Only for tests in which a delay, usually a random one, is the input.
public func elapse(_ duration: Duration) async { try? await Task.sleep(for: duration) }

/// Waits like `eventually(within:every:)`, and blocks the calling thread meanwhile.
public func eventuallyBlocking(
    within limit: Duration = .seconds(30), every interval: Duration = .milliseconds(1), _ condition: () throws -> Bool
) rethrows -> Bool {
    var budget = WaitBudget(limit, interval)
    while try !condition() {
        guard budget.hasRest() else { return try condition() }
        elapseBlocking(interval)
    }
    return true
}

/// Lets real time pass like `elapse(_:)`, and blocks the calling thread meanwhile.
public func elapseBlocking(_ duration: Duration) {
    Thread.sleep(forTimeInterval: Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18)
}
