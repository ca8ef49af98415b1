import Testing

@testable import AssetRules

struct AssetLintTests {
    /// A film that breaks no rule.
    private static var film: AssetFacts {
        var facts = AssetFacts()
        facts.duration = 100
        var video = AssetFacts.Video()
        (video.track, video.codec, video.profile, video.width, video.height) = (1, "h264", "High", 1920, 800)
        video.beginsBlack = false
        facts.video = [video]
        var audio = AssetFacts.Audio()
        (audio.track, audio.codec, audio.language) = (2, "aac", "en-GB")
        audio.loudness = AssetFacts.Loudness(integrated: -23.4, range: 8, truePeak: -2)
        facts.audio = [audio]
        var captions = AssetFacts.Captions()
        (captions.track, captions.language) = (3, "en")
        facts.captions = [captions]
        facts.chapters = [
            .init(start: 0, duration: 50, title: "One", language: "en"),
            .init(start: 50, duration: 50, title: "Two", language: "en"),
            .init(start: 0, duration: 50, title: "Eins", language: "de"),
            .init(start: 50, title: "Zwei", language: "de"),
        ]
        (facts.hasTitle, facts.hasArtwork, facts.hasRating, facts.hasDescription) = (true, true, true, true)
        return facts
    }

    /// A clip for a watch that breaks no rule.
    private static var clip: AssetFacts {
        var facts = AssetFacts()
        facts.duration = 30
        var video = AssetFacts.Video()
        (video.track, video.codec, video.profile, video.width, video.height) = (1, "h264", "High", 320, 180)
        (video.framesPerSecond, video.bitsPerSecond) = (29.97, 165_000)
        facts.video = [video]
        var audio = AssetFacts.Audio()
        (audio.track, audio.codec, audio.profile, audio.bitsPerSecond) = (2, "aac", "HE-AAC", 64_000)
        facts.audio = [audio]
        return facts
    }

    private func check(_ facts: AssetFacts, as profile: AssetProfile = .film) -> [String] {
        var lint = AssetLint()
        lint.profile = profile
        return lint.check(facts).map(\.rule.id)
    }

    @Test("a file that is cut off is an error in both profiles, and the message has both numbers of bytes")
    func cutOff() throws {
        for (facts, profile) in [(Self.film, AssetProfile.film), (Self.clip, .clip)] {
            var lint = AssetLint()
            lint.profile = profile
            var cut = facts
            cut.cutOff = AssetFacts.CutOff(actual: 60_000, declared: 942_200)
            let finding = try #require(lint.check(cut).first)
            #expect(finding.rule.id == "cut-off" && finding.rule.level == .error)
            #expect(finding.message.contains("60000") && finding.message.contains("942200"), "\(finding.message)")
            #expect(!lint.check(facts).contains { $0.rule == .cutOff })
        }
    }

    @Test("nested chapters are no disorder of the chapters that contain them")
    func nestedChapters() {
        var facts = Self.film
        facts.chapters = [
            .init(start: 0, duration: 50, title: "Part"), .init(start: 0, duration: 20, title: "Scene 1", level: 1),
            .init(start: 20, duration: 30, title: "Scene 2", level: 1), .init(start: 50, duration: 50, title: "Part 2"),
        ]
        #expect(AssetLint().check(facts).isEmpty)
        facts.chapters[2].start = 10
        #expect(AssetLint().check(facts).map(\.rule.id) == ["chapter-order"])
    }

    @Test("R217, R242: a film and a clip that follow the guidelines have no findings")
    func clean() {
        #expect(check(Self.film) == [])
        #expect(check(Self.clip, as: .clip) == [])
        var portrait = Self.clip
        (portrait.video[0].width, portrait.video[0].height) = (208, 260)
        #expect(check(portrait, as: .clip) == [])
    }

    typealias Change = @Sendable (inout AssetFacts) -> Void

    private static let mistakes: [(String, Change)] = [
        ("padding", { $0.video[0].bars = [0, 140, 0, 140] }),
        ("black-first-frame", { $0.video[0].beginsBlack = true }),
        ("title", { $0.hasTitle = false }), ("artwork", { $0.hasArtwork = false }),
        ("rating", { $0.hasRating = false }),
        ("description", { $0.hasDescription = false }),
        ("chapter-title", { $0.chapters[1].title = " " }), ("chapter-title", { $0.chapters[1].title = nil }),
        ("chapter-order", { $0.chapters.swapAt(0, 1) }), ("chapter-order", { $0.chapters[0].duration = 51 }),
        ("chapter-order", { $0.chapters[1].start = 0 }),
        ("chapter-end", { $0.chapters[3].start = 100 }),
        ("captions", { $0.captions = [] }), ("captions", { $0.captions[0].isForced = true }),
        ("captions", { $0.captions[0].language = "de" }),
        ("audio-language", { $0.audio[0].language = nil }),
        ("loudness", { $0.audio[0].loudness?.integrated = -21.9 }),
        ("loudness", { $0.audio[0].loudness?.integrated = -24.1 }),
        ("true-peak", { $0.audio[0].loudness?.truePeak = -0.9 }),
    ]

