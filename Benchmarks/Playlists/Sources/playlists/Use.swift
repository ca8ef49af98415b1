import CoreMedia
import Foundation
import HLS

/// Performs all operations of a player on a playlist.
struct Use {
    private var lastMedia: MediaPlaylist?
    private(set) var usable = 0
    private(set) var usableCues = 0
    private(set) var checksum = 0
    private let base = URL(string: "https://example.com/a/list.m3u8?token=t&_HLS_msn=1")

    mutating func playlist(_ bytes: [UInt8], _ random: inout Randomness) {
        let mode: ParsingMode = random.oneIn(4) ? .strict : .lenient
        let imports: [String: String]? = random.oneIn(2) ? ["token": "x"] : nil
        do {
            let parsed = try Playlist.parse(bytes, baseURL: base, importedVariables: imports, mode: mode)
            usable += 1
            report(PlaylistReport(parsed))
            switch parsed.playlist {
            case .media(let media): use(media, &random)
            case .multivariant(let list): use(list, &random)
            }
        } catch {
            precondition(error.faults.contains(error.fault), "the list of faults contains the fatal one")
            report(PlaylistReport(error))
        }
    }

    private mutating func report(_ report: PlaylistReport) {
        checksum &+= report.text.utf8.count
        let encoder = JSONEncoder()
        encoder.nonConformingFloatEncodingStrategy = .throw
        do {
            checksum &+= try encoder.encode(report).count
        } catch {
            preconditionFailure("a report is not JSON: \(error)")
        }
    }

    private mutating func use(_ media: MediaPlaylist, _ random: inout Randomness) {
        let times = [
            CMTime.zero, media.segments.duration, CMTime(value: Int64(random.below(40_000)), timescale: 1_000),
            .invalid,
            .positiveInfinity, CMTime(value: .max, timescale: 1),
        ]
        let map = ProgramDateMap(media)
        let schedule = InterstitialSchedule(media, map: map)
        for time in times {
            checksum &+= media.segments.position(at: time) ?? 0
            checksum &+= media.segments.boundary(nearest: time) == nil ? 0 : 1
            if let map, let date = map.date(at: time) { checksum &+= map.extendedTime(of: date) == nil ? 0 : 1 }
            for other in times {
                checksum &+= schedule.due(after: time, through: other).count
                if case .interstitial(let event, _) = schedule.seek(from: time, to: other) {
                    checksum &+= InterstitialSchedule.departure(of: event, in: [media.segments]) == nil ? 0 : 1
                }
            }
        }
        checksum &+= schedule.resumeTime(after: schedule.events) == nil ? 0 : 1
        checksum &+= InterstitialPreload.all(in: media).count
        for segment in media.segments {
            checksum &+= media.url(for: segment.uri) == nil ? 0 : 1
            checksum &+= segment.byteRange?.requestHeader?.count ?? 0
            checksum &+= Int(segment.keys.first?.vector(forSequenceNumber: segment.sequenceNumber).last ?? 0)
        }
        if let base {
            let plan = ReloadPlan(url: base)
            checksum &+=
                plan.next(after: media, requestedAt: .seconds(1), hasChanged: true, now: .seconds(2))?.url
                .absoluteString.count ?? 0
            for report in media.renditionReports {
                checksum &+= ReloadPlan.first(for: report, in: media) == nil ? 0 : 1
            }
        }
        if let lastMedia {
            checksum &+= media.faults(comparedWith: lastMedia).count
            if media.skip != nil, var merged = Optional(lastMedia), (try? merged.apply(media)) != nil {
                precondition(merged.skip == nil)
                report(PlaylistReport(ParsedPlaylist(playlist: .media(merged), faults: [])))
            }
        }
        if media.skip == nil { lastMedia = media }
    }

    private mutating func use(_ list: MultivariantPlaylist, _ random: inout Randomness) {
        var environment = VariantEnvironment()
        environment.viewSize = PixelSize(width: 1 + random.below(4_000), height: 1 + random.below(4_000))
        environment.preferredPeakBitRate = random.oneIn(2) ? Double(random.below(9_000_000)) : nil
        environment.showsHighDynamicRange = random.oneIn(2)
        let selection = VariantFilter(environment).select(from: list)
        checksum &+= selection.eligible.count &+ VariantFilter(environment).selectIFrames(from: list).emergencies.count
        checksum &+= VariantGrouping(selection, renditions: list.renditions).groups.count
        for kind in Rendition.Kind.allCases {
            for option in list.options(kind) {
                for variant in list.variants {
                    if let group = variant.group(kind) {
                        checksum &+= list.rendition(for: option, inGroup: group) == nil ? 0 : 1
                    }
                }
            }
        }
        var state = ContentSteeringState(list, now: .zero)
        checksum &+= state.request(bitsPerSecond: 1e6)?.url.absoluteString.count ?? 0
        let text = Mutation.apply(
            to: Array(Samples.manifests[0].utf8), others: [Array(Samples.manifests[1].utf8)], &random)
        if let base, let manifest = try? SteeringManifest.parse(text) {
            state.received(manifest, from: base, now: .seconds(1))
            checksum &+= state.request(bitsPerSecond: .nan)?.url.absoluteString.count ?? 0
        }
        state.pathwayFailed(state.pathway, now: .seconds(2))
        state.failed(status: 429, retryAfter: .seconds(-5), now: .seconds(3))
        checksum &+= state.pathways.count
    }

    mutating func assets(_ bytes: [UInt8]) { checksum &+= (try? InterstitialAssets.parse(bytes))?.assets.count ?? 0 }

    /// Subtitles are never rejected: cues of any input have a text tree, and can be placed at any time.
    mutating func captions(_ bytes: [UInt8], _ random: inout Randomness) {
        let file = WebVTTFile.parse(bytes, headerIsElsewhere: random.oneIn(4))
        usableCues += file.cues.count
        for cue in file.cues {
            precondition(cue.start >= .zero && cue.end >= .zero, "a cue has no time")
            checksum &+= cue.plainText.utf8.count &+ cue.nodes.count
        }
        let sheet = WebVTTStyleSheet(file.styles)
        for cue in file.cues {
            let (text, spans) = WebVTTCue.styledText(of: cue.payload, identifier: cue.identifier, sheet: sheet)
            precondition(
                spans.last.map { $0.range.upperBound <= text.utf16.count } ?? true, "a span ends after its text")
        }
        var report = WebVTTReport(random.oneIn(2) ? .json : .text)
        bytes.withUnsafeBufferPointer { report.append($0) }
        report.finish()
        checksum &+= report.takeOutput().count
        let place = CMTime(value: Int64(random.below(1 << 40)), timescale: 1_000)
        let placement = WebVTTPlacement(
            file, start: place, duration: CMTime(value: 6, timescale: 1),
            clockOffset: CMTime(value: -place.value, timescale: 900), tolerance: CMTime(value: 6, timescale: 1))
        precondition(placement.cues.count == file.cues.count)
        checksum &+= placement.cues.last?.start.isNumeric == true ? 1 : 0
    }
}
