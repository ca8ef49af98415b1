import ArgumentParser
import Foundation
import CatalogReports
import ReportText
import UniversalMediaCatalog

/// Functions shared by the commands that read feeds and write other output.
enum FeedCommand {
    static func input(_ name: String) -> FeedInput {
        if name == "-" { return .standardInput }
        let isURL = ["http://", "https://"].contains { name.lowercased().hasPrefix($0) }
        return isURL ? .url(name, NetworkOptions()) : .file(name)
    }

    /// Runs a closure that reads feeds; a feed that cannot be read is reported, with exit code 3.
    static func reading<Result>(_ body: () throws -> Result) throws -> Result {
        do { return try body() } catch let failure as FeedReader.Failure {
            Console.printError(failure.description)
            throw ExitCode(ToolExit.nothingRead)
        }
    }

    /// Returns the bytes of a table.
    static func bytes(_ name: String) throws -> [UInt8] {
        do {
            if name == "-" { return [UInt8](try FileHandle.standardInput.readToEnd() ?? Data()) }
            return [UInt8](try Data(contentsOf: URL(filePath: name)))
        } catch {
            Console.printError(
                "\(name) cannot be read: \(FileFailure.reason(error)); check the path and its permissions")
            throw ExitCode(ToolExit.nothingRead)
        }
    }

    /// Writes to a file or (nil) to standard output. The file gets its name only when it is complete.
    /// - Parameter isText: whether lines are wrapped to the terminal, if the output is one.
    static func writing(_ path: String?, isText: Bool = false, _ body: (ReportOutput) throws -> Void) throws {
        let file: ReportFile
        do { file = try ReportFile(path) } catch let error as ReportFileError {
            Console.printError(error.description)
            throw ExitCode(ToolExit.failed)
        }
        let output = ReportOutput(descriptor: file.descriptor)
        if isText { output.columns = TerminalText.columns(of: file.descriptor) }
        do {
            try body(output)
            output.flush()
            // A reader that has seen enough, such as head, is no failure.
            if path == nil || path == "-", let failure = output.failure, failure != EPIPE {
                throw ReportFileError("standard output cannot be written: \(String(cString: strerror(failure)))")
            }
        } catch {
            file.discard()
            try reportFailure(error)
        }
        do { try file.close(failure: output.failure) } catch { try reportFailure(error) }
    }

    /// Prints why a file cannot be written, and throws exit code 1; rethrows other errors.
    private static func reportFailure(_ error: any Error) throws {
        guard let error = error as? ReportFileError else { throw error }
        Console.printError(error.description)
        throw ExitCode(ToolExit.failed)
    }

    static func writeJSON(_ value: some Encodable) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let text = JSONText.escaped(String(decoding: try encoder.encode(value), as: UTF8.self))
        try writing(nil) { $0.write(text + "\n") }
    }

    /// - Throws: `ValidationError` if a count of the command line is not in the range that an option takes.
    static func check(_ count: Int?, _ option: String, to most: Double = OptionRange.unlimited, example: String) throws
    {
        guard let problem = OptionRange(option, 1...most, example: example).problem(count) else { return }
        throw ValidationError(problem)
    }

    /// - Throws: `ValidationError` if a text of the command line is no country of ISO 3166-1.
    static func checkCountry(_ text: String) throws {
        guard !Countries.isCode(text.uppercased()) else { return }
        let hint = Countries.nearest(to: text).map { "did you mean \($0)?" } ?? "'umc codes territories' lists them"
        throw ValidationError("--territory '\(text.prefix(20))' is not a country of ISO 3166-1; \(hint)")
    }

    /// - Throws: `ValidationError` if the file that an option names for output is also one that the run reads.
    static func checkOutput(_ output: String?, _ option: String, _ sources: [String]) throws {
        guard let output, output != "-", let file = FileIdentity(output) else { return }
        guard let source = sources.first(where: { $0 != "-" && FileIdentity($0) == file }) else { return }
        throw ValidationError(
            "\(option) would overwrite '\(source.prefix(200))', which this command reads: name another file.")
    }

    /// Parses the date or date-time of the option `--at`.
    static func moment(_ text: String) throws -> Date {
        guard let moment = FeedDateTime(text) ?? FeedDateTime(text + "T00:00:00Z") else {
            throw ValidationError(
                "--at '\(text.prefix(40))' is not a date: write 2026-03-02 or 2026-03-02T12:00:00-08:00.")
        }
        return moment.date
    }
}
