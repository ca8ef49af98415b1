import CDispatchMain
import Foundation

/// Sets and removes environment variables at the start, only in a process without other threads.
///
/// Another thread may read the environment at any time, and would read freed memory if a variable were set meanwhile. This is the only
/// place in the package that sets or removes variables.
package enum StartEnvironment {
    /// Whether variables can be set safely: no other thread has been started.
    static var canChange: Bool { process_is_single_threaded() != 0 }

    /// Removes variables if that is safe.
    package static func remove(_ names: [String]) {
        guard canChange else { return }
        for name in names { unsetenv(name) }
    }

    /// Runs `body` with the variables set if that is safe, and without them in a process with other threads.
    static func with<Result>(_ variables: [String: String], _ body: () -> Result) -> Result {
        guard canChange else { return body() }
        let former = variables.keys.map { name in (name, getenv(name).map { String(cString: $0) }) }
        for (name, value) in variables { setenv(name, value, 1) }
        defer {
            for (name, value) in former {
                if let value { setenv(name, value, 1) } else { unsetenv(name) }
            }
        }
        return body()
    }
}
