import HLS

/// Checks the attributes that describe variants and renditions to players: identifiers, scores, protection, layouts, pathways.
struct AttributeChecks {
    let list: MultivariantPlaylist
    let url: String

    func check(_ log: inout FindingLog) {
        for variant in list.variants {
            checkSupplemental(variant, &log)
            checkLayout(variant, &log)
        }
        for rendition in list.renditions { check(rendition, &log) }
        checkIdentifiers(&log)
        checkScores(&log)
        checkProtection(&log)
        checkPathways(&log)
        checkCaptions(&log)
        checkGroups(&log)
    }

    private func place(_ line: Int) -> StreamFinding.Place { .init(url: url, line: line) }

    // MARK: - Variants

    /// The base codecs that a supplemental codec extends, by its sample entry.
    private static let bases: [String: Set<String>] = [
        "dvh1": ["hvc1", "hev1"], "dvhe": ["hvc1", "hev1"], "dva1": ["avc1", "avc3"], "dvav": ["avc1", "avc3"],
        "dav1": ["av01"],
    ]

    private func checkSupplemental(_ variant: VariantStream, _ log: inout FindingLog) {
        let entries = Set(variant.codecs.compactMap { $0.split(separator: ".").first.map(String.init) })
        for codec in variant.supplementalCodecs {
            let parts = codec.split(separator: "/", omittingEmptySubsequences: false)
            guard parts.count > 1, !parts.contains(where: \.isEmpty) else {
                log.add(
                    .supplemental, "“\(codec.prefix(80))” in SUPPLEMENTAL-CODECS has no compatibility brand.",
                    at: place(variant.line), kind: nil)
                continue
            }
            guard let entry = parts[0].split(separator: ".").first, let bases = Self.bases[String(entry)],
                bases.isDisjoint(with: entries)
            else { continue }
            log.add(
                .supplemental,
                "“\(codec.prefix(80))” in SUPPLEMENTAL-CODECS extends \(bases.sorted().joined(separator: " or ")), which "
                    + "CODECS=\"\(variant.statedCodecs?.prefix(80) ?? "")\" does not have.", at: place(variant.line),
                kind: nil)
        }
    }

    private static let layouts: Set<String> = ["CH-MONO", "CH-STEREO"]
    private static let multiviewCodecs: Set<String> = ["hvc1", "hev1", "dvh1", "dvhe"]

    private func checkLayout(_ variant: VariantStream, _ log: inout FindingLog) {
        let words = variant.videoLayout.flatMap { $0.split(separator: "/").map(String.init) }
        for word in words where !Self.layouts.contains(word) && !word.hasPrefix("PROJ-") {
            log.add(
                .videoLayout, "“\(word.prefix(40))” is not a value of REQ-VIDEO-LAYOUT.", at: place(variant.line),
                kind: nil)
        }
        let isMultiview =
            variant.codecs.isEmpty
            || variant.codecs.contains {
                Self.multiviewCodecs.contains(String($0.split(separator: ".").first ?? ""))
            }
        if words.contains("CH-STEREO"), !isMultiview {
            log.add(
                .videoLayout,
                "REQ-VIDEO-LAYOUT has CH-STEREO, and CODECS=\"\(variant.statedCodecs?.prefix(80) ?? "")\" has no MV-HEVC.",
                at: place(variant.line), kind: nil)
        }
    }

    private func checkIdentifiers(_ log: inout FindingLog) {
        struct Key: Hashable {
            var id: String
            var scope: String
        }
        func check(_ entries: [(key: Key, uri: String, line: Int)], _ attribute: String) {
            var known: [Key: String] = [:]
            for entry in entries {
                if let other = known[entry.key], other != entry.uri {
                    log.add(
                        .stableID,
                        "\(attribute)=\"\(entry.key.id.prefix(60))\" stands for \(other.prefix(120)), too.",
                        at: place(entry.line), kind: attribute)
                } else {
                    known[entry.key] = entry.uri
                }
            }
        }
        check(
            list.variants.compactMap { variant in
                variant.stableID.map { (Key(id: $0, scope: variant.pathway), variant.uri, variant.line) }
            }, "STABLE-VARIANT-ID")
        // Groups of one pathway cannot be told from those of another.
        guard Set(list.variants.map(\.pathway)).count == 1 else { return }
        check(
            list.renditions.compactMap { rendition in
                guard let id = rendition.stableID, let uri = rendition.uri else { return nil }
                return (Key(id: id, scope: rendition.kind.rawValue), uri, rendition.line)
            }, "STABLE-RENDITION-ID")
    }

    private func checkScores(_ log: inout FindingLog) {
        let scored = list.variants.filter { $0.score != nil && $0.resolution != nil }
        for variant in scored {
            guard
                let better = scored.first(where: { other in
                    guard let size = variant.resolution, let larger = other.resolution else { return false }
                    return Self.family(other) == Self.family(variant) && larger.width > size.width
                        && larger.height > size.height && other.bandwidth > variant.bandwidth
                        && (other.score ?? 0) < (variant.score ?? 0)
                }), let size = better.resolution
            else { continue }
            log.add(
                .scoreOrder,
                "SCORE is \(Words.decimal(variant.score ?? 0)), and \(Words.decimal(better.score ?? 0)) for the variant of "
                    + "\(size.width)x\(size.height) with a higher bit rate.", at: place(variant.line))
        }
    }

    private static func family(_ variant: VariantStream) -> [String] {
        [
            variant.codecs(.video).first?.family.rawValue ?? "", variant.videoRange?.name ?? "SDR",
            "\(variant.wholeFrameRate)", variant.pathway,
        ]
    }

