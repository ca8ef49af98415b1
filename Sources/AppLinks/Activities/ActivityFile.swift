package import Foundation

/// The restoration activity of an app: a file that is replaced in one step, so that it is either the old or the new one.
package struct ActivityFile: Sendable {
    private let file: URL

    /// - Parameter folder: the app's folder of data.
    package init(folder: URL) { file = folder.appendingPathComponent("restoration.json") }

    /// Returns the stored activity; nil for none, and for a file that is damaged or too large.
    package func read() -> ActivityRecord? {
        guard let data = SmallFile.read(file) else { return nil }
        return try? JSONDecoder().decode(ActivityRecord.self, from: data)
    }

    /// Stores an activity; nil removes the stored one.
    package func write(_ record: ActivityRecord?) throws {
        guard let record else {
            guard unlink(file.path) != 0, errno != ENOENT else { return }
            throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: file.path])
        }
        let data = try JSONEncoder().encode(record)
        guard data.count <= ActivityRecord.maximumBytes else { throw CocoaError(.fileWriteOutOfSpace) }
        try SmallFile.write(data, to: file)
    }
}
