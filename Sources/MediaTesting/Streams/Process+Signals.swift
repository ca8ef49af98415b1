public import Foundation

extension Process {
    /// Starts the program with an empty signal mask.
    ///
    /// `run()` passes on the signal mask of the calling thread. Threads of a pool block the termination signals, and a program started from
    /// such a thread would ignore them. Throws what `run()` throws.
    public func runHearingSignals() throws {
        var none = sigset_t()
        var former = sigset_t()
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, &former)
        defer { pthread_sigmask(SIG_SETMASK, &former, nil) }
        try run()
    }
}
