import CoreMedia
import Foundation
package import MediaEngine
import VideoFrames

/// The headers of a container as plain values, for tools. Not in Apple's API, whose classes do not expose container and codec names.
package struct AssetReport: Codable, Sendable, Hashable {
    package struct Track: Codable, Sendable, Hashable {
        /// The track identifier in the container.
        package var identifier: Int32
        /// `video`, `audio`, `subtitle` or `data`.
        package var kind: String
        package var codec: String
        package var profile: String?
        /// The level as the codec counts it: 31 for H.264 level 3.1, 93 for HEVC level 3.1.
        package var level: Int?
        /// The entry of CODECS that describes the track: "avc1.64001f".
        package var codecParameter: String?
        /// The time of the first sample, relative to `startSeconds` of the file.
        package var startSeconds: Double?
        package var language: String?
        package var title: String?
        /// The audience and purpose: forced, hearing impaired, visual impaired, commentary; absent for the general audience.
        package var roles: [String]?
        package var isDecodable: Bool
        package var bitsPerSecond: Int64?
        /// Coded size in pixels.
        package var width: Int?
        package var height: Int?
        /// The pixels cropped at each edge: left, top, right, bottom; absent where the whole frame is shown.
        package var crop: [Int]?
        /// The pixels of black bars in the displayed frames of a file: left, top, right, bottom; absent without bars.
        package var padding: [Int]?
        /// The display size, after sample aspect ratio, crop and rotation.
        package var displayWidth: Int?
        package var displayHeight: Int?
        /// 0 or absent where it is unknown.
        package var framesPerSecond: Double?
        /// The average of the first two minutes of video whose frames last differently long; absent for a constant frame rate.
        package var averageFramesPerSecond: Double?
        package var rotation: Int?
        package var bitsPerComponent: Int?
        /// FFmpeg's names; nil where the stream does not state them.
        package var matrix: String?
        package var transfer: String?
        package var isFullRange: Bool?
        /// FFmpeg's names.
        package var primaries: String?
        package var pixelFormat: String?
        /// Whether the frames have an alpha channel, also in a second stream as in WebM; absent for audio.
        package var hasAlpha: Bool?
        /// The mastering display and light level of HDR video, of the container or of the bitstream; absent where neither declares any.
        package var hdrMetadata: HDRMetadata?
        /// The width of a pixel divided by its height.
        package var sampleAspectRatio: Double?
        /// The width of the display size divided by its height.
        package var displayAspectRatio: Double?
        /// The longest distance of two key frames in seconds, in the first two minutes.
        package var keyFrameInterval: Double?
        /// The number of key frames in the first two minutes, and the seconds of video that were read for it; absent for audio.
        package var keyFrameCount: Int?
        package var examinedSeconds: Double?
        /// The depth of B-frames: frames that are decoded before and displayed after another one.
        package var reorderedFrames: Int?
        package var fieldOrder: String?
        package var sampleRate: Int?
        package var channels: Int?
        package var channelLayout: String?
        /// The number of samples that the encoder inserted before the first one.
        package var encoderDelay: Int?
        /// The timecode of the first frame.
        package var timecode: String?

        /// "level 3.1".
        private var levelText: String? {
            guard let level else { return nil }
            switch codec {
            case "h264":
                return level == 9 ? "level 1b" : "level \(level / 10)" + (level % 10 > 0 ? ".\(level % 10)" : "")
            case "hevc": return "level \(level / 30)" + (level % 30 > 0 ? ".\(level % 30 / 3)" : "")
            // seq_level_idx counts four levels for each number before the point.
            case "av1": return "level \(2 + level / 4).\(level % 4)"
            case "mpeg2video":
                let names = profile == "4:2:2" ? Self.levelsOf422 : Self.levelsOfMPEG2
                return names[level].map { "level \($0)" } ?? "level \(level)"
            default: return "level \(level)"
            }
        }

        private static let levelsOfMPEG2 = [4: "High", 6: "High 1440", 8: "Main", 10: "Low"]
        /// The levels of the 4:2:2 profile, which are numbered differently.
        private static let levelsOf422 = [2: "High", 5: "Main"]

        /// "25 fps", or "16.78 fps on average, variable".
        private var frameRateText: String? {
            if let averageFramesPerSecond {
                return String(format: "%.4g fps on average, variable", averageFramesPerSecond)
            }
            guard let framesPerSecond, framesPerSecond > 0 else { return nil }
            return String(format: "%g fps", framesPerSecond)
        }

        /// "0.4 kbit/s": with a decimal place below 10 kbit/s.
        static func rateText(_ bitsPerSecond: Int64) -> String {
            let rate = Double(bitsPerSecond) / 1000
            if rate > 0, rate < 0.05 { return "under 0.1 kbit/s" }
            return rate < 9.95 && bitsPerSecond % 1000 != 0
                ? String(format: "%.1f kbit/s", rate) : String(format: "%.0f kbit/s", rate)
        }

        /// "16:9" for a ratio of small numbers, else a decimal number.
        static func ratio(_ value: Double) -> String {
            guard value.isFinite, value > 0, value < 1_000 else { return String(format: "%.4g", value) }
            for denominator in 1...300 {
                let numerator = (value * Double(denominator)).rounded()
                if numerator > 0, abs(numerator / Double(denominator) / value - 1) < 1e-6 {
                    return "\(Int(numerator)):\(denominator)"
                }
            }
            return String(format: "%.4g", value)
        }

        /// "mastering display 0.005 to 1000 cd/m² (Display P3)", "MaxCLL 1000 cd/m²", "MaxFALL 400 cd/m²".
        static func descriptions(_ hdr: HDRMetadata?) -> [String] {
            guard let hdr else { return [] }
            var parts: [String] = []
            func coordinates(_ point: HDRMetadata.Chromaticity) -> String {
                String(format: "%.4g,%.4g", point.x, point.y)
            }
            let gamut =
                hdr.primariesName
                ?? hdr.primaries.map { "red, green, blue, white at " + $0.map(coordinates).joined(separator: " ") }
            if let least = hdr.minimumLuminance, let most = hdr.maximumLuminance {
                let range = String(format: "mastering display %.4g to %.6g cd/m²", least, most)
                parts.append(range + (gamut.map { " (\($0))" } ?? ""))
            } else if let gamut {
                parts.append("mastering display \(gamut)")
            }
            if let level = hdr.maximumContentLightLevel { parts.append("MaxCLL \(level) cd/m²") }
            if let level = hdr.maximumFrameAverageLightLevel { parts.append("MaxFALL \(level) cd/m²") }
            return parts
        }

        /// A summary in one line of text.
        package var summary: String {
            let details = [profile, levelText, codecParameter].compactMap { $0 }.joined(separator: ", ")
            var parts = ["\(kind): \(codec)" + (details.isEmpty ? "" : " (\(details))")]
            if let width, let height {
                let shown = displayWidth.flatMap { across in displayHeight.map { (across, $0) } }
                let differs = shown.map { $0.0 != width || $0.1 != height } ?? false
                let cropped = crop.map { " cropped by \($0.map(String.init).joined(separator: ","))" } ?? ""
                parts.append(
                    "\(width)x\(height)\(cropped)" + (differs ? " shown as \(shown?.0 ?? 0)x\(shown?.1 ?? 0)" : ""))
            }
            if let sampleAspectRatio, abs(sampleAspectRatio - 1) > 0.001 {
                parts.append("SAR \(Self.ratio(sampleAspectRatio))")
            }
            if let displayAspectRatio { parts.append("DAR \(Self.ratio(displayAspectRatio))") }
            if let pixelFormat { parts.append(pixelFormat) }
            if hasAlpha == true { parts.append("with alpha") }
            let colors = [primaries, transfer, matrix].compactMap { $0 }
            if !colors.isEmpty {
                parts.append(
                    (Set(colors).count == 1 ? colors[0] : colors.joined(separator: "/"))
                        + (isFullRange == true ? ", full range" : ""))
            }
            parts += Self.descriptions(hdrMetadata)
            if let keyFrameInterval {
                parts.append(String(format: "key frames up to %.3g s apart", keyFrameInterval))
            } else if let keyFrameCount, keyFrameCount < 2, let examinedSeconds {
                parts.append(
                    String(format: "%@ key frame in %.3g s", keyFrameCount == 1 ? "one" : "no", examinedSeconds))
            }
            if let reorderedFrames {
                parts.append(reorderedFrames > 0 ? "B-frame depth \(reorderedFrames)" : "no B-frames")
            }
            if let frameRateText { parts.append(frameRateText) }
            if let bitsPerComponent, bitsPerComponent > 8 { parts.append("\(bitsPerComponent) bit") }
            if fieldOrder == "topFirst" || fieldOrder == "bottomFirst" {
                parts.append("interlaced, \(fieldOrder == "topFirst" ? "top" : "bottom") field first")
            }
            // Both are 0 where the file ends before the first frame of audio.
            if let sampleRate, sampleRate > 0 { parts.append("\(sampleRate) Hz") }
            if let channelLayout, channels ?? 0 > 0 { parts.append(channelLayout) }
            if let encoderDelay { parts.append("encoder delay \(encoderDelay) samples") }
            if let timecode { parts.append("starts at timecode \(timecode)") }
            if let bitsPerSecond { parts.append(Self.rateText(bitsPerSecond)) }
            if let startSeconds, abs(startSeconds) > 0.0005 {
                parts.append(String(format: "starts at %.3f s", startSeconds))
            }
            if let language { parts.append(language) }
            if let title { parts.append("\"\(title)\"") }
            parts += roles ?? []
            if !isDecodable, kind != "data" { parts.append("cannot be decoded here") }
            return parts.joined(separator: ", ")
        }
    }

    package struct Chapter: Codable, Sendable, Hashable {
        package var startSeconds: Double
        package var durationSeconds: Double?
        package var title: String?
        package var language: String?
        /// The depth of a nested chapter; absent for the others.
        package var level: Int?
    }

    package struct Entry: Codable, Sendable, Hashable {
        /// The key space of an item: `itsk`, `mdta`, `udta`, `uiso`, `id3`, `itlk`; absent for field names and FFmpeg's keys.
        package var keySpace: String?
        package var key: String
        package var value: String
        package var language: String?
        /// The description of a picture, comment or user-defined text.
        package var info: String?
        /// One of the `kCMMetadataBaseDataType_…` strings; absent for FFmpeg's keys.
        package var dataType: String?

        /// The key space and key, with the language: "itsk/©cmt (de)".
        package var name: String {
            (keySpace.map { $0 + "/" } ?? "") + key + (language.map { " (\($0))" } ?? "")
        }
    }

    /// A picture of a chapter track or chapter.
    package struct ChapterPicture: Codable, Sendable, Hashable {
        package var startSeconds: Double
        package var durationSeconds: Double
    }

    /// An entry of an edit list.
    package struct EditListEntry: Codable, Sendable, Hashable {
        /// The track identifier in the container.
        package var track: Int
        /// 0 in a fragmented file: until the end of the track.
        package var durationSeconds: Double
        /// The start in the media; absent for an empty edit, which delays the track.
        package var mediaStartSeconds: Double?
    }

    /// An edition of a Matroska file.
    package struct Edition: Codable, Sendable, Hashable {
        package var name: String?
        package var isDefault: Bool
        package var isHidden: Bool
        /// Whether its chapters are played in their order.
        package var isOrdered: Bool
        /// Whether its chapters are those of `chapters`.
        package var isSelected: Bool
        /// The number of its chapters of the highest level.
        package var chapterCount: Int
        /// The files in the same folder that contain chapters of the edition, or their identifiers where there is no such file.
        package var linkedSegments: [String]?

        /// A summary in one line of text.
        package var summary: String {
            var parts = ["\(chapterCount) chapter\(chapterCount == 1 ? "" : "s")"]
            if let name { parts.insert("\"\(name)\"", at: 0) }
            if isDefault { parts.append("default") }
            if isHidden { parts.append("hidden") }
            if isOrdered { parts.append("ordered") }
            parts.append(isSelected ? "selected" : "not selected")
            if let linkedSegments { parts.append("linked to " + linkedSegments.joined(separator: " and ")) }
            return parts.joined(separator: ", ")
        }
    }

    /// A media selection group: its audible or legible options.
    package struct Selection: Codable, Sendable, Hashable {
        package var characteristic: String
        package var options: [String]
    }

    package var url: String
    package var container: String
    /// nil for live media and for an unknown duration.
    package var durationSeconds: Double?
    package var byteCount: Int64?
    package var bitsPerSecond: Int64?
    package var isSeekable: Bool
    /// The container's time of the first sample.
    package var startSeconds: Double?
    /// The number of bytes that the structure of a local file declares, where the file has fewer: it has been cut off.
    package var declaredByteCount: Int64?
    /// Whether the index of an MP4 file precedes its media; absent for other files.
    package var isFastStart: Bool?
    /// The edit lists of a local MP4 file.
    package var editLists: [EditListEntry]?
    package var coverCount: Int
    package var tracks: [Track]
    package var chapters: [Chapter]
    package var chapterPictures: [ChapterPicture]
    /// The editions of a Matroska file; absent where there is at most one, in the order of the file.
    package var editions: [Edition]?
    package var metadata: [Entry]
    /// The errors in metadata and chapters.
    package var findings: [String]
    package var selections: [Selection]
    /// The names of the caption files beside the media, whose captions are options of the selection `legible`; nil: there are none.
    package var captionFiles: [String]?
    /// What is wrong with the caption files beside the media; absent where there is nothing.
    package var captionFindings: [String]?

    /// Opens the media, reads its headers, decodes a few frames of a file, and closes it. Blocks until the container has been read; do not call it on an app's main thread.
    /// - Throws: an `AVError` or `URLError` with the underlying error.
    package static func load(_ url: URL) throws -> AssetReport { try load(MediaLocator(url: url)) }

    static func load(_ locator: MediaLocator) throws -> AssetReport {
        do {
            var report = AssetReport(try MediaAsset(locator).loadBlocking(), url: locator.url)
            report.examinePadding(of: locator)
            report.add(CaptionSidecars(beside: locator.url))
            report.addPackets(of: locator)
            return report
        } catch {
            throw error.publicError
        }
    }

    /// Adds what only the packets and the boxes of the file state.
    private mutating func addPackets(of locator: MediaLocator) {
        // The headers of a stream's first segment state the bit rates and frames of that segment's beginning only.
        if container == "hls" {
            for index in tracks.indices {
                (tracks[index].bitsPerSecond, tracks[index].reorderedFrames) = (nil, nil)
            }
            return
        }
        let probed = FileProbe.examine(locator)
        for index in tracks.indices {
            if let facts = probed[tracks[index].identifier] { tracks[index].add(facts) }
        }
        moveStartToFirstSample(probed)
        addLength(of: locator.url)
        guard let layout = MovieLayout(locator.url) else { return }
        isFastStart = layout.isFastStart
        for index in tracks.indices { tracks[index].addDelay(of: layout.edits) }
        let edits = layout.edits.map {
            EditListEntry(track: $0.track, durationSeconds: $0.duration, mediaStartSeconds: $0.mediaTime)
        }
        editLists = edits.isEmpty ? nil : edits
    }

    /// Matroska states no start times: without this, every track would start at 0.
    private mutating func moveStartToFirstSample(_ probed: [Int32: FileProbe.Track]) {
        guard container.hasPrefix("matroska"), let startSeconds,
            let earliest = probed.values.compactMap(\.firstSeconds).min()
        else { return }
        self.startSeconds = startSeconds + earliest
        for index in tracks.indices {
            guard let first = probed[tracks[index].identifier]?.firstSeconds else { continue }
            tracks[index].startSeconds = first - earliest
        }
    }

    /// Adds a finding where the file ends before the end that its structure declares.
    private mutating func addLength(of url: URL) {
        guard let length = DeclaredLength(url), length.isCutOff else { return }
        declaredByteCount = Int64(clamping: length.declared)
        // It would be that of the bytes that remain.
        bitsPerSecond = nil
        findings.append(
            "The file is cut off: it has \(length.actual) bytes, and its structure declares at least \(length.declared). Playback "
                + "ends early. Copy or download it again.")
    }

    /// Adds the options and findings of the caption files beside the media.
    private mutating func add(_ captions: CaptionSidecars) {
        let findings = captions.findings.map(\.message)
        captionFindings = findings.isEmpty ? nil : findings
        let options = captions.files.map { $0.track.language ?? $0.track.title ?? "und" }
        guard !options.isEmpty else { return }
        captionFiles = URL(string: url).map { CaptionFile.files(beside: $0).map(\.lastPathComponent) }
        if let index = selections.firstIndex(where: { $0.characteristic == "legible" }) {
            selections[index].options += options
        } else {
            selections.append(Selection(characteristic: "legible", options: options))
        }
    }

    init(_ info: MediaInfo, url: URL) {
        self.url = url.absoluteString
        container = info.container
        durationSeconds = info.duration.isNumeric ? info.duration.seconds : nil
        byteCount = info.byteCount
        bitsPerSecond =
            info.bitsPerSecond
            ?? info.byteCount.flatMap { bytes in
                let seconds = info.duration.isNumeric ? info.duration.seconds : 0
                return seconds > 0 ? Int64(exactly: (Double(bytes) * 8 / seconds).rounded()) : nil
            }
        isSeekable = info.isSeekable
        startSeconds = info.startTime.isNumeric ? info.startTime.seconds : nil
        coverCount = info.covers.count
        tracks = info.tracks.map(Track.init)
        // libavformat also states the timecode of a timecode track as one of the video.
        let hasTimecodeTrack = tracks.contains { $0.kind == "data" && $0.timecode != nil }
        for index in tracks.indices where hasTimecodeTrack && tracks[index].kind != "data" {
            tracks[index].timecode = nil
        }
        let gapless = info.tags?.first { $0.key == "com.apple.iTunes.iTunSMPB" || $0.key == "iTunSMPB" }?.displayValue
        if let delay = gapless.flatMap(Track.delay(ofGaplessInfo:)) {
            for index in tracks.indices where tracks[index].codec == "aac" && tracks[index].encoderDelay == nil {
                tracks[index].encoderDelay = delay
            }
        }
        chapters = info.chapters.map { chapter in
            Chapter(
                startSeconds: chapter.range.start.seconds,
                durationSeconds: chapter.range.duration.isNumeric ? chapter.range.duration.seconds : nil,
                title: chapter.title,
                language: chapter.language, level: chapter.level > 0 ? chapter.level : nil)
        }
        chapterPictures = info.chapterPictures.map {
            ChapterPicture(startSeconds: $0.range.start.seconds, durationSeconds: $0.range.duration.seconds)
        }
        let linked = LinkedSegmentFiles(Set(info.editions.flatMap(\.linkedSegments)), beside: url).files
        if info.editions.count > 1 || info.editions.contains(where: \.isOrdered) {
            editions = info.editions.map { Edition($0, linked) }
        }
        metadata =
            info.tags.map { $0.map(Entry.init) }
            ?? info.metadata.map { Entry(key: $0.key, value: $0.value, language: $0.language) }
        findings = info.findings
        selections = [("audible", TrackInfo.Kind.audio), ("legible", .subtitle)].compactMap { name, kind in
            let options = info.tracks.filter { $0.kind == kind }.map { $0.language ?? $0.title ?? "und" }
            return options.isEmpty ? nil : Selection(characteristic: name, options: options)
        }
    }
}

