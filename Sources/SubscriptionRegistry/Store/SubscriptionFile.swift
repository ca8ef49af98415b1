import CDesktop
package import Foundation

/// The format of a stored subscription: a line with the version, the length and the SHA-256 of the rest, then JSON.
package enum SubscriptionFile {
    package static let version = 1
    package static let maximumBytes = 4 << 20
    private static let mark = "openavkit-subscription"

    /// The reason why a file's content is not used.
    package enum Problem: Error, Sendable, Hashable, CustomStringConvertible {
        case empty
        case tooLarge
        case notThisFormat
        case laterVersion(Int)
        case truncated(expected: Int, found: Int)
        case checksum
        case content(String)

        package var description: String {
            switch self {
            case .empty: "it is empty"
            case .tooLarge: "it is larger than \(SubscriptionFile.maximumBytes) bytes"
            case .notThisFormat: "it does not begin with '\(SubscriptionFile.mark)', a version, a length and a checksum"
            case .laterVersion(let version): "it has the version \(version) of the format"
            case .truncated(let expected, let found):
                "it has \(found) bytes of content, and its first line says \(expected)"
            case .checksum: "its content does not have the checksum of its first line"
            case .content(let reason): "its content cannot be decoded: \(reason)"
            }
        }
    }

    package static func encode(_ content: SubscriptionContent) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .secondsSince1970
        return framed(try encoder.encode(content))
    }

    /// Adds the first line to a content.
    package static func framed(_ body: Data) -> Data {
        Data("\(mark) \(version) \(body.count) \(checksum(body))\n".utf8) + body
    }

    package static func decode(_ data: Data) throws(Problem) -> SubscriptionContent {
        guard !data.isEmpty else { throw .empty }
        guard data.count <= maximumBytes else { throw .tooLarge }
        // The first line is at most the mark, a number of 20 digits, one of 8 and the checksum.
        guard let end = data.prefix(128).firstIndex(of: UInt8(ascii: "\n")) else { throw .notThisFormat }
        let words = String(decoding: data[data.startIndex..<end], as: UTF8.self)
            .split(separator: " ", omittingEmptySubsequences: false)
        guard words.count >= 2, words[0] == mark, let found = Int(words[1]), found > 0 else { throw .notThisFormat }
        guard found <= version else { throw .laterVersion(found) }
        guard words.count == 4, let length = Int(words[2]), length >= 0 else { throw .notThisFormat }
        let body = data[(end + 1)...]
        guard body.count == length else { throw .truncated(expected: length, found: body.count) }
        guard checksum(body) == words[3] else { throw .checksum }
        let content: SubscriptionContent
        do {
            let decoder = JSONDecoder()
            decoder.dateDecodingStrategy = .secondsSince1970
            content = try decoder.decode(SubscriptionContent.self, from: Data(body))
        } catch {
            throw .content("\(error)".replacing("\n", with: " "))
        }
        do throws(SubscriptionError) { try content.validate() } catch { throw .content(error.description) }
        return content
    }

    private static func checksum(_ data: Data) -> String {
        let bytes = Array(data)
        guard let text = g_compute_checksum_for_data(G_CHECKSUM_SHA256, bytes, gsize(bytes.count)) else { return "" }
        defer { g_free(text) }
        return String(cString: text)
    }
}
