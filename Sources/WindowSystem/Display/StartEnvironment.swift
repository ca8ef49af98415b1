import CDispatchMain
import Foundation

/// Environment variables that hold while the display is opened, and only in a process without other threads.
///
/// Another thread may read the environment at any time, and reads freed memory when a variable is set meanwhile. This is the one
/// place in the package that sets variables.
enum StartEnvironment {
    /// Whether variables can be set: no thread has been started yet.
    static var canChange: Bool { process_is_single_threaded() != 0 }

    /// Runs `body` with the variables, where that is safe; without them in a process that has threads.
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
