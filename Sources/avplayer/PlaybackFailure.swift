import AVKit
import Foundation

/// An error of the player with its chain of causes, for the terminal and for `--json`.
struct PlaybackFailure {
    struct Link: Equatable {
        var domain: String
        var code: Int
        var message: String
    }

    /// The error itself, then what caused it, then what caused that.
    let chain: [Link]
    /// What could not be read or played, where somebody knows: often a part of what was asked for.
    let url: URL?

    init(_ error: (any Error)?) {
        var links: [Link] = []
        var next = error
        // A chain that bites its own tail ends here.
        while let current = next, links.count < 8 {
            let bridged = current as NSError
            let message =
                (bridged.userInfo[NSLocalizedFailureReasonErrorKey] as? String) ?? bridged.localizedDescription
            links.append(Link(domain: bridged.domain, code: bridged.code, message: message))
            next = bridged.userInfo[NSUnderlyingErrorKey] as? any Error
        }
        url = (error as NSError?)?.userInfo[NSURLErrorFailingURLErrorKey] as? URL
        chain = links.isEmpty ? [Link(domain: "avplayer", code: 0, message: "it stopped without saying why")] : links
    }

    /// 3 where nothing could be read: missing, unreachable, refused, empty. 1 where bytes came.
    /// - Parameter requested: what was to be played. An error about another URL follows from a playlist that was read.
    func exit(bytesCame: Bool, requested: URL? = nil) -> PlayerExit {
        if bytesCame { return .playbackFailed }
        if let requested, let url, url != requested { return .playbackFailed }
        return chain.contains(where: Self.isAboutReading) ? .nothingRead : .playbackFailed
    }

    private static func isAboutReading(_ link: Link) -> Bool {
        switch link.domain {
        case NSURLErrorDomain, NSPOSIXErrorDomain, NSCocoaErrorDomain: true
        // The engine's codes: the 2000s are files and networks, 3002 is an empty file.
        case _ where link.domain.hasSuffix("MediaError"): 2000..<3000 ~= link.code || link.code == 3002
        default: false
        }
    }

    /// One line: what is wrong and what to do about it.
    /// - Parameter name: what was asked for, as the line says it already.
    func line(about name: String) -> String {
        let message = chain[0].message.replacingOccurrences(of: "\n", with: " ")
        guard let url, !url.isFileURL, url.absoluteString != name else { return message }
        return message + " It is about \(url.absoluteString)"
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
