extension Vocabulary {
    static let english = Vocabulary(
        language: "en",
        writing: .spaced,
        concepts: [
            .what: "what, which, whats",
            .who: "who, whos, whose",
            .when: "when, what time",
            .howLong: "how long, how much, how many minutes, how many more minutes, how many hours",

            .this: "this, that, it, this one, that one, these, those, here",
            .film: "movie*, film, films, show, shows, series, video*, program*, clip, watching, looking at",
            .title: "title*, called, name, named, name of",
            .cast: """
            actor*, actress*, cast, star, stars, starring, starred, appears, appear, acting, acts, performer*, director*, directed, \
            people in
            """,
            .chapter: "chapter*, scene*",
            .episode: "episode*, installment*",
            .beginning:
                "beginning, start over, the start, from start, very start, restart*, from the top, from scratch, start again, begin again, beginning again",
            .end: "end, ends, ending, over, finish*, done",
            .remaining:
                "left, remain*, to go, until the end, till the end, until it ends, until it is over, until it s over",
            .upNext: "up next, watchlist*, watch list*, queue*, my list, the list, list",
            .audio: "audio, language*, dub*, speak*, spoken, voice*, soundtrack*, sound, track, version",
            .captions: "caption*, subtitle*, subs, cc, closed caption*",
            .speed: "speed, rate, tempo, pace, playback speed, playback rate",

            .said: "say, said, saying, says, talk*, tell, told, mention*",
            .heard: "hear, heard, catch, caught, understand, understood, get that, follow",
            .again: "again, repeat*, once more, one more time, come again, pardon*, what was that, sorry what, replay*",
            .play:
                "play*, resume*, continue*, start, starts, go on, carry on, keep going, keep playing, keep watching, watch, unpause*, proceed, begin",
            .pause: "pause*, stop*, halt, hold, hold on, hold on a second, wait, wait a second, wait a minute, freeze*",
            .skip: "skip*, jump*",
            .goTo: "go, move, take me, bring me, seek*, scrub*, get me",
            .add: "add*, save*, keep, remember, bookmark*",

            .forward: "forward*, ahead, fast forward*, ff, onward*",
            .back: "back*, rewind*, reverse",
            .next: "next, following, another",
            .previous: "previous, last, prior, preceding",
            .faster: "faster, quicker, quickly, speed up, speed it up, speed this up, accelerate",
            .slower: "slower, slow, slowly, slow down, slow it down, slow this down",
            .normal: "normal*, regular, usual, standard",
            .on: "on, turn on, switch on, show me, display*, enable*, activate*, with, need, want, would like, give me",
            .off: "off, turn off, switch off, without, no, hide, disable*, remove*, get rid, deactivate*, lose, drop",
            .later: "later",

            .not: "not, don t, didn t, couldn t, can t, cannot, never, dont, didnt, couldnt, cant",
            .to: "to, at",
            .inside: "in, into",
            .and: "and",
            .half: "half",
            .few: "bit, little, few, some, couple, moment, slightly, tad",
            .times: "x, times",
            .percent: "percent",
            .article: "a, an",
            .filler: """
            the, please, can, could, you, would, will, me, my, i, is, are, was, were, do, did, does, am, s, m, re, ll, ve, d, of, for, by, \
            she, he, they, we, us, her, him, them, just, now, then, so, ok, okay, hey, hi, um, uh, there, from, about, let, let s, lets, all, \
            up, down, mark, point, right, turn, make, put, set, switch, change, get, have, has, been, be, should, playback, currently, \
            actually, thanks, thank you, well, more, much, time, than, as, one s, ago, until, till, s going, everything, everyone, still, \
            like, very, tell me, moment, see, let me, some of, really, think, quick, also, first, out, want to, need to, if, after, say me
            """,
        ],
        units: [
            .second: "second, seconds, sec, secs, s", .minute: "minute, minutes, min, mins, m",
            .hour: "hour, hours, hr, hrs, h",
        ],
        numbers: [
            0: "zero", 1: "one", 2: "two, twice, double", 3: "three, triple", 4: "four", 5: "five", 6: "six",
            7: "seven", 8: "eight",
            9: "nine", 10: "ten", 11: "eleven", 12: "twelve", 13: "thirteen", 14: "fourteen", 15: "fifteen",
            16: "sixteen", 17: "seventeen",
            18: "eighteen", 19: "nineteen", 20: "twenty", 30: "thirty", 40: "forty", 50: "fifty", 60: "sixty",
            70: "seventy", 80: "eighty",
            90: "ninety", 100: "hundred", 1000: "thousand",
        ],
        languageNames: [
            "en": "english", "de": "german", "fr": "french", "es": "spanish", "ja": "japanese", "ar": "arabic",
            "it": "italian",
            "pt": "portuguese", "nl": "dutch", "sv": "swedish", "da": "danish", "no": "norwegian", "fi": "finnish",
            "pl": "polish",
            "cs": "czech", "ru": "russian", "uk": "ukrainian", "tr": "turkish", "el": "greek", "he": "hebrew",
            "hi": "hindi",
            "zh": "chinese, mandarin", "ko": "korean",
        ],
        examples: [
            .repeatDialogue: "What did she say?", .namePeople: "Who is in this?", .identify: "What is this?",
            .addToUpNext: "Add this to my Up Next", .play: "Play", .pause: "Pause",
            .skipForward: "Skip 30 seconds forward",
            .skipBackward: "Go back 20 seconds", .seek: "Go to 1:20:00", .restart: "From the beginning",
            .nextChapter: "Next chapter",
            .previousChapter: "Previous chapter", .nextEpisode: "Next episode", .previousEpisode: "Previous episode",
            .chapter: "Go to chapter 3", .audio: "Play it in German", .captionsOn: "Turn on the subtitles",
            .captionsOff: "Turn off the subtitles", .captionsLanguage: "Subtitles in French", .setRate: "Speed 1.5",
            .faster: "Faster",
            .slower: "Slower", .remainingTime: "How long is left?",
        ])
}
