import Foundation
import MediaTesting
import Testing

/// A stream with one fault, and the rules of which at least one must report it.
struct PlantedFault: Sendable, CustomTestStringConvertible {
    enum Base: Sendable, Hashable {
        /// Fragments, separate audio, subtitles, I-frames.
        case fragments
        /// Transport streams with muxed audio.
        case transport
        /// Fragments encrypted with AES-128, with vectors.
        case encrypted
        /// The same as transport streams.
        case encryptedTransport
        case sampleAES
        /// The same as transport streams.
        case sampleAESTransport
        /// One resource for each rendition.
        case ranges
        /// Two programmes joined by a discontinuity.
        case programs
        /// Packed audio.
        case packed
        case bitrateTags
        case captions
        /// HEVC in transport streams.
        case transportHEVC
    }

    let name: String
    var base = Base.fragments
    let rules: Set<String>
    let edits: [StreamEdit]
    var decodes = false
    /// Faults of the connection.
    var faults: [OriginFault] = []

    init(
        _ name: String, _ rules: Set<String>, _ edits: [StreamEdit], decodes: Bool = false, faults: [OriginFault] = []
    ) {
        self.name = name
        self.rules = rules
        self.edits = edits
        self.decodes = decodes
        self.faults = faults
    }

    /// Returns a fault of another stream.
    static func on(
        _ base: Base, _ name: String, _ rules: Set<String>, _ edits: [StreamEdit], decodes: Bool = false,
        faults: [OriginFault] = []
    ) -> PlantedFault {
        var fault = PlantedFault(name, rules, edits, decodes: decodes, faults: faults)
        fault.base = base
        return fault
    }

    var testDescription: String { name }
}

extension PlantedFault.Base {
    var recipe: LadderRecipe {
        switch self {
        case .fragments: .inspected
        case .transport:
            .inspected.with {
                $0.container = .transportStream
                $0.audioForm = .muxed
            }
        case .encrypted: .inspected.with { $0.encryption = .aes128(segmentsPerKey: 2, hasExplicitVectors: true) }
        case .encryptedTransport:
            .inspected.with {
                $0.container = .transportStream
                $0.audioForm = .muxed
                $0.encryption = .aes128(segmentsPerKey: 2, hasExplicitVectors: true)
            }
        case .sampleAES: .inspected.with { $0.encryption = .sampleAES }
        case .sampleAESTransport:
            .inspected.with {
                $0.container = .transportStream
                $0.audioForm = .muxed
                $0.encryption = .sampleAES
            }
        case .ranges: .inspected.with { $0.addressing = .byteRanges }
        case .programs: .inspected.with { $0.programs = 2 }
        case .packed: .inspected.with { $0.audioForm = .packed }
        case .bitrateTags: .inspected.with { $0.hasBitrateTags = true }
        case .transportHEVC:
            .inspected.with {
                $0.encode(as: .hevc)
                $0.container = .transportStream
                $0.audioForm = .muxed
            }
        case .captions:
            .inspected.with {
                $0.closedCaptions = [.init("CC1", language: "en", name: "English CC")]
                $0.captionDeclaration = .group
            }
        }
    }
}

extension PlantedFault {
    static let all: [PlantedFault] =
        multivariant + lines + playlists + segments + boxes + responses + encryption + others + presentation + services
        + details + headers
        + copies
        + texts
        + consistency
        + delivery
        + statements
        + tables
        + decoding
        + foreign
        + elements

    // MARK: - The multivariant playlist

    private static let main = "/main.m3u8"
    private static let media = "/v1/index.m3u8"

