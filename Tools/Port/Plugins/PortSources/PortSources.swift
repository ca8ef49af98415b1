import Foundation
import PackagePlugin

/// Converts a target's originals at build time.
///
/// The originals lie in the folder `Originals` of the target, which the target excludes. A file `.openavkit-port.json` in the target's folder
/// can name another folder and the platform: `{"originals": "Unchanged", "platform": "tvos"}`.
@main
struct PortSources: BuildToolPlugin {
    private struct Options: Decodable {
        var originals: String?
        var platform: String?
    }

    private struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        let options = try Self.options(in: target.directoryURL)
        let folder = target.directoryURL.appendingPathComponent(options.originals ?? "Originals", isDirectory: true)
        let originals = Self.swiftFiles(in: folder)
        guard !originals.isEmpty else {
            throw Failure(
                description: """
                    \(folder.path): there is no Swift file to convert. Put the originals into this folder, and exclude it from the target \
                    '\(target.name)' in Package.swift
                    """)
        }
        let output = context.pluginWorkDirectoryURL.appendingPathComponent("Converted", isDirectory: true)
        let names = Dictionary(grouping: originals, by: \.lastPathComponent)
        if let (name, files) = names.first(where: { $0.value.count > 1 }) {
            throw Failure(
                description:
                    "\(name): the target has \(files.count) originals of this name. The compiler needs one name for each file"
            )
        }
        return [
            .buildCommand(
                displayName: "Converting \(originals.count) files of \(target.name)",
                executable: try context.tool(named: "openavkit-port").url,
                arguments: ["convert", "--output", output.path, "--platform", options.platform ?? "ios"]
                    + originals.map(\.path),
                inputFiles: originals,
                outputFiles: originals.map {
                    output.appendingPathComponent(Self.generatedName(for: $0.lastPathComponent))
                })
        ]
    }

    /// The rule of `GeneratedSource.name(for:)` in SourcePort, which a plugin cannot import.
    private static func generatedName(for original: String) -> String {
        original == "main.swift" ? original : original.replacingOccurrences(of: ".swift", with: "+Converted.swift")
    }

    private static func options(in folder: URL) throws -> Options {
        let file = folder.appendingPathComponent(".openavkit-port.json")
        guard FileManager.default.fileExists(atPath: file.path) else { return Options() }
        do {
            return try JSONDecoder().decode(Options.self, from: Data(contentsOf: file))
        } catch {
            throw Failure(description: "\(file.path): the options cannot be read: \(error)")
        }
    }

    private static func swiftFiles(in folder: URL) -> [URL] {
        let walk = FileManager.default.enumerator(
            at: folder, includingPropertiesForKeys: nil, options: [.skipsHiddenFiles])
        return (walk?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "swift" }.sorted {
            $0.path < $1.path
        }
    }
}
