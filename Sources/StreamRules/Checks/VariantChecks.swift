import HLS

/// Checks a multivariant playlist against the authoring rules, without loading what it names.
struct VariantChecks {
    let list: MultivariantPlaylist
    let url: String

    /// A step between neighboring variants wider than this factor is reported.
    private static let widestStep = 2.5
    /// A step by this factor is a gap in the ladder.
    private static let missingStep = 3.5
    private static let highestFrameRate = 60.5

    func check(_ log: inout FindingLog) {
        guard !list.variants.isEmpty else {
            log.add(.noVariants, "The multivariant playlist has no variants.", at: .init(url: url))
            return
        }
        for variant in list.variants { check(variant, &log) }
        for variant in list.iFrameVariants { checkAverage(variant, &log) }
        checkDuplicates(&log)
        checkEvenness(&log)
        checkLadder(&log)
        checkGroups(&log)
        for rendition in list.renditions { check(rendition, &log) }
        for key in list.sessionKeys where key.method != .none {
            if !key.method.isKnown {
                log.add(
                    .keyMethod, "METHOD=\(key.method.rawValue.prefix(40)) is not in the specification.",
                    at: place(key.line))
            }
        }
        if !list.hasIndependentSegments {
            log.add(.independent, "The playlist has no EXT-X-INDEPENDENT-SEGMENTS.", at: .init(url: url))
        }
    }

    private func place(_ line: Int) -> StreamFinding.Place { .init(url: url, line: line) }

    static func hasVideo(_ variant: VariantStream) -> Bool { !variant.isAudioOnly }

    // MARK: - Single variants

    private func check(_ variant: VariantStream, _ log: inout FindingLog) {
        checkAverage(variant, &log)
        let at = place(variant.line)
        if variant.averageBandwidth == nil {
            log.add(
                .averageMissing,
                "The variant of \(Words.kilobits(Double(variant.bandwidth))) has no AVERAGE-BANDWIDTH.", at: at)
        }
        if variant.codecs.isEmpty {
            log.add(
                .codecsMissing, "The variant of \(Words.kilobits(Double(variant.bandwidth))) has no CODECS.", at: at)
        } else {
            checkCodecs(variant, at, &log)
        }
        guard Self.hasVideo(variant) else { return }
        if variant.resolution == nil, variant.codecs.isEmpty || !variant.codecs(.video).isEmpty {
            log.add(
                .resolutionMissing, "The variant of \(Words.kilobits(Double(variant.bandwidth))) has no RESOLUTION.",
                at: at)
        }
        if variant.frameRate == nil {
            let range = variant.videoRange?.name ?? "SDR"
            if range == "SDR" {
                log.add(.frameRateMissing, "The variant has no FRAME-RATE.", at: at)
            } else {
                log.add(.frameRateOfHDR, "The variant has VIDEO-RANGE=\(range.prefix(40)) and no FRAME-RATE.", at: at)
            }
        }
        if let rate = variant.frameRate, rate > Self.highestFrameRate {
            log.add(.frameRateHigh, "FRAME-RATE is \(Words.decimal(rate)).", at: at, kind: nil)
        }
    }

    private func checkAverage(_ variant: VariantStream, _ log: inout FindingLog) {
        guard let average = variant.averageBandwidth, average > variant.bandwidth else { return }
        log.add(
            .averageAbovePeak, "AVERAGE-BANDWIDTH is \(average), more than BANDWIDTH=\(variant.bandwidth).",
            at: place(variant.line), kind: nil)
    }

    /// The sample entries whose registered names have capital letters.
    private static let capitalEntries: Set<String> = ["Opus", "fLaC"]

