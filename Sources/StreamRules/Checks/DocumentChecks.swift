import CoreMedia
import HLS

/// Checks playlists as resources: whether they can be loaded and parsed, their lines, and the responses of the server.
struct DocumentChecks {
    let facts: StreamFacts

    private static let playlistTypes: Set<String> = [
        "application/vnd.apple.mpegurl", "audio/mpegurl", "application/x-mpegurl", "audio/x-mpegurl",
    ]
    /// Playlists of at least this size are worth compressing.
    private static let smallBytes = 4_000
    /// Playlists of this size take as long as a segment of audio.
    private static let largeBytes = 50_000
    private static let slowSeconds = 3.0
    private static let slowResourceSeconds = 2.0

    func check(_ log: inout FindingLog) {
        let root = facts.playlists.first { $0.role == .single }?.playlist
        check(facts.document, root, name: nil, isRoot: true, &log)
        for playlist in facts.playlists where playlist.role != .single {
            check(playlist.document, playlist.playlist, name: playlist.name, isRoot: false, &log)
            checkType(ofReloads: playlist, &log)
            if playlist.isMultivariant {
                log.add(
                    .nested, "The playlist of \(playlist.name) lists variants instead of segments.",
                    at: .init(url: playlist.document.url, name: playlist.name))
            }
        }
        for resource in facts.resources { check(resource, &log) }
        checkOrigins(&log)
    }

    private func check(_ resource: ResourceFacts, _ log: inout FindingLog) {
        let (response, place) = (resource.response, StreamFinding.Place(url: resource.url))
        if let failure = resource.failure { return check(failure, resource, &log) }
        if let problem = resource.problem { log.add(.sideContent, problem, at: place) }
        guard response.isHTTP else { return }
        if let failure = response.earlierFailure {
            log.add(.retried, "The first request of \(Self.words(for: resource.kind)) failed: \(failure)", at: place)
        } else if resource.loadSeconds > Self.slowResourceSeconds {
            log.add(
                .slowResource,
                "\(Words.sentence(Self.words(for: resource.kind))) took "
                    + "\(Words.seconds((resource.loadSeconds * 10).rounded() / 10)) s.", at: place)
        }
        let directives = response.cacheDirectives
        switch resource.kind {
        case .steering, .sessionData:
            if let type = response.contentType, type == "text/html" || type.hasPrefix("image/") {
                log.add(
                    .resourceType, "\(Words.sentence(Self.words(for: resource.kind))) has the content type \(type).",
                    at: place)
            }
        case .interstitial:
            if let type = response.contentType, type == "text/html" || type.hasPrefix("image/") {
                log.add(
                    .resourceType, "\(Words.sentence(Self.words(for: resource.kind))) has the content type \(type).",
                    at: place)
            }
        case .key:
            if let type = response.contentType, type.hasPrefix("text/") {
                log.add(.contentType, "The key has the content type \(type).", at: place, kind: "key")
            }
            let seconds = response.cacheSeconds("s-maxage") ?? response.cacheSeconds("max-age")
            if let seconds, seconds > 0, directives.contains("public") {
                log.add(
                    .keyCache, "The key may stay in shared caches for \(Words.seconds(seconds)) s.", at: place)
            }
        case .initialization:
            if let type = response.contentType, !SegmentChecks.fragmentTypes.contains(type),
                !type.hasSuffix("octet-stream")
            {
                log.add(.contentType, "The initialization section has the content type \(type).", at: place)
            }
            if let forbids = directives.first(where: SegmentChecks.noCaching.contains) {
                log.add(
                    .mediaCache, "The initialization section has Cache-Control: \(forbids).", at: place, kind: forbids)
            }
        }
    }

    private func check(_ failure: LoadFailure, _ resource: ResourceFacts, _ log: inout FindingLog) {
        log.add(
            Self.rule(of: failure, otherwise: .sideResource),
            "\(Words.sentence(Self.words(for: resource.kind))) cannot be loaded: \(failure.message)",
            at: .init(url: resource.url))
    }

    private static func words(for kind: ResourceFacts.Kind) -> String {
        switch kind {
        case .sessionData: "the session data"
        case .steering: "the steering manifest"
        case .interstitial: "the interstitial"
        case .key: "the key"
        case .initialization: "the initialization section"
        }
    }

