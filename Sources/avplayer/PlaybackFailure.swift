import AVKit
import Foundation
import ReportText

/// An error of the player with its chain of causes, for the terminal and for `--json`.
struct PlaybackFailure {
    struct Link: Equatable {
        var domain: String
        var code: Int
        var message: String
    }

    /// The error, followed by its chain of underlying errors.
    let chain: [Link]
    /// The URL that failed, if known: often a resource of the requested URL, such as a segment.
    let url: URL?

    init(_ error: (any Error)?) {
        var links: [Link] = []
        var next = error
        // The limit ends a cyclic chain.
        while let current = next, links.count < 8 {
            let bridged = current as NSError
            let message =
                (bridged.userInfo[NSLocalizedFailureReasonErrorKey] as? String) ?? bridged.localizedDescription
            links.append(Link(domain: bridged.domain, code: bridged.code, message: message))
            next = bridged.userInfo[NSUnderlyingErrorKey] as? any Error
        }
        url = (error as NSError?)?.userInfo[NSURLErrorFailingURLErrorKey] as? URL
        chain = links.isEmpty ? [Link(domain: "avplayer", code: 0, message: "it failed without an error")] : links
    }

    /// Whether a server led into a private network, where it is not allowed to.
    var isPrivateAddress: Bool {
        url?.isFileURL == false && chain.contains { $0.domain.hasSuffix("MediaError") && $0.code == Self.noPermission }
            && !chain.contains { $0.message.hasPrefix("HTTP status ") }
    }

    /// The code of `MediaError` for access that is not permitted.
    private static let noPermission = 2002

    /// Returns exit code 3 if nothing could be read (missing, unreachable, access denied, empty), else 1.
    /// - Parameter requested: the URL that was to be played. An error about another URL implies that a playlist was read.
    func exit(hasReceivedMedia: Bool, requested: URL? = nil) -> PlayerExit {
        if hasReceivedMedia { return .playbackFailed }
        if let requested, let url, url != requested { return .playbackFailed }
        return chain.contains(where: Self.isAboutReading) ? .nothingRead : .playbackFailed
    }

    private static func isAboutReading(_ link: Link) -> Bool {
        switch link.domain {
        case NSURLErrorDomain, NSPOSIXErrorDomain, NSCocoaErrorDomain: true
        // The codes of MediaError: 2000 to 2999 are file and network errors, 3002 is an empty file.
        case _ where link.domain.hasSuffix("MediaError"): 2000..<3000 ~= link.code || link.code == 3002
        default: false
        }
    }

    /// Returns one line with the error and what to do about it.
    /// - Parameter name: the URL or path that the caller already prints before the line.
    func line(about name: String) -> String {
        var message = withStatus(chain[0].message.replacingOccurrences(of: "\n", with: " "))
        if isPrivateAddress { message += " If the server may lead there, add --allow-private." }
        guard let url, !url.isFileURL, url.absoluteString != name else { return message }
        return message + " The URL is \(url.absoluteString)"
    }

    /// Adds the status of the server's response, which is among the causes.
    private func withStatus(_ message: String) -> String {
        let start = "HTTP status "
        guard let status = chain.dropFirst().lazy.map(\.message).first(where: { $0.hasPrefix(start) }),
            let number = Int(status.dropFirst(start.count).prefix { $0.isNumber }), !message.contains(start)
        else { return message }
        return (message.hasSuffix(".") ? String(message.dropLast()) : message) + " (\(start)\(number))."
    }

    var fields: [(String, JSONText)] {
        let head = chain[0]
        let causes = chain.dropFirst().map { link in
            JSONText.object([
                ("domain", .text(link.domain)), ("code", .integer(link.code)), ("message", .text(link.message)),
            ])
        }
        return [
            ("domain", .text(head.domain)), ("code", .integer(head.code)), ("message", .text(head.message)),
            ("url", url.map { .text($0.absoluteString) } ?? .null), ("cause", .list(causes)),
        ]
    }
}