    private func checkCodecs(_ variant: VariantStream, _ at: StreamFinding.Place, _ log: inout FindingLog) {
        for name in variant.codecs {
            guard Codec(name) != nil else {
                log.add(.codecsUnknown, "“\(name.prefix(80))” in CODECS is not a known codec.", at: at, kind: nil)
                continue
            }
            let parts = name.split(separator: ".", omittingEmptySubsequences: false)
            if let entry = parts.first, entry != entry.lowercased(), !Self.capitalEntries.contains(String(entry)) {
                log.add(
                    .codecsForm,
                    "“\(name.prefix(80))” begins with capital letters; the names of codecs are case-sensitive.",
                    at: at, remedy: "Write \(entry.lowercased())\(name.dropFirst(entry.count)).", kind: nil)
            }
            guard ["avc1", "avc3"].contains(parts[0].lowercased()) else { continue }
            let isHex = parts.count == 2 && parts[1].utf8.count == 6 && parts[1].allSatisfy(\.isHexDigit)
            if !isHex {
                log.add(
                    .codecsForm, "“\(name.prefix(80))” does not have six hexadecimal digits after the dot.", at: at,
                    kind: nil)
            }
        }
        if let stated = variant.statedCodecs, stated.contains(" ") {
            log.add(
                .codecsForm, "CODECS=\"\(stated.prefix(120))\" has blanks.", at: at,
                remedy: "Separate the codecs with commas only.", kind: nil)
        }
        if variant.audioGroup != nil, variant.codecs(.audio).isEmpty, variant.codecs.allSatisfy({ Codec($0) != nil }) {
            log.add(
                .codecsAudio,
                "The variant refers to the audio group “\(variant.audioGroup ?? "")”, but CODECS="
                    + "\"\(variant.statedCodecs ?? "")\" has no audio codec.", at: at, kind: nil)
        }
    }

    // MARK: - Variants together

    private func checkDuplicates(_ log: inout FindingLog) {
        struct Quality: Hashable {
            var bandwidth: Int
            var average: Int?
            var codecs: [String]
            var size: [Int]
            var rate: Double?
            var range: String?
            var groups: [String?]
            var pathway: String
        }
        var seen: [String: Int] = [:]
        var qualities: [Quality: Int] = [:]
        for variant in list.variants {
            let groups = [variant.audioGroup, variant.videoGroup, variant.subtitleGroup]
            let key = variant.uri + "\n" + groups.map { $0 ?? "" }.joined(separator: "\n")
            if let line = seen[key] {
                log.add(
                    .duplicateVariant, "The variant \(variant.uri.prefix(200)) is already listed at line \(line).",
                    at: place(variant.line), kind: nil)
                continue
            }
            seen[key] = variant.line
            let quality = Quality(
                bandwidth: variant.bandwidth, average: variant.averageBandwidth, codecs: variant.codecs,
                size: variant.resolution.map { [$0.width, $0.height] } ?? [], rate: variant.frameRate,
                range: variant.videoRange?.name, groups: groups, pathway: variant.pathway)
            if let line = qualities[quality] {
                log.add(
                    .sameBandwidth, "The variant has the same attributes as the one at line \(line).",
                    at: place(variant.line))
            } else {
                qualities[quality] = variant.line
            }
        }
    }

    private func checkEvenness(_ log: inout FindingLog) {
        let videos = list.variants.filter(Self.hasVideo)
        func uneven(_ what: String, _ has: (VariantStream) -> Bool, _ rule: StreamRule = .frameRateMixed) {
            let lacking = videos.filter { !has($0) }
            guard let first = lacking.first, lacking.count < videos.count else { return }
            log.add(
                rule, "\(lacking.count) of \(videos.count) variants have no \(what), although the others have it.",
                at: place(first.line), kind: what)
        }
        uneven("FRAME-RATE") { $0.frameRate != nil }
        uneven("AVERAGE-BANDWIDTH") { $0.averageBandwidth != nil }
        uneven("SCORE") { $0.score != nil }
        uneven("SUBTITLES") { $0.subtitleGroup != nil }
        uneven("CLOSED-CAPTIONS") { $0.closedCaptions != nil }
        uneven("RESOLUTION") { $0.resolution != nil }
        uneven("CODECS") { !$0.codecs.isEmpty }
        uneven("AUDIO group", { $0.audioGroup != nil }, .groupMixed)
    }

