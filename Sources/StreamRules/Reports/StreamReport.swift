import CoreMedia
import HLS
import ReportText
package import Foundation

/// The findings about a stream and its measured values, as a report.
package struct StreamReport: Sendable {
    package enum Format: String, Sendable, CaseIterable {
        /// Readable text.
        case text
        /// One JSON object (docs/stream-report.schema.json).
        case json
        /// SARIF 2.1.0, for code scanning.
        case sarif
        /// JUnit XML, for test viewers.
        case junit
        /// One self-contained page with graphs.
        case html
    }

    package var facts: StreamFacts
    package var findings: [StreamFinding]
    /// The lowest level that counts as failure; nil: none does.
    package var failOn: StreamRule.Level? = .error
    package var version = ""
    /// The working folder, to which SARIF names local files relatively.
    package var folder = FileManager.default.currentDirectoryPath
    /// The date of the report.
    package var now = Date()
    /// Whether passwords, tokens, signatures and keys in URLs are masked, because reports are passed on to others.
    package var masksSecrets = true

    package init(_ facts: StreamFacts, _ findings: [StreamFinding]) {
        self.facts = facts
        self.findings = Self.withoutConsequences(findings)
    }

    /// Leaves out findings about the lines of documents that are no playlists: a web page or a media file has no URIs.
    private static func withoutConsequences(_ findings: [StreamFinding]) -> [StreamFinding] {
        let others = Set(findings.filter { $0.rule == "hls.header.missing" }.map(\.place.url))
        return findings.filter { finding in
            !others.contains(finding.place.url) || finding.place.line == nil || finding.rule == "hls.header.missing"
        }
    }

    package func text(_ format: Format) -> String {
        guard masksSecrets else { return document(format) }
        var secrets = URLSecrets()
        // Values are masked before they are escaped, and what a form adds afterwards.
        let text = masked(&secrets).document(format)
        return secrets.masked(text)
    }

    /// Returns the report with masked URLs, also within messages.
    private func masked(_ secrets: inout URLSecrets) -> StreamReport {
        var report = self
        report.facts.url = secrets.masked(facts.url)
        report.facts.document.failure?.mask(&secrets)
        for index in facts.playlists.indices {
            report.facts.playlists[index].name = secrets.masked(facts.playlists[index].name)
            report.facts.playlists[index].document.url = secrets.masked(facts.playlists[index].document.url)
            for position in facts.playlists[index].segments.indices
            where facts.playlists[index].segments[position]?.failure != nil {
                report.facts.playlists[index].segments[position]?.failure?.mask(&secrets)
            }
        }
        report.facts.limits = facts.limits.map { secrets.masked($0) }
        report.findings = findings.map { finding in
            var finding = finding
            finding.place.url = secrets.masked(finding.place.url)
            finding.place.name = finding.place.name.map { secrets.masked($0) }
            finding.message = secrets.masked(finding.message)
            finding.remedy = secrets.masked(finding.remedy)
            return finding
        }
        return report
    }

    private func document(_ format: Format) -> String {
        switch format {
        case .text: TextForm(report: self).document
        case .json: JSONForm(report: self).document
        case .sarif: SARIFForm(report: self).document
        case .junit: JUnitForm(report: self).document
        case .html: PageForm(report: self).document
        }
    }

    /// 0; 1 for findings at or above the level; 3 where nothing could be read.
    package var exitCode: Int32 {
        if facts.document.failure != nil { return 3 }
        guard let failOn else { return 0 }
        return findings.contains { $0.level >= failOn } ? 1 : 0
    }

    package func count(_ level: StreamRule.Level) -> Int {
        findings.reduce(0) { $0 + ($1.level == level ? 1 : 0) }
    }

    /// The finding that is the reason why nothing can be played.
    var fatal: StreamFinding? { findings.first { $0.level == .fatal } }

    /// Whether there are findings above a recommendation.
    var isClean: Bool { !findings.contains { $0.level > .info } }

    /// The result in one sentence.
    package var verdict: String {
        if let fatal {
            let sentence = "The stream cannot be played: \(fatal.message)"
            return masksSecrets ? URLSecrets.masked(sentence) : sentence
        }
        let info = count(.info)
        let more = info > 0 ? " (\(info) recommendation\(info == 1 ? "" : "s"))" : ""
        if isClean { return "No faults found\(more)." }
        let parts = [StreamRule.Level.error, .warning].compactMap { level -> String? in
            let number = count(level)
            return number == 0 ? nil : "\(number) \(level.rawValue)\(number == 1 ? "" : "s")"
        }
        return "Faults found: \(parts.joined(separator: ", "))\(more)."
    }

    /// What was not looked at, one sentence each.
    package var unexamined: [String] {
        var lines = facts.limits
        if !facts.hasMedia {
            lines.append(
                "Segments were not loaded: bit rates, durations, codecs, key frames, encryption and timestamps are unknown."
            )
        } else if !facts.isDecoded {
            lines.append(
                "Only excerpts were decoded and searched for captions: loudness, black frames and damage inside frames are unknown "
                    + "(--decode).")
        }
        if facts.hasMedia, facts.isLive, facts.watchedSeconds < 60 {
            lines.append(
                "The live stream was watched for \(Words.seconds((facts.watchedSeconds * 10).rounded() / 10)) s only (--for "
                    + "SECONDS).")
        }
        if facts.playlists.contains(where: { $0.isImages }) {
            lines.append("The thumbnails in image playlists were loaded, not decoded.")
        }
        return lines
    }

    /// The measured values of one playlist, for tables.
    struct Row {
        var name: String
        var url: String
        var role: String
        var codecs: String
        var size: String?
        var framesPerSecond: Double?
        /// nil where the playlist could not be loaded or parsed.
        var segments: Int?
        var measured: Int
        var seconds: Double
        var declaredPeak: Int?
        var declaredAverage: Int?
        var peak: Double?
        var average: Double?
        var loudness: Double?
        var truePeak: Double?
    }

    var rows: [Row] {
        let rates = RateChecks(facts)
        return facts.playlists.map { playlist in
            var row = Row(
                name: playlist.name, url: playlist.document.url, role: "playlist", codecs: "",
                segments: playlist.playlist?.segments.count, measured: playlist.examined.count,
                seconds: playlist.playlist?.segments.duration.seconds ?? 0)
            let own = RateChecks.rates(playlist)
            (row.peak, row.average) = (own?.peak, own?.average)
            switch playlist.role {
            case .variant(let index):
                row.role = "variant"
                let variant = facts.multivariant?.variants[index]
                (row.declaredPeak, row.declaredAverage) = (variant?.bandwidth, variant?.averageBandwidth)
                let whole = rates.rates(ofVariant: index)
                (row.peak, row.average) = (whole?.peak, whole?.average)
            case .rendition: row.role = "rendition"
            case .iFrames(let index):
                row.role = "iFrames"
                row.declaredPeak = facts.multivariant?.iFrameVariants[index].bandwidth
            case .images: row.role = "images"
            case .single: break
            }
            if let segment = playlist.firstReadable {
                row.codecs = segment.tracks.compactMap { $0.codecParameter ?? ($0.kind == .data ? nil : $0.codec) }
                    .joined(separator: ", ")
                if let video = segment.track(.video), video.width > 0 { row.size = "\(video.width)x\(video.height)" }
                // An I-frame list has the frames of the variant at another rate.
                if row.role != "iFrames", let timeline = Timeline(playlist, .video) {
                    row.framesPerSecond = CodecChecks.frameRate(timeline)
                }
            } else if playlist.examined.contains(where: { $0.facts.text != nil }) {
                row.codecs = "WebVTT"
            }
            row.loudness = playlist.loudness
            row.truePeak = playlist.truePeak
            return row
        }
    }
}

extension LoadFailure {
    fileprivate mutating func mask(_ secrets: inout URLSecrets) { message = secrets.masked(message) }
}
