import ArgumentParser
import Foundation

/// The registrations of apps, as `avplayer subscriptions --json` prints them: one JSON object per line.
struct RegistrationsFile {
    private struct Line: Decodable {
        var application: String
        var tiers: [String]
    }

    private static let maximumBytes = 16 << 20

    /// The tiers of all registrations.
    let tiers: Set<String>

    /// - Parameter name: a path, or - for standard input.
    /// - Throws: an exit code, after the reason has been printed.
    init(_ name: String) throws {
        let bytes = try FeedCommand.bytes(name)
        guard bytes.count <= Self.maximumBytes else {
            throw Self.failure("\(name) is larger than \(Self.maximumBytes) bytes")
        }
        var tiers: Set<String> = []
        var isEmpty = true
        for (index, line) in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated()
        where !line.allSatisfy({ $0 == 0x20 || $0 == 0x0D || $0 == 0x09 }) {
            guard let registration = try? JSONDecoder().decode(Line.self, from: Data(line)) else {
                throw Self.failure(
                    "\(name):\(index + 1) is not a registration; pass the output of 'avplayer subscriptions --json'")
            }
            tiers.formUnion(registration.tiers)
            isEmpty = false
        }
        guard !isEmpty else { throw Self.failure("\(name) has no registration; start the app and sign in") }
        self.tiers = tiers
    }

    private static func failure(_ sentence: String) -> ExitCode {
        Console.printError(sentence)
        return ExitCode(ToolExit.nothingRead)
    }
}
