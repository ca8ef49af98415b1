import CoreMedia
import Testing

@testable import HLS

/// Properties of the parser that hold for every input, checked on documents made at random from seeds.
@Suite("WebVTT properties (hls.md section 5; W3C WebVTT section 6.1)")
struct WebVTTPropertyTests {
    private static let seeds = UInt64(1)...400

    /// Runs a check for each seed, which the message of a failure names.
    private func forEachSeed(_ check: (inout PropertyRandom, Comment) -> Void) {
        for seed in Self.seeds {
            var random = PropertyRandom(seed: seed)
            check(&random, "seed \(seed)")
        }
    }

    @Test("a parsed file that is written and parsed again gives the same cues, also after damage")
    func roundTrip_givesSameCues() {
        forEachSeed { random, seed in
            let document = WebVTTDocument(using: &random)
            for bytes in [document.bytes, document.damaged(using: &random)] {
                let once = WebVTTFile.parse(bytes)
                let twice = WebVTTFile.parse(WebVTTWriter.bytes(once))
                #expect(twice.cues == once.cues, seed)
                #expect(twice.timestampMap == once.timestampMap, seed)
            }
        }
    }

    @Test("a valid file gives each of its cues once, in the file's order")
    func validFile_givesEveryCueInOrder() {
        forEachSeed { random, seed in
            let document = WebVTTDocument(using: &random)
            let file = WebVTTFile.parse(document.bytes)
            #expect(file.cues.map(\.identifier) == document.blocks.map { $0[0] }.filter { $0.hasPrefix("cue") }, seed)
            #expect(file.faults.allSatisfy { $0.rule == "webvtt.setting" }, seed)
        }
    }

    @Test("line endings LF, CR and CRLF, and a byte order mark, change neither cues nor faults")
    func lineEndings_changeNothing() {
        forEachSeed { random, seed in
            let lines = WebVTTDocument(using: &random).lines
            let file = WebVTTFile.parse(Array(lines.joined(separator: "\n").utf8))
            for ending in ["\r", "\r\n"] {
                #expect(WebVTTFile.parse(Array(lines.joined(separator: ending).utf8)) == file, seed)
            }
            #expect(WebVTTFile.parse([0xef, 0xbb, 0xbf] + Array(lines.joined(separator: "\n").utf8)) == file, seed)
        }
    }

    @Test("a file that is split between blocks into segments, each with the header, gives the cues of the whole file")
    func segments_giveCuesOfWholeFile() {
        forEachSeed { random, seed in
            let document = WebVTTDocument(using: &random)
            var cues: [WebVTTCue] = []
            var rest = document.blocks[...]
            while !rest.isEmpty {
                var part = document
                part.blocks = Array(rest.prefix(random.number(1...3)))
                rest = rest.dropFirst(part.blocks.count)
                cues += WebVTTFile.parse(part.bytes).cues
                part.header = []
                let bytes = Array(part.lines.dropFirst().joined(separator: "\n").utf8)
                let headless = WebVTTFile.parse(bytes, headerIsElsewhere: true)
                #expect(headless.cues == WebVTTFile.parse(document.with(part.blocks).bytes).cues, seed)
            }
            #expect(cues == WebVTTFile.parse(document.bytes).cues, seed)
        }
    }

    @Test("a file that ends early gives the cues before the cut, and at most one more cue")
    func truncatedFile_givesCuesBeforeCut() {
        forEachSeed { random, seed in
            let bytes = WebVTTDocument(using: &random).bytes
            let whole = WebVTTFile.parse(bytes).cues
            let cut = random.number(0...bytes.count)
            let part = WebVTTFile.parse(Array(bytes[..<cut])).cues
            #expect(part.count <= whole.count, seed)
            #expect(part.dropLast() == whole.prefix(max(0, part.count - 1)), seed)
        }
    }

    @Test("an invalid block between two blocks is reported at its line and changes no other cue")
    func invalidBlock_affectsNoOtherCue() {
        let invalid = [
            ["00:61:00.000 --> 01:00:00.000"],
            ["id", "0:0:1 --> 00:00:02.000", "text"], ["00:00:01.000 --> never"], ["--> 00:00:01.000"],
        ]
        forEachSeed { random, seed in
            let document = WebVTTDocument(using: &random)
            let place = random.number(0...document.blocks.count)
            let block = random.pick(invalid)
            var other = document
            other.blocks.insert(block, at: place)
            let (before, after) = (WebVTTFile.parse(document.bytes), WebVTTFile.parse(other.bytes))
            #expect(after.cues == before.cues, seed)
            let first = document.with(Array(document.blocks[..<place])).lines.count + 1
            let faults = after.faults.filter { $0.rule != "webvtt.setting" }
            #expect(faults.map { (first..<first + block.count).contains($0.line) } == [true], seed)
        }
    }

