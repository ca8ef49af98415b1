import Foundation
import WindowSystem

// A program for tests that observe a process from outside: it runs a scenario and prints its results line by line.
let began = MonotonicTime.now

/// Writes a line without buffering, because tests wait for it.
func tell(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

/// Blocks the calling thread until a condition holds, at most for a number of seconds.
func blockThread(within seconds: Double, until condition: () -> Bool = { false }) {
    let end = MonotonicTime.now + seconds
    while !condition(), MonotonicTime.now < end {
        usleep(UInt32(max(0, min(1, (end - MonotonicTime.now) * 1000)) * 1000))
    }
}

let arguments = Array(CommandLine.arguments.dropFirst())
switch arguments.first {
case "loop": probeLoop()
case "guest": probeGuest()
case "dispatch": probeDispatchMain()
case "signals": probeSignals()
case "idle": probeIdle()
case "accessibility": probeAccessibility()
case "window": probeWindow(Array(arguments.dropFirst()))
case "busy": probeBusyMain()
case "stuck": probeStuckMain()
case "races": probeRaces(arguments.dropFirst().first.flatMap { Int($0) } ?? 10)
case "windows": probeWindows()
case "inhibit": probeInhibitor()
case "settings": probeSettings()
case "open": probeOpening(Array(arguments.dropFirst()))
case "bus": probeBus()
case "environment":
    probeEnvironment(hasThreads: arguments.contains("threads"), composesText: arguments.contains("text"))
default:
    tell(
        "usage: window-probe loop|guest|dispatch|signals|idle|accessibility|window|busy|stuck|races|windows|inhibit|settings|open|bus|environment"
    )
    exit(2)
}