extension AssetReport.Edition {
    init(_ edition: MediaEdition, _ linked: [[UInt8]: URL]) {
        name = edition.name
        isDefault = edition.isDefault
        isHidden = edition.isHidden
        isOrdered = edition.isOrdered
        isSelected = edition.isSelected
        chapterCount = edition.chapterCount
        let links = edition.linkedSegments.map { segment in
            linked[segment]?.lastPathComponent ?? segment.map { String(format: "%02x", $0) }.joined()
        }
        linkedSegments = links.isEmpty ? nil : links
    }
}

extension AssetReport.Entry {
    init(_ tag: ContainerTag) {
        keySpace = tag.keySpace == .fieldName ? nil : tag.keySpace.rawValue
        key = tag.key
        value = tag.displayValue
        language = tag.language
        info = tag.info
        dataType = tag.dataType
    }
}

extension AssetReport.Track {
    /// Adds what the packets of the track state.
    fileprivate mutating func add(_ facts: FileProbe.Track) {
        if kind == "video" {
            keyFrameInterval = facts.keyFrameInterval
            (keyFrameCount, examinedSeconds) = (facts.keyFrameCount, facts.examinedSeconds)
            reorderedFrames = max(reorderedFrames ?? 0, facts.reorderedFrames)
            if facts.hasVariableFrameRate {
                averageFramesPerSecond = facts.framesPerSecond
            } else if framesPerSecond ?? 0 <= 0 {
                framesPerSecond = facts.framesPerSecond
            }
        }
        encoderDelay = encoderDelay ?? facts.encoderDelay
        bitsPerSecond = bitsPerSecond ?? facts.bitsPerSecond
        profile = profile ?? facts.profile
        level = level ?? facts.level
        pixelFormat = pixelFormat ?? facts.pixelFormat
        primaries = primaries ?? facts.primaries
        transfer = transfer ?? facts.transfer
        matrix = matrix ?? facts.matrix
        hdrMetadata = hdrMetadata ?? facts.hdrMetadata
    }