    @Test("cues and faults of any bytes stay within the limits")
    func anyBytes_stayWithinLimits() {
        var limits = WebVTTLimits()
        (limits.byteCount, limits.cueCount, limits.payloadByteCount) = (400, 3, 24)
        (limits.lineByteCount, limits.faultCount) = (48, 2)
        forEachSeed { random, seed in
            let noise = (0..<random.number(0...300)).map { _ in UInt8(random.number(0...255)) }
            let damaged = WebVTTDocument(using: &random).damaged(using: &random)
            for bytes in [noise, damaged, Array("WEBVTT\n\n".utf8) + noise] {
                for isElsewhere in [false, true] {
                    let file = WebVTTFile.parse(bytes, headerIsElsewhere: isElsewhere, limits: limits)
                    let lineCount = bytes.count { $0 == 0x0a || $0 == 0x0d } + 1
                    #expect(file.cues.count <= 3 && file.faults.count <= 2, seed)
                    #expect(file.faults.allSatisfy { (0...lineCount).contains($0.line) }, seed)
                    // An invalid byte becomes a replacement character of three bytes.
                    #expect(file.cues.allSatisfy { $0.payload.utf8.count <= 3 * 24 }, seed)
                    #expect(file.cues.allSatisfy { $0.start >= .zero && $0.end >= .zero }, seed)
                    #expect(file.cues.allSatisfy { $0.end.seconds < 1_000_000 * 3_600 }, seed)
                }
            }
        }
    }

    @Test("a file that arrives in pieces of any length gives what the whole file gives, also after damage")
    func pieces_giveWhatWholeFileGives() {
        forEachSeed { random, seed in
            let document = WebVTTDocument(using: &random)
            for bytes in [document.bytes, document.damaged(using: &random)] {
                var parser = WebVTTParser()
                var cues: [WebVTTCue] = []
                var rest = bytes[...]
                while !rest.isEmpty {
                    let piece = Array(rest.prefix(random.number(1...9)))
                    rest = rest.dropFirst(piece.count)
                    piece.withUnsafeBufferPointer { parser.append($0) }
                    cues += parser.takeCues()
                }
                parser.finish()
                cues += parser.takeCues()
                let whole = WebVTTFile.parse(bytes)
                #expect(cues == whole.cues, seed)
                #expect(parser.file.faults == whole.faults, seed)
                #expect(parser.file.timestampMap == whole.timestampMap, seed)
            }
        }
    }

    @Test("text with its markup characters escaped is displayed unchanged and without styles")
    func escapedText_isUnchanged() {
        let alphabet = ["a", "&", "<", ">", ";", "amp", "#", "x41", "é", "🎬", " ", "b", "/"]
        forEachSeed { random, seed in
            let text = (0..<random.number(0...20)).map { _ in random.pick(alphabet) }.joined()
            let escaped = text.map { ["&": "&amp;", "<": "&lt;", ">": "&gt;"][$0] ?? String($0) }.joined()
            let parsed = WebVTTCue.styledText(of: escaped)
            #expect(parsed.text == text, seed)
            #expect(parsed.spans.isEmpty, seed)
        }
    }

    @Test("styled ranges of any text lie within it, in order and without overlap")
    func spans_areOrderedWithinText() {
        let alphabet = [
            "<b>", "</b>", "<i>", "</i>", "<u.x>", "</u>", "<c.red>", "</c>", "<v A>", "</v>", "<rt>", "</rt>", "<",
            ">",
            "&amp;", "&#128512;", "&#0;", "&#xD800;", "word ", "🎬", "\n",
        ]
        forEachSeed { random, seed in
            let payload = (0..<random.number(0...30)).map { _ in random.pick(alphabet) }.joined()
            let (text, spans) = WebVTTCue.styledText(of: payload)
            var end = 0
            for span in spans {
                #expect(span.range.lowerBound >= end && !span.range.isEmpty, seed)
                #expect(span.style != WebVTTSpan.Style(), seed)
                end = span.range.upperBound
            }
            #expect(end <= text.utf16.count, seed)
        }
    }
}

extension WebVTTDocument {
    fileprivate func with(_ blocks: [[String]]) -> WebVTTDocument {
        var copy = self
        copy.blocks = blocks
        return copy
    }
}
