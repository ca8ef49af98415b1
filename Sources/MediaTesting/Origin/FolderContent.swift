public import Foundation

/// The files of a folder: streams written by other programs, including while they are being written.
public struct FolderContent: OriginContent {
    public var folder: URL

    public init(_ folder: URL) { self.folder = folder }

    public func reply(to request: OriginRequest, now: Int64) -> OriginReply {
        let names = request.path.split(separator: "/").map(String.init)
        guard !names.isEmpty, !names.contains(where: { $0.hasPrefix(".") || $0.contains("\0") }) else {
            return .status(404)
        }
        let file = names.reduce(folder) { $0.appendingPathComponent($1) }
        guard let bytes = try? Data(contentsOf: file) else { return .status(404) }
        return .resource(OriginResource([UInt8](bytes), contentType: Self.contentType(of: file.pathExtension)))
    }

    private static func contentType(of pathExtension: String) -> String {
        switch pathExtension.lowercased() {
        case "m3u8", "m3u": "application/vnd.apple.mpegurl"
        case "ts": "video/mp2t"
        case "mp4", "m4s", "m4v", "m4a", "cmfv", "cmfa": "video/mp4"
        case "vtt": "text/vtt"
        case "aac": "audio/aac"
        case "json": "application/json"
        default: "application/octet-stream"
        }
    }
}
