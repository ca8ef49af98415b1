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