    static let multivariant: [PlantedFault] = [
        .init("BANDWIDTH too low", ["rate.peak"], [.variant(1, "BANDWIDTH", "60000")]),
        .init("BANDWIDTH 30 % too low", ["rate.peak"], [scaled("BANDWIDTH", 0.7), scaled("AVERAGE-BANDWIDTH", 0.5)]),
        .init("BANDWIDTH ten times too high", ["rate.peak-high"], [scaled("BANDWIDTH", 10)]),
        .init("AVERAGE-BANDWIDTH too low", ["rate.average"], [.variant(1, "AVERAGE-BANDWIDTH", "50000")]),
        .init(
            "AVERAGE-BANDWIDTH above BANDWIDTH", ["variant.average-above-peak"],
            [.variant(1, "AVERAGE-BANDWIDTH", "9000000")]),
        .init(
            "AVERAGE-BANDWIDTH five times too high", ["rate.average-high"],
            [scaled("AVERAGE-BANDWIDTH", 5), scaled("BANDWIDTH", 5)]),
        .init("CODECS missing in one variant", ["variant.codecs-missing"], [.variant(0, "CODECS", nil)]),
        .init("CODECS missing", ["variant.codecs-missing"], [.variant(nil, "CODECS", nil)]),
        .init("CODECS without audio", ["variant.codecs-audio"], [codecs { $0.filter { $0.hasPrefix("avc1") } }]),
        .init("CODECS without video", ["codec.undeclared"], [codecs { $0.filter { !$0.hasPrefix("avc1") } }]),
        .init("CODECS with another profile", ["codec.mismatch"], [codecs { _ in ["avc1.42e01e", "mp4a.40.2"] }]),
        .init(
            "CODECS with a higher level", ["codec.level-high"],
            [codecs { $0.map { $0.hasPrefix("avc1") ? $0.prefix(9) + "33" : $0 } }]),
        .init(
            "CODECS with a lower level", ["codec.mismatch"],
            [codecs { $0.map { $0.hasPrefix("avc1") ? $0.prefix(9) + "09" : $0 } }]),
        .init("CODECS of HEVC for H.264", ["codec.undeclared"], [codecs { _ in ["hvc1.1.6.L93.B0", "mp4a.40.2"] }]),
        .init("CODECS with AC-3 that is not there", ["codec.absent"], [codecs { $0 + ["ac-3"] }]),
        .init("CODECS with a made-up name", ["variant.codecs-unknown"], [codecs { _ in ["h264", "aac"] }]),
        .init("CODECS in the old form", ["variant.codecs-form"], [codecs { _ in ["avc1.66.30", "mp4a.40.2"] }]),
        .init(
            "CODECS with HE-AAC for AAC", ["codec.mismatch"],
            [codecs { $0.map { $0 == "mp4a.40.2" ? "mp4a.40.5" : $0 } }]),
        .init(
            "CODECS with MP3 for AAC", ["codec.undeclared"],
            [codecs { $0.map { $0 == "mp4a.40.2" ? "mp4a.40.34" : $0 } }]),
        .init("CODECS without quotation marks", ["hls.attribute.quotes"], [.variant(1, "CODECS", "avc1.64000d")]),
        .init("RESOLUTION missing in one variant", ["variant.resolution-missing"], [.variant(1, "RESOLUTION", nil)]),
        .init("RESOLUTION missing", ["variant.resolution-missing"], [.variant(nil, "RESOLUTION", nil)]),
        .init("RESOLUTION wrong", ["video.size"], [.variant(1, "RESOLUTION", "1920x1080")]),
        .init("RESOLUTION with exchanged sides", ["video.size"], [.variant(1, "RESOLUTION", "216x384")]),
        .init("RESOLUTION malformed", ["hls.attribute.value"], [.variant(1, "RESOLUTION", "384*216")]),
        .init("FRAME-RATE missing in one variant", ["variant.attributes-uneven"], [.variant(1, "FRAME-RATE", nil)]),
        .init("FRAME-RATE doubled", ["video.frame-rate"], [.variant(1, "FRAME-RATE", "48.000")]),
        .init("FRAME-RATE 25 for 24", ["video.frame-rate"], [.variant(nil, "FRAME-RATE", "25.000")]),
        .init("FRAME-RATE 120", ["variant.frame-rate-high"], [.variant(1, "FRAME-RATE", "120.000")]),
        .init("VIDEO-RANGE PQ for SDR", ["video.range"], [.variant(1, "VIDEO-RANGE", "PQ")]),
        .init("VIDEO-RANGE HLG for SDR", ["video.range"], [.variant(nil, "VIDEO-RANGE", "HLG")]),
        .init("VIDEO-RANGE unknown", ["hls.stream-inf.video-range"], [.variant(1, "VIDEO-RANGE", "HDR10")]),
        .init(
            "variant listed twice", ["variant.duplicate"],
            [
                .text(main) { text in
                    guard let start = text.range(of: "#EXT-X-STREAM-INF") else { return text }
                    let entry = text[start.lowerBound...].split(separator: "\n").prefix(2).joined(separator: "\n")
                    return text + entry + "\n"
                }
            ]),
        .init(
            "BANDWIDTH misspelt", ["playlist.misspelt-attribute"],
            [.replace(main, "AVERAGE-BANDWIDTH=", "AVERAGE-BANDWITH=")]),
        .init("RESOLUTION misspelt", ["playlist.misspelt-attribute"], [.replace(main, "RESOLUTION=", "RESOLUTON=")]),
        .init("BANDWIDTH missing", ["hls.stream-inf.bandwidth"], [.variant(1, "BANDWIDTH", nil)]),
        .init("AUDIO group undefined", ["hls.stream-inf.group"], [.variant(1, "AUDIO", "\"other\"")]),
        .init("SUBTITLES group undefined", ["hls.stream-inf.group"], [.variant(1, "SUBTITLES", "\"other\"")]),
        .init(
            "CLOSED-CAPTIONS group undefined", ["hls.stream-inf.group", "hls.stream-inf.closed-captions"],
            [.variant(1, "CLOSED-CAPTIONS", "\"other\"")]),
        .init("AUDIO missing in one variant", ["variant.groups-uneven"], [.variant(1, "AUDIO", nil)]),
        .init("SUBTITLES missing in one variant", ["variant.attributes-uneven"], [.variant(1, "SUBTITLES", nil)]),
        .init(
            "SCORE on one variant only", ["variant.attributes-uneven", "hls.stream-inf.score"],
            [.variant(1, "SCORE", "1.0")]),
        .init(
            "BANDWIDTH of two variants exchanged", ["ladder.size-order", "rate.peak"],
            [
                .lines(main) { lines in
                    let places = lines.indices.filter { lines[$0].hasPrefix("#EXT-X-STREAM-INF") }
                    let rates = places.map { lines[$0].components(separatedBy: "BANDWIDTH=")[1].prefix { $0.isNumber } }
                    for (index, place) in places.enumerated() {
                        lines[place] = lines[place].replacingOccurrences(
                            of: ":BANDWIDTH=\(rates[index])", with: ":BANDWIDTH=\(rates[1 - index])")
                    }
                }
            ]),
        .init("LANGUAGE with an underscore", ["rendition.language-form"], [.rendition(0, "LANGUAGE", "\"en_US\"")]),
        .init("LANGUAGE as a name", ["rendition.language-form"], [.rendition(0, "LANGUAGE", "\"english\"")]),
        .init("LANGUAGE missing in one rendition", ["rendition.language-uneven"], [.rendition(1, "LANGUAGE", nil)]),
        .init("audio group that no variant uses", ["rendition.group-unused"], [.variant(nil, "AUDIO", nil)]),
        .init("NAME twice in a group", ["hls.media.name-repeated"], [.rendition(1, "NAME", "\"English\"")]),
        .init("NAME missing", ["hls.media.name"], [.rendition(1, "NAME", nil)]),
        .init("two renditions with DEFAULT=YES", ["hls.media.default-repeated"], [.rendition(1, "DEFAULT", "YES")]),
        .init("DEFAULT=YES with AUTOSELECT=NO", ["hls.media.autoselect"], [.rendition(0, "AUTOSELECT", "NO")]),
        .init("CHANNELS 6 for stereo", ["audio.channels"], [.rendition(0, "CHANNELS", "\"6\"")]),
        .init("two languages with one URI", ["rendition.same-uri"], [.replace(main, "a1/index.m3u8", "a0/index.m3u8")]),
        .init("two renditions of one language", ["rendition.same-choice"], [.rendition(1, "LANGUAGE", "\"en\"")]),
        .init("TYPE unknown", ["hls.media.type"], [.rendition(0, "TYPE", "AUDI0")]),
        .init("GROUP-ID missing", ["hls.media.group"], [.rendition(0, "GROUP-ID", nil)]),
        .init("subtitles without URI", ["hls.media.uri"], [.rendition(2, "URI", nil)]),
        .init("FORCED on audio", ["hls.media.forced"], [.rendition(0, "FORCED", "YES")]),
        .init("variant that is not there", ["playlist.missing"], [.replace(main, "v1/index.m3u8", "v9/index.m3u8")]),
        .init("audio that is not there", ["playlist.missing"], [.replace(main, "a1/index.m3u8", "a9/index.m3u8")]),
        .init(
            "I-frames that are not there", ["playlist.missing"], [.replace(main, "v1/iframes.m3u8", "v9/iframes.m3u8")]),
        .init(
            "variant that leads to the multivariant playlist", ["playlist.nested"],
            [.replace(main, "v1/index.m3u8", "main.m3u8")]),
        .init(
            "variant that leads to a local file", ["reference.local-file"],
            [.uri(main, after: "#EXT-X-STREAM-INF", 1, "file:///etc/passwd")]),
        .init(
            "variant on the link of the machine", ["reference.private-address"],
            [.uri(main, after: "#EXT-X-STREAM-INF", 1, "http://169.254.169.254/v.m3u8")]),
        .init(
            "variant in a private network", ["reference.private-address"],
            [.uri(main, after: "#EXT-X-STREAM-INF", 1, "http://10.1.2.3/v.m3u8")]),
        .init(
            "variant with an unknown scheme", ["reference.url"],
            [.uri(main, after: "#EXT-X-STREAM-INF", 1, "ftp://example.com/v.m3u8")]),
        .init("variant without URI", ["hls.stream-inf.uri"], [.remove(main, linesWith: "v1/")]),
        .init(
            "I-frame BANDWIDTH too low", ["rate.peak"],
            [.attribute("#EXT-X-I-FRAME-STREAM-INF", 1, "BANDWIDTH", "1000")]),
        .init(
            "I-frame RESOLUTION wrong", ["video.size"],
            [.attribute("#EXT-X-I-FRAME-STREAM-INF", 1, "RESOLUTION", "1280x720")]),
        .init(
            "I-frame without URI", ["hls.i-frame-stream-inf.uri"],
            [.attribute("#EXT-X-I-FRAME-STREAM-INF", 1, "URI", nil)]),
    ]

