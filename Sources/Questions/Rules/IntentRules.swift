/// The rules of all languages, from the most specific to the least. The first that applies decides.
enum IntentRules {
    /// The interval of "go back" without a time, and of "what did she say?".
    static let usualSeconds = 10.0

    static let all: [IntentRule] =
        dialogue + catalog + [remaining, remainingAsked, remainingAtEnd] + captions + audio + speed + parts + seeks
        + transport

    // MARK: Questions

    private static let dialogue = [
        // "Repeat the last 20 seconds": without captions.
        IntentRule(needs: [[.again, .previous]], permits: [.back, .play], requires: .time) {
            $0.time.map { [.skip(seconds: -$0.seconds)] } ?? []
        },
        IntentRule(
            needs: [[.said]], permits: [.what, .again, .heard, .not, .play, .back, .who], accepts: .time,
            unknownWords: 1
        ) { reading in
            // No player publishes who speaks, so "Who said that?" has no answer.
            if reading.has(.who), !reading.has(.what), !reading.has(.again) { return [] }
            return [.repeatDialogue(seconds: reading.time?.seconds ?? usualSeconds)]
        },
        IntentRule(needs: [[.heard], [.not, .what]], permits: [.what, .again, .said], unknownWords: 1) { _ in
            [.repeatDialogue(seconds: usualSeconds)]
        },
        IntentRule(needs: [[.again], [.play]]) { _ in [.restart, .repeatDialogue(seconds: usualSeconds)] },
        IntentRule(needs: [[.again]], permits: [.what]) { _ in [.repeatDialogue(seconds: usualSeconds)] },
    ]

    private static let catalog = [
        IntentRule(needs: [[.upNext]], permits: [.add, .later, .title, .episode, .play], unknownWords: 1) { reading in
            reading.has(.play) && !reading.has(.add) && !reading.has(.later) ? [] : [.addToUpNext]
        },
        IntentRule(needs: [[.later]], permits: [.add, .play, .title, .episode]) { _ in [.addToUpNext] },
        IntentRule(needs: [[.who, .cast]], permits: [.what, .play, .title, .episode], unknownWords: 1) { _ in
            [.namePeople]
        },
        IntentRule(needs: [[.title], [.what, .this, .film, .episode]], permits: [.play], unknownWords: 1) { _ in
            [.identify]
        },
        IntentRule(needs: [[.what], [.this, .film, .play, .episode]]) { _ in [.identify] },
    ]

    private static let remaining = IntentRule(
        needs: [[.remaining]], permits: [.howLong, .when, .what, .end, .play, .episode]
    ) { _ in
        [.remainingTime]
    }
    private static let remainingAsked = IntentRule(needs: [[.howLong]], permits: [.end, .play, .episode]) { _ in
        [.remainingTime]
    }
    private static let remainingAtEnd = IntentRule(needs: [[.end], [.when, .this, .film]], permits: [.episode]) { _ in
        [.remainingTime]
    }

    // MARK: Selection

    private static let captions = [
        IntentRule(needs: [[.captions], [.off, .not, .pause]], permits: [.play, .said], accepts: .language) { _ in
            [.captions(.off)]
        },
        IntentRule(needs: [[.captions]], permits: [.play, .add, .goTo, .audio], requires: .language) {
            [.captions(.language($0.language))]
        },
        IntentRule(needs: [[.captions], [.on, .play, .add, .inside]], permits: [.goTo]) { _ in [.captions(.on)] },
        IntentRule(needs: [[.captions]]) { _ in [.captions(.on), .captions(.off)] },
    ]

    private static let audio = [
        IntentRule(
            needs: [[.audio, .play, .goTo, .inside, .to, .said, .on]], permits: [.play, .add, .skip, .heard],
            requires: .language
        ) {
            [.audio(language: $0.language)]
        },
        IntentRule(needs: [], requires: .language) {
            [.audio(language: $0.language), .captions(.language($0.language))]
        },
    ]

