import ArgumentParser
import Foundation
import SourcePort

@main
struct OpenAVKitPort: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "openavkit-port",
        abstract: "Converts Swift sources written for Apple's platforms so that they build with OpenAVKit on Linux.",
        discussion: """
            It replaces what only Objective-C provides: attributes such as @objc, #selector, #keyPath, key-value observing by strings, \
            optional requirements of protocols, @UIApplicationMain, #if os(iOS), and imports of modules that Linux lacks. Formatting, \
            comments and the number of lines are kept. Converting twice changes nothing.
            """,
        subcommands: [Convert.self], defaultSubcommand: Convert.self)
}

extension Settings.Platform: ExpressibleByArgument {}

struct Convert: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Converts files and folders, or reports what a conversion would leave.",
        discussion: """
            Convert all files of a module in one call: the converter looks up methods, superclasses and optional requirements in the files \
            that it is given.

            Each finding has file, line, column, the reason and a suggested edit. An error is a place that is left as it was. A warning is \
            a place that is converted and does less than the original.

            EXAMPLES
              openavkit-port convert Sources                    list what is left
              openavkit-port convert Sources --diff             show changed lines
              openavkit-port convert Sources --in-place         change the files
              openavkit-port convert Sources --json             list for a script
              openavkit-port convert App --platform tvos        branches of tvOS

            EXIT CODES
              0   everything was converted
              1   some places were left as they were
              2   a file could not be read, parsed or written, and is unchanged
              64  the command is wrong
            """)

    enum Mode: String, EnumerableFlag {
        case report
        case diff
        case inPlace

        static func help(for value: Mode) -> ArgumentHelp? {
            switch value {
            case .report: "List the findings and change nothing."
            case .diff: "Print the changes in the format of 'diff -u' and change nothing."
            case .inPlace: "Change the files. Each is written beside the original and renamed."
            }
        }
    }

    @Argument(
        help: "Swift files, and folders that are searched for them. Hidden files and folders are skipped.",
        completion: .file())
    var paths: [String]

    @Flag(exclusivity: .exclusive)
    var mode: Mode = .report

    @Option(
        help: ArgumentHelp(
            "Write the converted files to this folder, each beginning with #sourceLocation. The build plugin uses this.",
            valueName: "folder"),
        completion: .directory)
    var output: String?

    @Flag(help: "Print findings as one JSON object; with --diff, to standard error.")
    var json = false

    @Option(help: "The platform whose branches of #if are compiled: ios or tvos.")
    var platform: Settings.Platform = .iOS

    func validate() throws {
        guard !paths.isEmpty else { throw ValidationError("Name a Swift file or a folder.") }
        guard output == nil || mode == .report else {
            throw ValidationError("--output and --\(mode == .diff ? "diff" : "in-place") exclude each other.")
        }
    }

    func run() throws {
        let files: [String]
        switch SourceTree.files(in: paths) {
        case .success(let found): files = found
        case .failure(let failure): throw ValidationError("\(failure.path): \(failure.reason)")
        }
        let conversion = FileConversion(files: files, settings: Settings(platform: platform))
        if let output {
            try Self.write(conversion, toFolder: output)
        }
        var failures: [Finding] = []
        switch mode {
        case .report: break
        case .diff:
            for conversion in conversion.conversions {
                Self.print(UnifiedDiff.text(of: conversion), terminator: "", to: .standardOutput)
            }
        case .inPlace:
            for conversion in conversion.conversions where conversion.isChanged {
                do throws(FileReplacement.Failure) {
                    try FileReplacement.write(conversion.converted, to: conversion.file)
                } catch {
                    failures.append(error.finding)
                }
            }
        }
        let report = Report(conversion, additional: failures)
        if output != nil {
            // The compiler reports places that are left as they were. Its messages in the build log are joined by ours.
            for finding in report.findings { Self.print(finding.asBuildWarning.description, to: .standardError) }
            return
        }
        Self.print(json ? report.json : report.text, to: mode == .diff ? .standardError : .standardOutput)
        if report.hasFailures { throw ExitCode(2) }
        if report.errorCount > 0 { throw ExitCode(1) }
    }

    /// Writes the files of a build. A file that does not parse is written unchanged, and the compiler reports its errors.
    private static func write(_ conversion: FileConversion, toFolder folder: String) throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for file in conversion.conversions {
            let original = URL(fileURLWithPath: file.file).standardizedFileURL
            let target = URL(fileURLWithPath: folder).appendingPathComponent(
                GeneratedSource.name(for: original.lastPathComponent)
            ).path
            let text = GeneratedSource.text(of: file, originalPath: original.path)
            // A file that did not change keeps its date, so that the compiler does not compile it again.
            if let present = FileManager.default.contents(atPath: target), present.elementsEqual(text.utf8) { continue }
            do throws(FileReplacement.Failure) {
                try FileReplacement.write(text, to: target)
            } catch {
                throw ValidationError(error.finding.description)
            }
        }
    }

    private static func print(_ text: String, terminator: String = "\n", to stream: FileHandle) {
        stream.write(Data((text + terminator).utf8))
    }
}

extension Finding {
    /// The finding as a warning, with which a build continues.
    fileprivate var asBuildWarning: Finding {
        var finding = self
        finding.level = .warning
        return finding
    }
}