    private func checkLadder(_ log: inout FindingLog) {
        struct Family: Hashable {
            var codec: String
            var range: String
            var rate: Int
            /// BANDWIDTH includes the rendition of the group: surround has more than stereo.
            var audioGroup: String?
        }
        var families: [Family: [VariantStream]] = [:]
        for variant in list.variants where Self.hasVideo(variant) {
            let family = Family(
                codec: variant.codecs(.video).first?.family.rawValue ?? "", range: variant.videoRange?.name ?? "SDR",
                rate: variant.wholeFrameRate, audioGroup: variant.audioGroup)
            families[family, default: []].append(variant)
        }
        for variants in families.values {
            for variant in variants {
                guard let size = variant.resolution,
                    let better = variants.first(where: { other in
                        guard let own = other.resolution else { return false }
                        return own.width * own.height * 4 < size.width * size.height * 3
                            && other.bandwidth >= variant.bandwidth
                    }), let smaller = better.resolution
                else { continue }
                log.add(
                    .sizeOrder,
                    "The variant of \(size.width)x\(size.height) has BANDWIDTH=\(variant.bandwidth), not more than "
                        + "\(better.bandwidth) of the variant of \(smaller.width)x\(smaller.height).",
                    at: place(variant.line))
            }
        }
        checkSteps(&log)
        checkFirst(&log)
        checkStereo(&log)
        checkStandardRange(&log)
        checkPathway(&log)
        let videos = list.variants.filter(Self.hasVideo)
        if list.variants.count == 1 { log.add(.single, "There is one variant.", at: .init(url: url)) }
        if !videos.isEmpty, list.iFrameVariants.isEmpty {
            log.add(.iFramesMissing, "There is no I-frame playlist.", at: .init(url: url))
        }
    }

    private func checkFirst(_ log: inout FindingLog) {
        let videos = list.variants.filter(Self.hasVideo)
        guard let first = videos.first, videos.allSatisfy({ $0.bandwidth <= first.bandwidth }),
            videos.contains(where: { Double($0.bandwidth) * 1.4 < Double(first.bandwidth) })
        else { return }
        log.add(
            .firstVariant,
            "The first variant has \(Words.kilobits(Double(first.bandwidth))), the highest bit rate of all.",
            at: place(first.line))
    }

    /// Checks that a stream with Dolby Digital has stereo for devices without a decoder for it.
    private func checkStereo(_ log: inout FindingLog) {
        let audio = list.variants.map { $0.codecs(.audio).map(\.family) }
        guard let index = audio.firstIndex(where: { $0.contains(.ac3) || $0.contains(.enhancedAC3) }),
            !audio.contains(where: { $0.contains(.aac) }), !list.variants.contains(where: { $0.codecs.isEmpty })
        else { return }
        log.add(
            .stereoMissing, "No variant has AAC in CODECS; the audio is \(list.variants[index].statedCodecs ?? "").",
            at: place(list.variants[index].line))
    }

    /// Checks that a stream with HDR has variants for displays without it. HLG is made for both.
    private func checkStandardRange(_ log: inout FindingLog) {
        let videos = list.variants.filter(Self.hasVideo)
        guard let first = videos.first(where: { $0.videoRange == .perceptualQuantizer }),
            videos.allSatisfy({ $0.videoRange == .perceptualQuantizer || $0.videoRange == .hybridLogGamma })
        else { return }
        log.add(
            .standardRange, "All \(videos.count) variants are HDR: no VIDEO-RANGE is SDR.", at: place(first.line))
    }

    private func checkPathway(_ log: inout FindingLog) {
        guard let steering = list.contentSteering, let pathway = steering.pathwayID,
            !list.variants.contains(where: { $0.pathway == pathway })
        else { return }
        log.add(
            .pathway, "No variant has the pathway “\(pathway.prefix(80))” of EXT-X-CONTENT-STEERING.",
            at: place(steering.line))
    }