    /// The most samples of an edit that skip the delay of an AAC encoder; an edit that skips more cuts the track.
    private static let longestDelay = 6_000

    /// Adds the delay of an AAC encoder, which the first edit of its track skips. An edit list is more exact than iTunSMPB.
    mutating func addDelay(of edits: [MovieLayout.Edit]) {
        guard codec == "aac", let sampleRate, sampleRate > 0,
            let start = edits.first(where: { $0.track == Int(identifier) && $0.mediaTime != nil })?.mediaTime
        else { return }
        let samples = (start * Double(sampleRate)).rounded()
        guard samples > 0, samples <= Double(Self.longestDelay) else { return }
        encoderDelay = Int(samples)
    }

    /// Returns the delay in the value of iTunSMPB: hexadecimal numbers, of which the second one is the delay.
    static func delay(ofGaplessInfo text: String) -> Int? {
        let numbers = text.prefix(200).split(separator: " ")
        guard numbers.count > 2, numbers[1].count <= 8, let samples = Int(numbers[1], radix: 16), samples > 0,
            samples <= longestDelay
        else { return nil }
        return samples
    }

    /// The ratio of the frame without its crop, in exact pixels: the display size is rounded to whole ones.
    private static func displayAspectRatio(_ video: VideoTrackInfo) -> Double? {
        guard video.displayWidth > 0, video.displayHeight > 0 else { return nil }
        let width = video.width - (video.crop.map { $0.left + $0.right } ?? 0)
        let height = video.height - (video.crop.map { $0.top + $0.bottom } ?? 0)
        guard width > 0, height > 0, video.sampleAspectRatio > 0 else {
            return Double(video.displayWidth) / Double(video.displayHeight)
        }
        let upright = Double(width) * video.sampleAspectRatio / Double(height)
        return abs(video.rotation) % 180 == 90 ? 1 / upright : upright
    }

