import Foundation
import FoundationNetworking
import Testing

@testable import FileLoading

@Suite("URLSession with files (issue 18)")
struct FileLoadingTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)

    @Test("a data task loads a file, in the shared session and in others")
    func data() async throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("a b.json")
        try Data("{}".utf8).write(to: file)
        for session in [URLSession.shared, URLSession(configuration: .default)] {
            let (data, response) = try await session.data(from: file)
            #expect(data == Data("{}".utf8))
            #expect(response.url == file && response.expectedContentLength == 2)
        }
    }

    @Test("a missing file and a directory fail with their codes")
    func failures() async throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        func code(_ url: URL) async -> Int? {
            do {
                _ = try await URLSession.shared.data(from: url)
                return nil
            } catch { return (error as NSError).code }
        }
        #expect(await code(folder.appendingPathComponent("none")) == URLError.Code.fileDoesNotExist.rawValue)
        do { _ = try await URLSession.shared.data(from: folder) } catch {
            let failing = (error as NSError).userInfo[NSURLErrorFailingURLErrorKey] as? URL
            #expect(failing?.path == folder.path)
        }
        #expect(await code(folder) == URLError.Code.fileIsDirectory.rawValue)
    }
}
