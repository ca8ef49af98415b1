import Foundation

/// The files that belong to an executable.
struct AppFiles {
    let name: String
    /// The folders that are searched, in this order.
    private let folders: [URL]

    init(executable: URL) {
        name = executable.lastPathComponent
        let folder = executable.deletingLastPathComponent()
        let above = folder.deletingLastPathComponent()
        folders = [
            folder, folder.appendingPathComponent("Resources"), above.appendingPathComponent("Resources"),
            above.appendingPathComponent("share").appendingPathComponent(name),
        ]
    }

    /// Returns the app's Info.plist. A file that names another executable (`CFBundleExecutable`) belongs to another app.
    func information(_ problems: inout [String]) -> PropertyListFile? {
        first(["\(name).Info.plist", "Info.plist"], &problems) { file in
            guard let executable = file.values["CFBundleExecutable"]?.string else { return true }
            return executable == name
        }
    }

    /// Returns the file of capabilities: the path in `OPENAVKIT_CAPABILITIES`, else a file beside the executable.
    func capabilities(environment: [String: String], _ problems: inout [String]) -> PropertyListFile? {
        if let path = environment["OPENAVKIT_CAPABILITIES"], path.hasPrefix("/") {
            return read(URL(fileURLWithPath: path), &problems)
        }
        return first(["\(name).capabilities.plist", "\(name).entitlements"], &problems) { _ in true }
    }

    private func first(
        _ names: [String], _ problems: inout [String], where accepts: (PropertyListFile) -> Bool
    ) -> PropertyListFile? {
        for folder in folders {
            for name in names {
                if let file = read(folder.appendingPathComponent(name), &problems), accepts(file) { return file }
            }
        }
        return nil
    }

    private func read(_ url: URL, _ problems: inout [String]) -> PropertyListFile? {
        do throws(PropertyListError) { return try PropertyListFile.read(url) } catch {
            problems.append(error.description)
            return nil
        }
    }
}