    /// The sample entry `tmcd`, in the byte order of libavformat.
    private static let timecodeTag: UInt32 = 0x6463_6d74

    init(_ info: TrackInfo) {
        identifier = info.trackID
        kind = info.kind.rawValue
        // libavformat has no codec for the timecode tracks of QuickTime.
        codec = info.kind == .data && info.fourCharCode == Self.timecodeTag ? "tmcd" : info.codec
        timecode = info.metadata.first { $0.key.lowercased() == "timecode" }?.value
        profile = info.profile
        level = info.level
        codecParameter = info.codecParameter
        startSeconds = info.startTime.isNumeric ? info.startTime.seconds : nil
        language = info.language
        title = info.title
        let roles = [
            (info.isForced, "forced"), (info.isHearingImpaired, "hearing impaired"),
            (info.isVisualImpaired, "visual impaired"), (info.isCommentary, "commentary"),
        ].compactMap { $0.0 ? $0.1 : nil }
        self.roles = roles.isEmpty ? nil : roles
        isDecodable = info.isDecodable
        bitsPerSecond = info.bitsPerSecond
        if let video = info.video {
            width = video.width
            height = video.height
            crop = video.crop.map { [$0.left, $0.top, $0.right, $0.bottom] }
            displayWidth = video.displayWidth
            displayHeight = video.displayHeight
            framesPerSecond = video.frameRate
            rotation = video.rotation
            bitsPerComponent = video.bitsPerComponent
            matrix = video.matrix
            transfer = video.transfer
            isFullRange = video.isFullRange
            primaries = video.primaries
            pixelFormat = video.pixelFormat
            // The second stream of WebM has the alpha channel; the decoder leaves it out.
            hasAlpha =
                video.hasAlpha || info.metadata.contains { $0.key.lowercased() == "alpha_mode" && $0.value == "1" }
            hdrMetadata = video.hdrMetadata
            sampleAspectRatio = video.sampleAspectRatio
            displayAspectRatio = Self.displayAspectRatio(video)
            reorderedFrames = video.reorderedFrames
            fieldOrder = video.fieldOrder.rawValue
        }
        if let audio = info.audio {
            sampleRate = audio.sampleRate
            channels = audio.channels
            channelLayout = audio.channelLayout
            encoderDelay = audio.encoderDelay > 0 ? audio.encoderDelay : nil
        }
    }
}