    private func check(
        _ document: PlaylistDocument, _ playlist: MediaPlaylist?, name: String?, isRoot: Bool,
        _ log: inout FindingLog
    ) {
        let place = StreamFinding.Place(url: document.url, name: name)
        if let failure = document.failure {
            let rule = Self.rule(of: failure, otherwise: isRoot ? .unreachable : .missingPlaylist)
            log.add(
                rule, "The playlist\(name.map { " of \($0)" } ?? "") cannot be loaded: \(failure.message)", at: place,
                level: isRoot ? .fatal : nil, kind: nil)
        }
        var rejected = false
        for fault in document.faults {
            let isReason = document.isUnusable && !rejected && fault.level == .error
            rejected = rejected || isReason
            var line = place
            line.line = fault.line > 0 ? fault.line : nil
            log.add(
                StreamFinding(
                    rule: fault.rule.rawValue,
                    level: isReason && isRoot ? .fatal : fault.level == .error ? .error : .warning,
                    message: fault.message,
                    remedy: PlaylistRemedies.remedy(of: fault.rule.rawValue, message: fault.message), place: line),
                kind: "")
        }
        for oddity in document.oddities {
            var line = place
            line.line = oddity.line
            switch oddity.kind {
            case .misspeltTag(let meant):
                log.add(
                    .misspeltTag, "\(oddity.name) is not a tag. Did you mean #\(meant)?", at: line,
                    remedy: "Write #\(meant).", kind: nil)
            case .misspeltAttribute(let tag, let meant):
                log.add(
                    .misspeltAttribute, "\(oddity.name) is not an attribute of \(tag). Did you mean \(meant)?",
                    at: line,
                    remedy: "Write \(meant).", kind: nil)
            case .durationForm(let problem):
                log.add(.durationForm, "EXTINF:\(problem)", at: line)
            case .audioAttribute:
                log.add(.foreignType, "\(oddity.name) stands in a rendition without audio.", at: line, kind: nil)
            case .dateWithBlank:
                log.add(.dateForm, "EXT-X-PROGRAM-DATE-TIME has a blank between day and time.", at: line)
            case .dateWithComma:
                log.add(
                    .dateForm, "EXT-X-PROGRAM-DATE-TIME has a comma before the fraction of the second.", at: line,
                    remedy: "Write a full stop before the fraction.", kind: "comma")
            case .uriCharacter(let character):
                log.add(.uriForm, "The URI \(oddity.name) has \(character).", at: line, kind: character)
            case .removed(let version, let isOlder):
                log.add(
                    .removedFeature, "\(oddity.name) was removed in version \(version) of the protocol.", at: line,
                    level: isOlder ? .info : nil, kind: oddity.name)
            case .dateWithoutZone: log.add(.dateZone, "EXT-X-PROGRAM-DATE-TIME has no time zone.", at: line)
            case .afterEnd:
                log.add(.endListEarly, "The playlist lists \(oddity.name) after EXT-X-ENDLIST.", at: line)
            case .foreignAttribute(let tag):
                let isRange = tag == "EXT-X-DATERANGE"
                log.add(
                    isRange ? .dateRangeAttribute : .iFrameAttribute,
                    "\(oddity.name) is not an attribute of \(tag)\(isRange ? ", and does not begin with X-" : "").",
                    at: line, kind: oddity.name)
            case .unknownTag:
                log.add(.unknownTag, "\(oddity.name) is not a tag of the specification.", at: line, kind: oddity.name)
            }
        }
        if let response = document.response, document.failure == nil {
            check(response, document, playlist, place, &log)
        }
    }

    static func rule(of failure: LoadFailure, otherwise: StreamRule) -> StreamRule {
        switch failure.kind {
        case .localFile: .localFile
        case .privateAddress: .privateAddress
        case .badURL: .badURL
        default: otherwise
        }
    }

    private func check(
        _ response: ResponseFacts, _ document: PlaylistDocument, _ playlist: MediaPlaylist?,
        _ place: StreamFinding.Place, _ log: inout FindingLog
    ) {
        guard response.isHTTP else { return }
        if let failure = response.earlierFailure {
            log.add(.retried, "The first request of the playlist failed: \(failure)", at: place)
        }
        if document.loadSeconds > Self.slowSeconds {
            log.add(
                .slowPlaylist, "The response took \(Words.seconds((document.loadSeconds * 10).rounded() / 10)) s.",
                at: place)
        }
        if let charset = response.charset, charset != "utf-8", charset != "utf8", charset != "us-ascii" {
            log.add(.charset, "The content type has charset=\(charset.prefix(40)).", at: place)
        }
        if let type = response.contentType, !Self.playlistTypes.contains(type) {
            log.add(
                .playlistType, "The content type is \(type).", at: place,
                level: type.hasSuffix("octet-stream") || type == "text/plain" ? nil : .error)
        } else if response.contentType == nil {
            log.add(.playlistType, "The response has no content type.", at: place)
        }
        if document.byteCount >= Self.smallBytes, !response.isCompressed {
            log.add(
                .compression, "The playlist of \(document.byteCount) bytes is not compressed.", at: place,
                level: document.byteCount >= Self.largeBytes ? .warning : nil)
        }
        if !facts.isLive, let (age, lifetime) = response.outlivedLifetime {
            log.add(
                .staleResponse,
                "The cache sends the playlist \(Words.seconds(age - lifetime)) s after its lifetime of "
                    + "\(Words.seconds(lifetime)) s (Age above max-age).", at: place)
        }
        if let target = response.redirectedTo {
            // The protocol permits redirects, with which servers assign edges and sessions. They take a round trip: much of the latency
            // where each part is a reload, and little elsewhere.
            let isFrequent = playlist.map { !$0.hasEnded && $0.partTargetDuration != nil } ?? false
            log.add(.redirect, "The server redirects to \(target).", at: place, level: isFrequent ? nil : .info)
        }
    }

