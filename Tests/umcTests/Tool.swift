import Foundation
import Testing

/// Runs the built `umc` like a user.
struct Tool {
    struct Outcome {
        var code: Int32
        var output: String
        var errors: String
    }

    static let path = URL(
        filePath: (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
            ?? CommandLine.arguments[0]
    ).deletingLastPathComponent()
        .appending(path: "umc").path

    /// - Parameters:
    ///   - input: the bytes on standard input.
    ///   - device: standard output; nil: the outcome has the output.
    static func run(
        _ arguments: [String], input: Data = Data(), environment: [String: String] = [:], in folder: URL? = nil,
        writingTo device: URL? = nil
    ) throws -> Outcome {
        let process = Process()
        process.executableURL = URL(filePath: path)
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        if let folder { process.currentDirectoryURL = folder }
        // Files are used because pipes have a limited capacity.
        let place = try Folder()
        let files = ["in", "out", "err"].map { place.url.appending(path: $0) }
        try input.write(to: files[0])
        for file in files[1...] { _ = FileManager.default.createFile(atPath: file.path, contents: nil) }
        process.standardInput = try FileHandle(forReadingFrom: files[0])
        process.standardOutput = try FileHandle(forWritingTo: device ?? files[1])
        process.standardError = try FileHandle(forWritingTo: files[2])
        try process.run()
        process.waitUntilExit()
        return Outcome(
            code: process.terminationStatus, output: try String(contentsOf: files[1], encoding: .utf8),
            errors: try String(contentsOf: files[2], encoding: .utf8))
    }
}

/// A temporary folder that is removed with the object.
final class Folder: Sendable {
    let url = FileManager.default.temporaryDirectory.appending(path: "umc-\(UUID().uuidString)")

    init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }
    deinit { try? FileManager.default.removeItem(at: url) }

    func write(_ text: String, _ name: String) throws -> String {
        let file = url.appending(path: name)
        try text.write(to: file, atomically: true, encoding: .utf8)
        return file.path
    }

    func text(_ name: String) throws -> String { try String(contentsOf: url.appending(path: name), encoding: .utf8) }
}
