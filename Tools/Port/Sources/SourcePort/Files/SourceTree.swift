import Foundation

/// The Swift files that paths of a command name.
public enum SourceTree {
    public struct Failure: Error, Equatable {
        public let path: String
        public let reason: String
    }

    /// Returns the files in `paths`, in order and without duplicates: files as they are, and all Swift files in folders and their
    /// subfolders, except those whose names begin with a period.
    public static func files(in paths: [String]) -> Result<[String], Failure> {
        var files: [String] = []
        var seen: Set<String> = []
        for path in paths {
            var isFolder: ObjCBool = false
            guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
                return .failure(Failure(path: path, reason: "no such file or folder"))
            }
            for file in isFolder.boolValue ? swiftFiles(in: path) : [path] where seen.insert(file).inserted {
                files.append(file)
            }
        }
        return .success(files)
    }

    private static func swiftFiles(in folder: String) -> [String] {
        let url = URL(fileURLWithPath: folder, isDirectory: true)
        guard
            let walk = FileManager.default.enumerator(
                at: url, includingPropertiesForKeys: nil, options: [.skipsHiddenFiles])
        else {
            return []
        }
        let root = url.standardizedFileURL.path
        let prefix = folder.hasSuffix("/") ? folder : folder + "/"
        return walk.compactMap { $0 as? URL }
            .filter { $0.pathExtension == "swift" && !$0.hasDirectoryPath }
            .map { prefix + $0.standardizedFileURL.path.dropFirst(root.count).drop { $0 == "/" } }
            .sorted()
    }
}
