package import AppIdentity
package import Foundation

/// The stored subscription of an app: two equal files in the app's private folder.
///
/// Each change replaces the one and then the other file, so that the process may end at any moment, and damage to one file loses nothing.
/// Any thread may call the members, and any number of processes of the app.
package struct SubscriptionStore: Sendable {
    package static let fileName = "subscription"
    static let copyName = "subscription.copy"
    static let lockName = "subscription.lock"

    package let application: String
    private let folder: @Sendable () throws -> URL

    /// - Parameter folder: returns the app's private folder, and creates it where it is missing.
    package init(application: String, folder: @escaping @Sendable () throws -> URL) {
        self.application = application
        self.folder = folder
    }

    package init(_ identity: AppIdentity) {
        self.init(application: identity.identifier) { try identity.dataDirectory() }
    }

    /// The content of the files, and what is wrong with them.
    package struct Reading: Sendable {
        package var content: SubscriptionContent
        /// Sentences about files that are not used.
        package var problems: [String] = []
    }

    /// Reads the newest valid content; an empty one if there is none.
    /// - Throws: if the folder or a file cannot be read, or a file has a later version.
    package func read() throws(SubscriptionError) -> Reading { try read(in: try privateFolder()) }

    /// Changes the content and writes it. When the method returns, the change is on the disk.
    /// - Parameter known: the content that the caller has read or written before. It is changed where the files have only older content,
    ///   because both were damaged or removed.
    /// - Throws: as `body`, or if the content cannot be written; the stored content is then unchanged.
    package func update(
        known: SubscriptionContent? = nil, _ body: (inout SubscriptionContent) throws(SubscriptionError) -> Void
    ) throws(SubscriptionError) -> Reading {
        let folder = try privateFolder()
        let lock = try FileLock(folder.appendingPathComponent(Self.lockName))
        defer { lock.release() }
        AtomicFile.removeUnfinished(in: folder)
        var reading = try read(in: folder)
        if let known, known.generation > reading.content.generation { reading.content = known }
        try body(&reading.content)
        reading.content.application = application
        reading.content.generation += 1
        let data: Data
        do { data = try SubscriptionFile.encode(reading.content) } catch {
            throw .file(folder.path, error.localizedDescription)
        }
        // The limits of the values keep the content far below this.
        guard data.count <= SubscriptionFile.maximumBytes else {
            throw .invalid("accounts", "they have more than \(SubscriptionFile.maximumBytes) bytes")
        }
        try AtomicFile.write(data, to: folder.appendingPathComponent(Self.fileName))
        try AtomicFile.write(data, to: folder.appendingPathComponent(Self.copyName))
        return reading
    }

    /// The folder of the files, for a watch of their changes.
    package func privateFolder() throws(SubscriptionError) -> URL {
        do { return try folder() } catch let error as AppDataError { throw .folder(error) } catch {
            throw .file(application, error.localizedDescription)
        }
    }

    private func read(in folder: URL) throws(SubscriptionError) -> Reading {
        var reading = Reading(content: SubscriptionContent(application: application))
        for name in [Self.fileName, Self.copyName] {
            let file = folder.appendingPathComponent(name)
            do throws(SubscriptionFile.Problem) {
                guard let data = try AtomicFile.content(file) else { continue }
                let content = try SubscriptionFile.decode(data)
                guard content.application == application else {
                    throw .content("it belongs to the app '\(content.application.prefix(40))'")
                }
                if content.generation > reading.content.generation { reading.content = content }
            } catch {
                if case .laterVersion(let version) = error { throw .laterVersion(file.path, version) }
                reading.problems.append("The stored subscription '\(file.path)' is ignored: \(error).")
            }
        }
        return reading
    }
}

extension AtomicFile {
    /// A file that cannot be read counts as damaged: its copy is used.
    fileprivate static func content(_ file: URL) throws(SubscriptionFile.Problem) -> Data? {
        do throws(SubscriptionError) { return try read(file, limit: SubscriptionFile.maximumBytes) } catch {
            throw .content(error.description)
        }
    }
}
