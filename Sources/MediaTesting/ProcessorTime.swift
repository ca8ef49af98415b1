import Glibc

/// Returns the processor time that all threads of the process take while a function runs: unlike the elapsed time, it does not grow while
/// other programs keep the processors busy.
package func processorTime(of body: () throws -> Void) rethrows -> Duration {
    let start = processorTime()
    try body()
    return processorTime() - start
}

private func processorTime() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}
