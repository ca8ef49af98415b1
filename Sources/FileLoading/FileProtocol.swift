import CFileLoading
import Foundation
import FoundationNetworking

/// Loads `file:` URLs for data tasks of URLSession, as Foundation does on Apple's platforms.
final class FileProtocol: URLProtocol {
    override class func canInit(with request: URLRequest) -> Bool { request.url?.isFileURL == true }
    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

    override func startLoading() {
        guard let client, let url = request.url else { return }
        do {
            let data = try Data(contentsOf: url, options: .mappedIfSafe)
            let response = URLResponse(
                url: url, mimeType: nil, expectedContentLength: data.count, textEncodingName: nil)
            client.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
            client.urlProtocol(self, didLoad: data)
            client.urlProtocolDidFinishLoading(self)
        } catch {
            client.urlProtocol(
                self,
                didFailWithError: NSError(
                    domain: NSURLErrorDomain, code: Self.code(of: url).rawValue,
                    userInfo: [
                        NSURLErrorFailingURLErrorKey: url, NSLocalizedDescriptionKey: error.localizedDescription,
                    ]))
        }
    }

    override func stopLoading() {}

    /// The reason why a file cannot be read.
    private static func code(of url: URL) -> URLError.Code {
        var isDirectory: ObjCBool = false
        guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isDirectory) else {
            return .fileDoesNotExist
        }
        return isDirectory.boolValue ? .fileIsDirectory : .noPermissionsToReadFile
    }
}

/// Called when the program starts.
@_cdecl("openavkit_register_file_loading")
func registerFileLoading() { _ = URLProtocol.registerClass(FileProtocol.self) }
