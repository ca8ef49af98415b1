import Foundation
import MediaTesting

/// Another content with modified texts or bytes: authoring errors, derived from a valid ladder.
struct EditedContent: OriginContent {
    var base: any OriginContent
    /// Called with the path and the bytes; the result is served.
    var edit: @Sendable (String, [UInt8]) -> [UInt8]

    init(_ base: any OriginContent, edit: @escaping @Sendable (String, [UInt8]) -> [UInt8]) {
        self.base = base
        self.edit = edit
    }

    /// Changes playlists only.
    init(_ base: any OriginContent, playlists edit: @escaping @Sendable (String, String) -> String) {
        self.base = base
        self.edit = { path, bytes in
            path.hasSuffix(".m3u8") ? Array(edit(path, String(decoding: bytes, as: UTF8.self)).utf8) : bytes
        }
    }

    func reply(to request: OriginRequest, now: Int64) -> OriginReply {
        guard case .resource(var resource) = base.reply(to: request, now: now) else {
            return base.reply(to: request, now: now)
        }
        resource.bytes = edit(request.path, resource.bytes)
        return .resource(resource)
    }
}