    /// Checks the steps between the bit rates of one codec, in which players switch whatever the frame rates, and then those
    /// of all variants, where no codec has both sides of the step.
    private func checkSteps(_ log: inout FindingLog) {
        let videos = list.variants.filter(Self.hasVideo)
        var groups: [[VariantStream]] = []
        var order: [[String]: Int] = [:]
        for variant in videos {
            let key = [variant.codecs(.video).first?.family.rawValue ?? "", variant.videoRange?.name ?? "SDR"]
            if let place = order[key] {
                groups[place].append(variant)
            } else {
                order[key] = groups.count
                groups.append([variant])
            }
        }
        var seen: Set<[Int]> = []
        for variants in groups + [videos] {
            let rates = Set(variants.map(\.bandwidth)).sorted()
            for (low, high) in zip(rates, rates.dropFirst())
            where low > 0 && Double(high) / Double(low) > Self.widestStep && seen.insert([low, high]).inserted {
                // Streams of two variants cover two kinds of networks on purpose.
                let isGap =
                    Double(high) / Double(low) > Self.missingStep && rates.count > 2
                    && !videos.contains { (low + 1..<high).contains($0.bandwidth) }
                log.add(
                    isGap ? .stepMissing : .steps,
                    "The step from \(Words.kilobits(Double(low))) to \(Words.kilobits(Double(high))) is a factor of "
                        + "\(Words.decimal((Double(high) / Double(low) * 10).rounded() / 10)).", at: .init(url: url))
            }
        }
    }

    // MARK: - Renditions

    private func check(_ rendition: Rendition, _ log: inout FindingLog) {
        let at = place(rendition.line)
        if let language = rendition.language {
            if let problem = LanguageForm.problem(of: language) ?? LanguageCodes.problem(of: language) {
                log.add(
                    .language, "LANGUAGE=\"\(language.prefix(40))\" of “\(rendition.name)”: \(problem.message)", at: at,
                    remedy: problem.remedy, kind: nil)
            } else if let short = LanguageCodes.shortCode(of: language) {
                log.add(
                    .languageLong, "LANGUAGE=\"\(language.prefix(40))\" of “\(rendition.name)” is written as \(short).",
                    at: at, remedy: "Write \(short).", kind: nil)
            }
        } else if rendition.kind == .audio || rendition.kind == .subtitles {
            // Of several, players have to choose.
            let peers = list.renditions.count { $0.kind == rendition.kind && $0.groupID == rendition.groupID }
            log.add(
                .languageMissing, "“\(rendition.name)” has no LANGUAGE.", at: at, level: peers > 1 ? .warning : nil)
        }
        if rendition.kind == .audio, rendition.channels == nil {
            log.add(.channelsMissing, "“\(rendition.name)” has no CHANNELS.", at: at)
        }
        if rendition.kind == .audio, let channels = rendition.channels, rendition.channelLayout == nil {
            log.add(
                .channelsForm,
                "CHANNELS=\"\(channels.prefix(40))\" of “\(rendition.name)” does not begin with a number.",
                at: at, kind: nil)
        }
    }

    private func checkGroups(_ log: inout FindingLog) {
        struct Group: Hashable {
            var kind: Rendition.Kind
            var name: String
        }
        var groups: [Group: [Rendition]] = [:]
        var order: [Group] = []
        for rendition in list.renditions {
            let group = Group(kind: rendition.kind, name: rendition.groupID)
            if groups[group] == nil { order.append(group) }
            groups[group, default: []].append(rendition)
        }
        for group in order {
            let members = groups[group] ?? []
            guard let first = members.first else { continue }
            let what = "the \(group.kind.rawValue) group “\(group.name)”"
            if !isUsed(group.kind, group.name) {
                log.add(.groupUnused, "No variant refers to \(what).", at: place(first.line), kind: nil)
            }
            let lacking = members.filter { $0.language == nil }
            if group.kind != .video, let odd = lacking.first, lacking.count < members.count {
                log.add(
                    .languageUneven, "“\(odd.name)” in \(what) has no LANGUAGE, although others have it.",
                    at: place(odd.line))
            }
            checkChoices(members, what, &log)
            if group.kind == .audio, members.count > 1, !members.contains(where: \.isDefault) {
                log.add(.noDefault, "No rendition in \(what) has DEFAULT=YES.", at: place(first.line))
            }
        }
        for kind in [Rendition.Kind.audio, .subtitles] {
            let sets = order.filter { $0.kind == kind }.map { (group: $0, names: Set((groups[$0] ?? []).map(\.name))) }
            guard let first = sets.first, let other = sets.first(where: { $0.names != first.names }) else { continue }
            let difference = first.names.symmetricDifference(other.names).sorted().joined(separator: ", ")
            log.add(
                .groupsDiffer,
                "The \(kind.rawValue) groups “\(first.group.name)” and “\(other.group.name)” do not have the same renditions: "
                    + "\(difference) is in one of them only.", at: place(groups[other.group]?.first?.line ?? 0))
        }
    }