    @Test("R60, R217: each mistake in a film is found, and nothing else", arguments: mistakes.indices)
    func mistake(_ index: Int) {
        let (rule, change) = Self.mistakes[index]
        var facts = Self.film
        change(&facts)
        #expect(check(facts) == [rule])
    }

    private static let clipMistakes: [(String, Change)] = [
        ("clip-duration", { $0.duration = 30.04 }),
        ("clip-codec", { $0.video[0].codec = "hevc" }), ("clip-codec", { $0.video[0].profile = "Main" }),
        ("clip-bit-rate", { $0.video[0].bitsPerSecond = 180_000 }),
        ("clip-bit-rate", { $0.video[0].framesPerSecond = 50 }),
        ("clip-size", { $0.video[0].width = 640 }), ("clip-size", { $0.video[0].height = 260 }),
        ("clip-audio", { $0.audio[0].codec = "mp3" }), ("clip-audio", { $0.audio[0].profile = "LC" }),
        ("clip-audio", { $0.audio[0].bitsPerSecond = 128_000 }),
        ("padding", { $0.video[0].bars = [40, 0, 40, 0] }),
    ]

    @Test(
        "R243, R244, R245, R246, R247, R248, R249: each mistake in a clip is found, and nothing else",
        arguments: clipMistakes.indices)
    func clipMistake(_ index: Int) {
        let (rule, change) = Self.clipMistakes[index]
        var facts = Self.clip
        change(&facts)
        #expect(check(facts, as: .clip) == [rule])
    }

    @Test("an unknown value is no finding")
    func unknown() {
        var facts = Self.film
        facts.duration = nil
        facts.video[0].beginsBlack = nil
        facts.audio[0].loudness = nil
        #expect(check(facts) == [])
        var clip = Self.clip
        (clip.video[0].bitsPerSecond, clip.video[0].framesPerSecond, clip.audio[0].bitsPerSecond) = (nil, nil, nil)
        (clip.video[0].profile, clip.audio[0].profile) = (nil, nil)
        #expect(check(clip, as: .clip) == [])
    }

    @Test("one finding for each language without captions, also with several audio tracks; silent tracks have none")
    func severalTracks() {
        var facts = Self.film
        for language in ["de", "de-AT", "zxx"] {
            var audio = facts.audio[0]
            audio.language = language
            facts.audio.append(audio)
        }
        #expect(check(facts) == ["captions"])
    }

    @Test("a rule can be left out, and the loudness has another target")
    func options() {
        var lint = AssetLint()
        lint.ignored = ["title"]
        lint.targetLoudness = -16
        var facts = Self.film
        facts.hasTitle = false
        #expect(lint.check(facts).map(\.rule.id) == ["loudness"])
        facts.audio[0].loudness?.integrated = -16.9
        #expect(lint.check(facts).isEmpty)
    }

    @Test("messages name the track, the values and what to do")
    func messages() throws {
        var facts = Self.film
        facts.video[0].bars = [0, 140, 0, 138]
        facts.audio[0].loudness?.integrated = -18.26
        facts.chapters[3].start = 3723.5
        facts.hasRating = false
        let found = AssetLint().check(facts)
        #expect(
            found.map(\.message) == [
                "The frames of track 1 have black bars: 140 pixels top, 138 pixels bottom.",
                "The metadata has no content rating.",
                "The chapter at 1:02:03.500 begins after the end of the item at 0:01:40.000.",
                "Audio track 2 has a loudness of -18.3 LUFS; -23.0 LUFS is the target.",
            ])
        #expect(found[0].remedy == "Encode the picture without its bars, as 1920x522.")
        #expect(found[3].remedy.hasPrefix("Change its gain by -4.7 dB"))
    }

    @Test("identifiers of rules are unique, and every rule has a summary, a reason and a source")
    func rules() {
        #expect(Set(AssetRule.all.map(\.id)).count == AssetRule.all.count)
        for rule in AssetRule.all {
            #expect(
                rule.summary.hasSuffix(".") && rule.reason.hasSuffix(".") && !rule.source.isEmpty
                    && !rule.profiles.isEmpty)
        }
    }
}
