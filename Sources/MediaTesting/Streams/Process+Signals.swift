public import Foundation

extension Process {
    /// Starts the program so that it hears every signal.
    ///
    /// `run()` hands on the signals that the calling thread does not hear. A pool's threads hear none of those that end a program, and a
    /// program born that way goes on when it is told to end. Throws what `run()` throws.
    public func runHearingSignals() throws {
        var none = sigset_t()
        var former = sigset_t()
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, &former)
        defer { pthread_sigmask(SIG_SETMASK, &former, nil) }
        try run()
    }
}