    /// Finds reloads with another content type than the first load, which had one of playlists.
    private func checkType(ofReloads playlist: PlaylistFacts, _ log: inout FindingLog) {
        guard let first = playlist.document.response?.contentType, Self.playlistTypes.contains(first) else { return }
        let changed = playlist.reloads.lazy.compactMap { reload in
            reload.contentType.flatMap { Self.playlistTypes.contains($0) ? nil : (reload.time, $0) }
        }.first
        guard let (time, type) = changed else { return }
        log.add(
            .playlistType,
            "The content type of the playlist is \(type) after \(Words.seconds((time * 10).rounded() / 10)) s; it was \(first).",
            at: playlist.place, kind: "reload")
    }

    /// Checks the access from web pages of other origins, over all responses.
    private func checkOrigins(_ log: inout FindingLog) {
        var allowing = 0
        var other: StreamFinding.Place?
        var values: Set<String> = []
        var odd: (value: String, place: StreamFinding.Place)?
        var types: [SegmentFacts.Container: Set<String>] = [:]
        func note(_ response: ResponseFacts?, _ place: @autoclosure () -> StreamFinding.Place) {
            guard let response, response.isHTTP else { return }
            guard let value = response.allowedOrigin else { return other = other ?? place() }
            allowing += 1
            if values.count < 16, values.insert(value).inserted {
                let isOrigin = value == "*" || value == "null" || value.contains("://") && !value.contains(",")
                if !isOrigin {
                    log.add(
                        .crossOriginForm, "Access-Control-Allow-Origin is “\(value)”, which is not one origin.",
                        at: place())
                }
                if values.count == 2 { odd = (value, place()) }
            }
        }
        note(facts.document.response, .init(url: facts.document.url))
        for playlist in facts.playlists {
            let place = StreamFinding.Place(url: playlist.document.url, name: playlist.name)
            note(playlist.document.response, place)
            if playlist.document.response?.allowedOrigin != nil,
                let reload = playlist.reloads.first(where: \.lacksAllowedOrigin)
            {
                log.add(
                    .crossOriginMixed,
                    "The response of a reload after \(Words.seconds((reload.time * 10).rounded() / 10)) s has no "
                        + "Access-Control-Allow-Origin, unlike that of the first load.", at: place, kind: "reload")
            }
            for (position, segment) in playlist.segments.enumerated() {
                note(segment?.response, playlist.place(position))
                guard let segment, let container = segment.container, let type = segment.response?.contentType else {
                    continue
                }
                let isNew = types[container, default: []].insert(type).inserted
                if isNew, types[container]?.count == 2, container != .fragments, type != "text/html" {
                    log.add(
                        .typeMixed,
                        "The content type is \(type); other segments have "
                            + "\(types[container, default: []].filter { $0 != type }.joined(separator: ", ")).",
                        at: playlist.place(position))
                }
            }
        }
        for resource in facts.resources { note(resource.response, .init(url: resource.url)) }
        if let odd {
            log.add(
                .crossOriginMixed,
                "Access-Control-Allow-Origin is “\(odd.value)”, and "
                    + "\(values.filter { $0 != odd.value }.sorted().joined(separator: ", ")) in other responses.",
                at: odd.place, kind: "value")
        }
        guard let other else { return }
        if allowing > 0 {
            log.add(
                .crossOriginMixed, "This response has no Access-Control-Allow-Origin, although others have it.",
                at: other)
        } else {
            log.add(.crossOrigin, "No response has Access-Control-Allow-Origin.", at: .init(url: facts.url))
        }
    }
}

extension PlaylistFacts {
    /// The place of a segment.
    func place(_ position: Int) -> StreamFinding.Place {
        var place = StreamFinding.Place(url: document.url, name: name)
        place.segment = position
        if let list = playlist?.segments, list.indices.contains(position) {
            let segment = list[position]
            place.line = segment.line
            place.time = segment.start.seconds
        }
        return place
    }

    var place: StreamFinding.Place { StreamFinding.Place(url: document.url, name: name) }

    var isIFrames: Bool { if case .iFrames = role { true } else { false } }
    var isImages: Bool { if case .images = role { true } else { false } }
    /// Whether the playlist is a variant, or the stream's only playlist.
    var isVariant: Bool {
        switch role {
        case .variant, .single: true
        default: false
        }
    }

    /// The segments that were looked at, with their positions.
    var examined: [(position: Int, facts: SegmentFacts)] {
        segments.enumerated().compactMap { position, facts in facts.map { (position, $0) } }
    }

    /// The first segment that could be read.
    var firstReadable: SegmentFacts? { segments.lazy.compactMap { $0 }.first { !$0.spans.isEmpty } }
}