    /// Multiplies an attribute of all variants.
    private static func scaled(_ name: String, _ factor: Double) -> StreamEdit {
        .lines(main) { lines in
            for index in lines.indices where lines[index].hasPrefix("#EXT-X-STREAM-INF") {
                for separator in [":", ","] {
                    let parts = lines[index].components(separatedBy: "\(separator)\(name)=")
                    guard parts.count == 2 else { continue }
                    let digits = parts[1].prefix { $0.isNumber }
                    let value = Int((Double(digits) ?? 0) * factor)
                    lines[index] = "\(parts[0])\(separator)\(name)=\(value)\(parts[1].dropFirst(digits.count))"
                }
            }
        }
    }

    private static func codecs(_ change: @escaping @Sendable ([String]) -> [String]) -> StreamEdit {
        .lines(main) { lines in
            guard let index = lines.indices.filter({ lines[$0].hasPrefix("#EXT-X-STREAM-INF") }).last,
                let start = lines[index].range(of: "CODECS=\"")
            else { return }
            let rest = lines[index][start.upperBound...]
            let old = rest.prefix { $0 != "\"" }
            let new = change(old.split(separator: ",").map(String.init)).joined(separator: ",")
            lines[index] = lines[index][..<start.upperBound] + new + rest.dropFirst(old.count)
        }
    }