    private func checkChoices(_ members: [Rendition], _ what: String, _ log: inout FindingLog) {
        struct Choice: Hashable {
            var language: String
            var characteristics: [String]
            var isForced: Bool
            var channels: String?
        }
        var choices: [Choice: Rendition] = [:]
        var media: [String: Rendition] = [:]
        for member in members {
            if let uri = member.uri {
                if let other = media[uri], other.language != member.language {
                    log.add(
                        .sameURI, "“\(member.name)” has the same URI as “\(other.name)”.", at: place(member.line),
                        kind: nil)
                } else {
                    media[uri] = member
                }
            }
            guard member.isAutoselect, let language = member.language, member.kind != .closedCaptions else { continue }
            let choice = Choice(
                language: language.lowercased(), characteristics: member.characteristics.sorted(),
                isForced: member.isForced, channels: member.channels)
            if let other = choices[choice] {
                log.add(
                    .sameLanguage,
                    "“\(member.name)” and “\(other.name)” in \(what) have the same language and characteristics, and both "
                        + "may be selected automatically.", at: place(member.line), kind: nil)
            } else {
                choices[choice] = member
            }
        }
    }

    private func isUsed(_ kind: Rendition.Kind, _ name: String) -> Bool {
        list.variants.contains { variant in
            switch kind {
            case .audio: variant.audioGroup == name
            case .video: variant.videoGroup == name
            case .subtitles: variant.subtitleGroup == name
            case .closedCaptions: variant.closedCaptions == .group(name)
            }
        }
    }
}

/// The form of language tags (RFC 5646 section 2.1).
enum LanguageForm {
    /// Names that are often written instead of codes.
    private static let names: [String: String] = [
        "english": "en", "german": "de", "deutsch": "de", "french": "fr", "français": "fr", "spanish": "es",
        "español": "es", "italian": "it", "italiano": "it", "japanese": "ja", "chinese": "zh", "portuguese": "pt",
        "dutch": "nl", "russian": "ru", "korean": "ko", "arabic": "ar", "polish": "pl", "swedish": "sv",
    ]

    static func problem(of tag: String) -> (message: String, remedy: String)? {
        if tag.contains("_") {
            return ("a language tag has hyphens, not underscores.", "Write \(tag.replacing("_", with: "-")).")
        }
        if let code = names[tag.lowercased()] {
            return ("this is the name of the language, not its code.", "Write \(code).")
        }
        let parts = tag.split(separator: "-", omittingEmptySubsequences: false)
        let isFormed = parts.allSatisfy { part in
            (1...8).contains(part.utf8.count)
                && part.utf8.allSatisfy { byte in
                    (0x30...0x39).contains(byte) || (0x41...0x5a).contains(byte) || (0x61...0x7a).contains(byte)
                }
        }
        guard isFormed, let first = parts.first else {
            return ("this is not a language tag.", "Write a tag such as en or pt-BR.")
        }
        let isLanguage = (2...3).contains(first.utf8.count) && first.utf8.allSatisfy { $0 >= 0x41 }
        guard isLanguage || ["x", "i"].contains(first.lowercased()) && parts.count > 1 else {
            return ("a language tag begins with a code of two or three letters.", "Write a tag such as en or pt-BR.")
        }
        if first.lowercased() == "xx" || first.lowercased() == "zz" {
            return ("there is no language \(first).", "Write the code of the language, or und where it is unknown.")
        }
        return nil
    }
}

extension VariantStream {
    /// FRAME-RATE as a whole number; playlists can state any.
    var wholeFrameRate: Int { Int(min(frameRate ?? 0, 1e6).rounded()) }
}
