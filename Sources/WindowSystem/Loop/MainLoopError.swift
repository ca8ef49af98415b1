/// The reason why the main loop cannot run.
package struct MainLoopError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A description of the error with a remedy.
    package var description: String

    static let mainThreadLost = MainLoopError(
        description:
            "The main loop runs on the process's main thread only. An async main, or dispatchMain(), has taken "
            + "that thread away: make `main` synchronous and call UIApplicationMain or MainLoop.run() from it.")
}