    // MARK: - Lines

    static let lines: [PlantedFault] = [
        .init(
            "EXT-X-INDEPENDENT-SEGMENTS misspelt", ["playlist.misspelt-tag"],
            [.replace(main, "INDEPENDENT-SEGMENTS", "INDEPENDANT-SEGMENTS")]),
        .init(
            "EXT-X-STREAM-INF misspelt", ["playlist.misspelt-tag"],
            [.replace(main, "#EXT-X-STREAM-INF", "#EXT-X-STREAMINF")]),
        .init("EXT-X-MEDIA misspelt", ["playlist.misspelt-tag"], [.replace(main, "#EXT-X-MEDIA:", "#EXT-X-MEDAI:")]),
        .init("#EXTM3U missing", ["hls.header.missing"], [.replace(main, "#EXTM3U\n", "")]),
        .init("#EXTM3U missing in a variant", ["hls.header.missing"], [.replace(media, "#EXTM3U\n", "")]),
        .init("EXT-X-VERSION twice", ["hls.version.repeated"], [.append(main, "#EXT-X-VERSION:7")]),
        .init("EXT-X-VERSION too low", ["hls.version.low"], [.replace(media, "#EXT-X-VERSION:7", "#EXT-X-VERSION:3")]),
        .init("multivariant playlist empty", ["hls.header.missing"], [.text(main) { _ in "" }]),
        .init(
            "multivariant playlist is a web page", ["hls.header.missing"],
            [.text(main) { _ in "<!DOCTYPE html><html></html>" }]),
        .init(
            "EXT-X-ENDLIST misspelt", ["playlist.misspelt-tag"], [.replace(media, "#EXT-X-ENDLIST", "#EXT-X-ENDLST")]),
        .init("EXTINF misspelt", ["playlist.misspelt-tag"], [.replace(media, "#EXTINF:", "#EXTIFN:")]),
        .init("EXT-X-MAP misspelt", ["playlist.misspelt-tag"], [.replace(media, "#EXT-X-MAP:", "#EXT-X-MPA:")]),
        .init(
            "EXT-X-TARGETDURATION misspelt", ["playlist.misspelt-tag"],
            [.replace(media, "TARGETDURATION", "TARGETDURATON")]),
        .init("tag in lower case", ["playlist.misspelt-tag"], [.replace(media, "#EXT-X-ENDLIST", "#ext-x-endlist")]),
        .init("tag with underscores", ["playlist.misspelt-tag"], [.replace(media, "#EXT-X-ENDLIST", "#EXT_X_ENDLIST")]),
        .init(
            "tag without number sign", ["playlist.misspelt-tag"], [.replace(media, "#EXT-X-ENDLIST", "EXT-X-ENDLIST")]),
        .init(
            "media and multivariant tags in one playlist", ["hls.kind.mixed"],
            [.append(media, "#EXT-X-STREAM-INF:BANDWIDTH=1000\nv.m3u8")]),
        .init(
            "variable that is not defined", ["hls.define.undefined"],
            [.replace(main, "v1/index.m3u8", "{$nothing}/index.m3u8")]),
    ]