    private static let levels: [VariantStream.CopyProtection] = [.none, .type0, .type1]

    private func checkProtection(_ log: inout FindingLog) {
        func level(_ variant: VariantStream) -> Int {
            variant.copyProtection.flatMap { Self.levels.firstIndex(of: $0) } ?? 0
        }
        for variant in list.variants {
            guard let size = variant.resolution, level(variant) > 0,
                let larger = list.variants.first(where: { other in
                    guard let area = other.resolution else { return false }
                    return area.width * area.height > size.width * size.height && level(other) < level(variant)
                }), let area = larger.resolution
            else { continue }
            log.add(
                .copyProtection,
                "HDCP-LEVEL of \(size.width)x\(size.height) is \(variant.copyProtection?.rawValue ?? ""), higher than that of "
                    + "\(area.width)x\(area.height).", at: place(variant.line))
        }
    }

    /// Checks that each pathway has the variants of the others: by their stable identifiers, or else by what they declare.
    private func checkPathways(_ log: inout FindingLog) {
        var pathways: [String: Set<String>] = [:]
        var order: [String] = []
        let hasIdentifiers = list.variants.allSatisfy { $0.stableID != nil }
        for variant in list.variants {
            if pathways[variant.pathway] == nil { order.append(variant.pathway) }
            let size = variant.resolution.map { "\($0.width)x\($0.height) " } ?? ""
            let name = hasIdentifiers ? variant.stableID ?? "" : "\(size)\(variant.bandwidth)"
            pathways[variant.pathway, default: []].insert(name)
        }
        if order.count > 1, list.contentSteering == nil {
            log.add(
                .steeringAbsent,
                "There are \(order.count) pathways, and no EXT-X-CONTENT-STEERING.", at: place(list.variants[0].line))
        }
        guard let first = order.first, let own = pathways[first],
            let other = order.dropFirst().first(where: { pathways[$0] != own }), let names = pathways[other]
        else { return }
        let difference = own.symmetricDifference(names).sorted().prefix(4).joined(separator: ", ")
        let line = list.variants.first { $0.pathway == other }?.line ?? 0
        log.add(
            .pathwaysDiffer,
            "The pathways “\(first.prefix(40))” and “\(other.prefix(40))” do not have the same variants: "
                + "\(difference.prefix(200)).", at: place(line))
    }

    // MARK: - Renditions

    /// The characteristics that Apple defines for renditions.
    private static let characteristics: Set<String> = [
        "public.accessibility.transcribes-spoken-dialog", "public.accessibility.describes-music-and-sound",
        "public.accessibility.describes-video", "public.accessibility.enhances-speech-intelligibility",
        "public.easy-to-read", "public.machine-generated", "public.auxiliary-content", "public.main-program-content",
        "public.translation", "public.translation.dubbed", "public.translation.voice-over",
        "public.original-content", "public.subtitles.forced-only",
    ]

    private func check(_ rendition: Rendition, _ log: inout FindingLog) {
        for name in rendition.characteristics
        where name.hasPrefix("public.") && !Self.characteristics.contains(name) {
            log.add(
                .characteristics, "“\(name.prefix(80))” of “\(rendition.name)” is not a known characteristic.",
                at: place(rendition.line), kind: nil)
        }
        if let language = rendition.associatedLanguage,
            let problem = LanguageForm.problem(of: language) ?? LanguageCodes.problem(of: language)
        {
            log.add(
                .language, "ASSOC-LANGUAGE=\"\(language.prefix(40))\" of “\(rendition.name)”: \(problem.message)",
                at: place(rendition.line), remedy: problem.remedy, kind: nil)
        }
    }

    private func checkCaptions(_ log: inout FindingLog) {
        var known: [[String]: Rendition] = [:]
        for rendition in list.renditions where rendition.kind == .closedCaptions {
            guard let channel = rendition.instreamID else { continue }
            if let other = known[[rendition.groupID, channel]] {
                log.add(
                    .captionChannel,
                    "“\(rendition.name)” has INSTREAM-ID=\"\(channel)\" like “\(other.name)”.",
                    at: place(rendition.line), kind: nil)
            } else {
                known[[rendition.groupID, channel]] = rendition
            }
        }
    }

    /// Compares renditions of one name in several groups.
    private func checkGroups(_ log: inout FindingLog) {
        var known: [[String]: Rendition] = [:]
        for rendition in list.renditions {
            let key = [rendition.kind.rawValue, rendition.name]
            guard let other = known[key], other.groupID != rendition.groupID else {
                known[key] = known[key] ?? rendition
                continue
            }
            let differing = [
                ("LANGUAGE", rendition.language == other.language),
                ("DEFAULT", rendition.isDefault == other.isDefault),
                ("AUTOSELECT", rendition.isAutoselect == other.isAutoselect),
                ("FORCED", rendition.isForced == other.isForced),
                ("CHARACTERISTICS", Set(rendition.characteristics) == Set(other.characteristics)),
                ("ASSOC-LANGUAGE", rendition.associatedLanguage == other.associatedLanguage),
            ].filter { !$0.1 }.map(\.0)
            guard !differing.isEmpty else { continue }
            log.add(
                .groupAttributes,
                "“\(rendition.name)” has another \(differing.joined(separator: ", ")) in the group "
                    + "“\(rendition.groupID)” than in “\(other.groupID)”.", at: place(rendition.line))
        }
    }
}