    private static let speed = [
        IntentRule(needs: [[.normal], [.speed, .play, .faster, .slower]], permits: [.back, .goTo]) { _ in [.setRate(1)]
        },
        IntentRule(needs: [[.slower], [.times]], permits: [.play, .speed], requires: .number) {
            [.setRate(1 / max($0.number ?? 1, 0.001))]
        },
        IntentRule(
            needs: [[.speed, .times, .percent, .faster, .slower]], permits: [.play, .goTo, .faster], requires: .number
        ) {
            [.setRate($0.number ?? 1)]
        },
        IntentRule(needs: [[.half], [.speed]], permits: [.play, .goTo]) { _ in [.setRate(0.5)] },
        IntentRule(needs: [[.faster]], permits: [.play, .speed, .goTo]) { _ in [.changeRate(.faster)] },
        IntentRule(needs: [[.slower]], permits: [.play, .speed, .goTo]) { _ in [.changeRate(.slower)] },
        IntentRule(needs: [[.speed]]) { _ in [.changeRate(.faster), .changeRate(.slower)] },
    ]

    // MARK: Position

    private static let parts = [
        IntentRule(needs: [[.beginning]], permits: [.play, .forward, .goTo, .back, .again, .skip, .episode, .previous])
        { _ in
            [.restart]
        },
        IntentRule(needs: [[.chapter]], permits: [.goTo, .skip, .play, .forward], requires: .number) { reading in
            reading.number.flatMap { Int(exactly: $0) }.map { [.chapter(number: $0)] } ?? []
        },
        IntentRule(needs: [[.previous, .back], [.chapter]], permits: moving, accepts: .number) { _ in
            [.move(.previous, .chapter)]
        },
        IntentRule(needs: [[.next, .forward, .skip], [.chapter]], permits: moving, accepts: .number) { _ in
            [.move(.next, .chapter)]
        },
        IntentRule(needs: [[.previous, .back], [.episode]], permits: moving, accepts: .number) { _ in
            [.move(.previous, .episode)]
        },
        IntentRule(needs: [[.next, .forward, .skip], [.episode]], permits: moving, accepts: .number) { _ in
            [.move(.next, .episode)]
        },
        IntentRule(needs: [[.previous]], permits: [.play, .goTo, .back]) { _ in [.move(.previous, .episode)] },
        IntentRule(needs: [[.next]], permits: [.play, .goTo, .skip, .forward]) { _ in [.move(.next, .episode)] },
    ]

    private static let moving: Set<Concept> = [.play, .goTo, .skip, .forward, .back, .again]

    private static let seeks = [
        IntentRule(needs: [], permits: [.goTo, .skip, .play, .forward, .back], requires: .time) { reading in
            guard let time = reading.time, time.kind == .position || time.isTarget else { return [] }
            return [.seek(toSeconds: time.seconds)]
        },
        // "Weiter" is "go on" as well as "further".
        IntentRule(needs: [[.play], [.forward]]) { _ in [.play] },
        IntentRule(needs: [[.back]], permits: [.skip, .goTo, .play, .again, .previous], accepts: [.time, .number]) {
            [.skip(seconds: -interval($0))]
        },
        IntentRule(needs: [[.forward]], permits: [.skip, .goTo, .play, .faster], accepts: [.time, .number]) {
            [.skip(seconds: interval($0))]
        },
        IntentRule(needs: [[.skip, .goTo]], requires: .time) { [.skip(seconds: interval($0))] },
        IntentRule(needs: [[.skip]], requires: .number) { [.skip(seconds: interval($0))] },
        IntentRule(needs: [[.skip], [.few]]) { [.skip(seconds: interval($0))] },
        IntentRule(needs: [[.skip]]) { _ in [.skip(seconds: usualSeconds), .move(.next, .episode)] },
        IntentRule(needs: [], requires: .time) { [.skip(seconds: interval($0)), .skip(seconds: -interval($0))] },
    ]

    private static func interval(_ reading: Reading) -> Double {
        reading.time?.seconds ?? reading.number ?? usualSeconds
    }

    private static let transport = [
        IntentRule(needs: [[.pause]], permits: [.play]) { _ in [.pause] },
        IntentRule(needs: [[.play]], permits: [.again]) { _ in [.play] },
    ]
}
