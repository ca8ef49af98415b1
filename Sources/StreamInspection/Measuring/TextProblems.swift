import CoreMedia
import HLS

/// Faults of WebVTT files that players tolerate, and that lose something: styles after cues, identifiers, tags, times inside cues.
enum TextProblems {
    private static let tags: Set<String> = ["c", "i", "b", "u", "v", "lang", "ruby", "rt"]
    /// Faults beyond this number are not looked for.
    private static let mostProblems = 20

    static func all(in file: WebVTTFile, _ bytes: [UInt8]) -> [String] {
        var found: [String] = []
        if let line = lateBlock(in: bytes) {
            found.append("line \(line): a STYLE or REGION block after the first cue is ignored.")
        }
        for (cue, next) in zip(file.cues, file.cues.dropFirst())
        where cue.start == next.start && cue.end == next.end && cue.payload == next.payload
            && cue.settings == next.settings && !cue.payload.isEmpty
        {
            found.append("the cue at \(Int(cue.start.seconds)) s: the cue is in the file twice.")
            break
        }
        if let cue = file.cues.first(where: { isEncodedTwice($0.payload) }) {
            found.append(
                "the cue at \(Int(cue.start.seconds)) s: the text was encoded as UTF-8 twice: “\(cue.payload.prefix(40))”."
            )
        }
        var identifiers: Set<String> = []
        for cue in file.cues {
            guard found.count < mostProblems else { break }
            let at = "the cue at \(Int(cue.start.seconds)) s"
            if !cue.identifier.isEmpty, !identifiers.insert(cue.identifier).inserted {
                found.append("\(at): there is another cue “\(cue.identifier.prefix(40))” in the file.")
            }
            guard cue.payload.contains("<") else { continue }
            for tag in markup(in: cue.payload) {
                if tag.first?.isNumber == true {
                    guard let time = seconds(tag), time < cue.start.seconds || time > cue.end.seconds else { continue }
                    found.append("\(at): the time <\(tag.prefix(20))> is outside the cue.")
                } else if !tags.contains(name(of: tag)) {
                    found.append("\(at): <\(tag.prefix(20))> is not a tag of WebVTT.")
                }
            }
        }
        return found
    }

    /// Whether the bytes of UTF-8 were read as Windows-1252 or Latin-1 and encoded again: “Ã©” in place of “é”.
    private static func isEncodedTwice(_ text: String) -> Bool {
        let scalars = Array(text.unicodeScalars)
        return zip(scalars, scalars.dropFirst()).contains { first, second in
            switch first.value {
            // No language has these letters before such signs.
            case 0xc3: (0x80...0xbf).contains(second.value) || continuations.contains(second.value)
            case 0xe2: second.value == 0x20ac || second.value == 0x80
            default: false
            }
        }
    }

    /// The characters of Windows-1252 from 0x80 to 0x9f that are letters or marks elsewhere.
    private static let continuations: Set<UInt32> = [
        0x20ac, 0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021, 0x02c6, 0x2030, 0x0160, 0x2039, 0x0152, 0x017d, 0x2018,
        0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014, 0x02dc, 0x2122, 0x0161, 0x203a, 0x0153, 0x017e, 0x0178,
    ]

    /// Returns the contents of the tags of a cue's text.
    private static func markup(in text: String) -> [Substring] {
        text.split(separator: "<", omittingEmptySubsequences: false).dropFirst().compactMap { part in
            part.firstIndex(of: ">").map { part[..<$0] }
        }
    }

    private static func name(of tag: Substring) -> String {
        String(tag.drop { $0 == "/" }.prefix { $0.isLetter })
    }

    private static func seconds(_ text: Substring) -> Double? {
        let parts = text.split(separator: ":").map { Double($0) }
        guard (2...3).contains(parts.count), !parts.contains(nil) else { return nil }
        return parts.compactMap { $0 }.reduce(0) { $0 * 60 + $1 }
    }

    /// Returns the line of the first STYLE or REGION block after a cue.
    private static func lateBlock(in bytes: [UInt8]) -> Int? {
        var (hasCue, isBlank, number) = (false, true, 0)
        for line in String(decoding: bytes, as: UTF8.self).split(
            omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        {
            number += 1
            if hasCue, isBlank, line == "STYLE" || line == "REGION" { return number }
            if line.contains("-->") { hasCue = true }
            isBlank = line.isEmpty
        }
        return nil
    }
}