    // MARK: - Media playlists

    static let playlists: [PlantedFault] = [
        .init("EXT-X-ENDLIST missing", ["media.endlist-missing"], [.remove(media, linesWith: "#EXT-X-ENDLIST")]),
        .init(
            "EXT-X-ENDLIST and type missing in one variant", ["media.kinds-mixed"],
            [.remove(media, linesWith: "#EXT-X-ENDLIST"), .remove(media, linesWith: "#EXT-X-PLAYLIST-TYPE")]),
        .init(
            "target duration too small", ["hls.targetduration.exceeded"],
            [.replace(media, "TARGETDURATION:4", "TARGETDURATION:2")]),
        .init(
            "target duration missing", ["hls.targetduration.missing"],
            [.remove(media, linesWith: "#EXT-X-TARGETDURATION")]),
        .init(
            "target duration ten times too large", ["media.target-large"],
            [.replace(media, "TARGETDURATION:4", "TARGETDURATION:40")]),
        .init(
            "target duration differs between variants", ["align.target"],
            [.replace(media, "TARGETDURATION:4", "TARGETDURATION:5")]),
        .init(
            "EXTINF a second too long", ["time.duration"],
            [.duration(media, 1, "4.9"), .replace(media, "TARGETDURATION:4", "TARGETDURATION:5")]),
        .init("EXTINF 0.15 s too short", ["time.duration"], [.duration(media, 1, "3.85")]),
        .init(
            "EXTINF of all segments too short", ["time.total", "time.duration"],
            [.replace(media, "#EXTINF:4", "#EXTINF:3.8")]),
        .init("EXTINF 0", ["media.duration-zero"], [.duration(media, 1, "0")]),
        .init("EXTINF negative", ["hls.extinf.value"], [.duration(media, 1, "-4")]),
        .init("EXTINF not a number", ["hls.extinf.value"], [.duration(media, 1, "four")]),
        .init(
            "EXTINF missing", ["hls.extinf.missing"],
            [
                .lines(media) { lines in
                    if let index = lines.lastIndex(where: { $0.hasPrefix("#EXTINF") }) { lines.remove(at: index) }
                }
            ]),
        .init("segment left out", ["time.jump"], [.drop(media, segment: 1)]),
        .init("last segment left out", ["align.duration"], [.drop(media, segment: 3)]),
        .init("last audio segment left out", ["align.duration"], [.drop("/a1/index.m3u8", segment: 3)]),
        .init(
            "half of the subtitles left out", ["align.duration"],
            [.drop("/s0/index.m3u8", segment: 3), .drop("/s0/index.m3u8", segment: 2)]),
        .init(
            "half of the I-frames left out", ["i-frame.duration"],
            (0..<4).map { _ in .drop("/v1/iframes.m3u8", segment: 0) }),
        .init("segment listed twice", ["media.duplicate-segment"], [.replace(media, "\n2.m4s", "\n1.m4s")]),
        .init(
            "segments in the wrong order", ["time.jump"],
            [
                .replace(media, "\n1.m4s", "\nx.m4s"), .replace(media, "\n2.m4s", "\n1.m4s"),
                .replace(media, "\nx.m4s", "\n2.m4s"),
            ]),
        .init("EXT-X-MAP missing", ["media.map-missing"], [.remove(media, linesWith: "#EXT-X-MAP")]),
        .init("EXT-X-MAP without URI", ["hls.map.uri"], [.replace(media, "#EXT-X-MAP:URI", "#EXT-X-MAP:URL")]),
        .init("EXT-X-MAP that is not there", ["segment.initialization"], [.replace(media, "init-0.mp4", "init-9.mp4")]),
        .init(
            "EXT-X-MAP of another variant", ["video.size", "codec.mismatch"],
            [.replace(media, "init-0.mp4", "../v0/init-0.mp4")]),
        .init(
            "EXT-X-MAP of the audio",
            ["segment.damaged", "codec.undeclared", "codec.absent", "segment.unreadable", "segment.no-samples"],
            [.replace(media, "init-0.mp4", "../a0/init-0.mp4")]),
        .init(
            "date that runs back", ["media.date-backwards"],
            [.insert(media, "#EXT-X-PROGRAM-DATE-TIME:2020-01-01T00:00:00Z", before: 2)]),
        .init(
            "date that jumps", ["media.date-drift"],
            [.insert(media, "#EXT-X-PROGRAM-DATE-TIME:2026-01-01T01:00:00Z", before: 2)]),
        .init(
            "date malformed", ["hls.program-date-time.value"],
            [.insert(media, "#EXT-X-PROGRAM-DATE-TIME:yesterday", before: 2)]),
        .init(
            "EXT-X-DISCONTINUITY in one variant only", ["align.discontinuities"],
            [.insert(media, "#EXT-X-DISCONTINUITY", before: 2)]),
        .on(
            .programs, "EXT-X-DISCONTINUITY missing", ["time.jump"],
            [.remove("*/index.m3u8", linesWith: "#EXT-X-DISCONTINUITY")]),
        .on(
            .programs, "EXT-X-DISCONTINUITY missing in one variant", ["align.discontinuities"],
            [.remove(media, linesWith: "#EXT-X-DISCONTINUITY")]),
        .init("playlist cut off", ["media.endlist-missing"], [.text(media) { String($0.prefix($0.count * 4 / 5)) }]),
        .init(
            "playlist without segments", ["media.empty"],
            [.text(media) { _ in "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-ENDLIST\n" }]),
        .init(
            "segment in a private network", ["reference.private-address"],
            [.replace(media, "\n1.m4s", "\nhttp://192.168.7.7/1.m4s")]),
        .init(
            "segment that is a local file", ["reference.local-file"],
            [.replace(media, "\n1.m4s", "\nfile:///etc/hostname")]),
        .on(
            .ranges, "byte range beyond the file", ["segment.transfer", "segment.missing"],
            [
                .lines(media) { lines in
                    guard let index = lines.lastIndex(where: { $0.hasPrefix("#EXT-X-BYTERANGE") }) else { return }
                    lines[index] = "#EXT-X-BYTERANGE:1000@99000000"
                }
            ]),
        .on(
            .ranges, "byte range too short", ["segment.truncated"],
            [
                .lines(media) { lines in
                    guard let index = lines.firstIndex(where: { $0.hasPrefix("#EXT-X-BYTERANGE") }) else { return }
                    let parts = lines[index].dropFirst("#EXT-X-BYTERANGE:".count).split(separator: "@")
                    lines[index] = "#EXT-X-BYTERANGE:\((Int(parts[0]) ?? 0) - 400)@\(parts[1])"
                }
            ]),
        .on(
            .ranges, "byte ranges that overlap", ["media.range-overlap"],
            [
                .lines(media) { lines in
                    let places = lines.indices.filter { lines[$0].hasPrefix("#EXT-X-BYTERANGE") }
                    guard places.count > 2 else { return }
                    lines[places[2]] = lines[places[2]].components(separatedBy: "@")[0] + "@2000"
                }
            ]),
        .init(
            "I-frame ranges at the wrong place",
            ["i-frame.not-key", "segment.unreadable", "segment.not-media", "segment.damaged"],
            [
                .text("/v1/iframes.m3u8") { text in
                    text.replacing(#/@([0-9]+)/#) { "@\((Int($0.output.1) ?? 0) + 9)" }
                }
            ]),
        .on(
            .bitrateTags, "EXT-X-BITRATE wrong", ["rate.segment"],
            [
                .text(media) { text in
                    text.replacing(#/BITRATE:[0-9]+/#) { _ in "BITRATE:9" }
                }
            ]),
        .on(.encrypted, "one initialization vector is malformed", ["hls.key.iv"], [.replace(media, "IV=0x", "IV=")]),
        .init(
            "target duration with a fraction", ["hls.targetduration.value"],
            [.replace(media, "TARGETDURATION:4", "TARGETDURATION:4.5")]),
        .init(
            "playlist type unknown", ["hls.playlist-type.value"],
            [.replace(media, "PLAYLIST-TYPE:VOD", "PLAYLIST-TYPE:FILM")]),
        .init("EXT-X-TARGETDURATION twice", ["hls.tag.repeated"], [.append(media, "#EXT-X-TARGETDURATION:4")]),
    ]
}
