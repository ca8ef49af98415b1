import AVKit
import ArgumentParser
import Foundation

/// `avplayer doctor`: prints the versions of all libraries, and missing components.
struct DoctorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Prints versions, display, audio output and missing components, for bug reports.")

    func run() throws {
        var entries = [SystemReport.Entry(name: "avplayer", value: AVPlayerCommand.configuration.version)]
        entries += MediaSystem.report().entries
        entries += MainActor.assumeIsolated {
            DisplaySystem.facts().map { SystemReport.Entry(name: $0.name, value: $0.value, remedy: $0.remedy) }
        }
        for entry in entries {
            let mark = entry.remedy == nil ? "  " : "! "
            Report.text(mark + entry.name.padding(toLength: 16, withPad: " ", startingAt: 0) + entry.value)
            if let remedy = entry.remedy { Report.text("    " + remedy) }
        }
    }
}
