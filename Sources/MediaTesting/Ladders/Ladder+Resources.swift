import Foundation

extension Ladder: OriginContent {
    public func reply(to request: OriginRequest, now: Int64) -> OriginReply {
        guard isAllowed(request) else { return .status(403) }
        let parts = request.path.split(separator: "/").map(String.init)
        do {
            return try reply(to: request, parts: withoutCopy(parts), isLive: false) ?? .status(404)
        } catch {
            return .status(500, headers: ["X-Error": "\(error)".filter { $0.isASCII && !$0.isNewline }])
        }
    }

    /// Returns whether the request has the token, where one is required. Advertisements need none.
    func isAllowed(_ request: OriginRequest) -> Bool {
        recipe.token == nil || request.parameter("token") == recipe.token || request.path.hasPrefix("/ads/")
    }

    /// Returns the path without the prefix of a redundant copy.
    func withoutCopy(_ parts: [String]) -> [String] {
        guard let first = parts.first, recipe.redundantCopies > 0,
            (1...recipe.redundantCopies).contains(where: { Self.prefix($0) == first + "/" })
        else { return parts }
        return Array(parts.dropFirst())
    }

    /// - Parameter isLive: whether media playlists are generated elsewhere and segment numbers are unlimited.
    func reply(to request: OriginRequest, parts: [String], isLive: Bool) throws -> OriginReply? {
        guard let name = parts.first else { return nil }
        if parts.count == 1 { return sideFile(name, request) }
        if name == "ads" { return try advertisementFile(parts, request) }
        guard parts.count == 2 else { return nil }
        switch name {
        case "keys":
            guard let index = number(parts[1], "key") else { return nil }
            return .resource(OriginResource(LadderKeys.key(index), contentType: "application/octet-stream"))
        case "tiles": return tileFile(parts[1])
        default:
            if parts[1] == "index.m3u8", !isLive {
                return try mediaPlaylist(of: name, authority: request.headers["host"]).map { .resource(.playlist($0)) }
            }
            return try mediaFile(parts[1], of: name, isLive: isLive)
        }
    }

    private func sideFile(_ name: String, _ request: OriginRequest) -> OriginReply? {
        switch name {
        case "main.m3u8": return .resource(.playlist(multivariantPlaylist()))
        case "chapters.json" where !recipe.chapters.isEmpty: return .resource(.json(chapterList))
        case "steering.json" where recipe.hasSteering:
            let priority = (0...recipe.redundantCopies).map { "\"\(Self.pathway($0))\"" }.joined(separator: ",")
            return .resource(
                .json(
                    "{\"VERSION\":1,\"TTL\":10,\"RELOAD-URI\":\"steering.json\(recipe.token.map { "?token=\($0)" } ?? "")\",\"PATHWAY-PRIORITY\":[\(priority)]}"
                ))
        default: return nil
        }
    }

    /// The JSON of chapters of equal lengths, with a title in one language.
    private var chapterList: String {
        let length = Double(recipe.seconds * recipe.programs) / Double(recipe.chapters.count)
        let entries = recipe.chapters.enumerated().map { index, title in
            let escaped = title.replacingOccurrences(of: "\\", with: "\\\\").replacingOccurrences(
                of: "\"", with: "\\\"")
            return "{\"start-time\":\(PlaylistNumber.text(Double(index) * length)),\"chapter\":\(index + 1),"
                + "\"titles\":[{\"language\":\"en\",\"title\":\"\(escaped)\"}]}"
        }
        return "[\(entries.joined(separator: ","))]"
    }

    private func advertisementFile(_ parts: [String], _ request: OriginRequest) throws -> OriginReply? {
        guard let advertisement else { return nil }
        if parts.count == 2, parts[1].hasSuffix(".json") {
            let root = request.headers["host"].map { "http://\($0)/" } ?? "/"
            return assetList(String(parts[1].dropLast(5)), root: root).map { .resource(.json($0)) }
        }
        return try advertisement.reply(to: request, parts: Array(parts.dropFirst()), isLive: false)
    }

    private func tileFile(_ name: String) -> OriginReply? {
        if name == "index.m3u8" { return tilePlaylist().map { .resource(.playlist($0)) } }
        guard let tiles, let index = number(name, "jpg"), tiles.samples.indices.contains(index) else { return nil }
        return .resource(OriginResource(Array(tiles.bytes(of: tiles.samples[index])), contentType: "image/jpeg"))
    }

    private func mediaFile(_ file: String, of name: String, isLive: Bool) throws -> OriginReply? {
        if file == "iframes.m3u8", !isLive { return try iFramePlaylist(of: name).map { .resource(.playlist($0)) } }
        guard let rendition = rendition(name) else { return cueFile(file, of: name, isLive: isLive) }
        let type = rendition.contentType
        if file.hasPrefix("init-"), let program = number(String(file.dropFirst(5)), "mp4"), program < recipe.programs {
            return try rendition.sealedInitialization(program: program).map {
                .resource(OriginResource($0, contentType: type))
            }
        }
        if file == "media." + rendition.fileExtension, !isLive {
            return .resource(OriginResource(try whole(rendition), contentType: type))
        }
        guard file.hasSuffix("." + rendition.fileExtension) else { return nil }
        let numbers = file.dropLast(rendition.fileExtension.count + 1).split(separator: ".").map { Int($0) }
        guard let number = numbers.first.flatMap({ $0 }), (0...Self.maximumNumber).contains(number),
            isLive || number < recipe.segmentCount,
            !recipe.gaps.contains(number)
        else { return nil }
        if numbers.count == 1 {
            return .resource(OriginResource(try rendition.sealedSegment(number), contentType: type))
        }
        guard numbers.count == 2, let part = numbers[1], rendition.form == .fragmented,
            (0..<recipe.partsPerSegment).contains(part)
        else { return nil }
        return .resource(OriginResource(try rendition.sealedPart(part, of: number), contentType: type))
    }

    private func whole(_ rendition: Rendition) throws -> [UInt8] {
        try (0..<recipe.segmentCount).reduce(into: []) { bytes, number in
            let place = rendition.place(of: number)
            if place.index == 0 { bytes += try rendition.sealedInitialization(program: place.program) ?? [] }
            bytes += try rendition.sealedSegment(number)
        }
    }

    private func cueFile(_ file: String, of name: String, isLive: Bool) -> OriginReply? {
        guard name.first == "s", let index = Int(name.dropFirst()), recipe.subtitles.indices.contains(index),
            let number = number(file, "vtt"), isLive || number < recipe.segmentCount
        else { return nil }
        let cues = CueSegment(recipe: recipe, subtitles: recipe.subtitles[index])
        return .resource(OriginResource(text: cues.text(recipe.place(of: number)), contentType: "text/vtt"))
    }

    /// Returns the number before an extension.
    func number(_ file: String, _ fileExtension: String) -> Int? {
        guard file.hasSuffix("." + fileExtension) else { return nil }
        return Int(file.dropLast(fileExtension.count + 1)).flatMap { (0...Self.maximumNumber).contains($0) ? $0 : nil }
    }
}

extension Rendition {
    var fileExtension: String {
        switch form {
        case .fragmented: "m4s"
        case .transportStream: "ts"
        case .packed: "aac"
        }
    }

    var contentType: String {
        switch form {
        case .fragmented: hasVideo ? "video/mp4" : "audio/mp4"
        case .transportStream: "video/mp2t"
        case .packed: "audio/aac"
        }
    }
}
