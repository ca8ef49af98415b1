import Foundation
import HLS

// usage: captions MEGABYTES
//
// Parses WebVTT of so many megabytes as it would arrive, in pieces of 256 kB, and prints speed and memory as one JSON object.

let megabytes = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 500

/// The text of a cue with settings and the usual tags.
func cue(_ number: Int) -> String {
    func time(_ seconds: Int) -> String {
        String(format: "%02d:%02d:%02d.%03d", seconds / 3600, seconds / 60 % 60, seconds % 60, number % 1000)
    }
    let settings = number % 3 == 0 ? " line:90% align:start" : ""
    let word = number % 5 == 0 ? "<i>nobody</i> &amp; all" : "everybody"
    return "\(number)\n\(time(number * 2)) --> \(time(number * 2 + 2))\(settings)\n"
        + "<v Mary>Some words that \(word) say</v>\nand a second line of them\n\n"
}

func residentMegabytes() -> Int {
    let fields = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ") ?? []
    return fields.count > 1 ? (Int(fields[1]) ?? 0) * 4096 >> 20 : 0
}

let bytes = Array(("WEBVTT\n\n" + (0..<100_000).map(cue).joined()).utf8)
let piece = 256 << 10
var parser = WebVTTParser(limits: .inspection)
var (done, cues) = (0, 0)
let before = residentMegabytes()
let start = ContinuousClock.now
while done < megabytes << 20 {
    for place in stride(from: 0, to: bytes.count, by: piece) {
        bytes.withUnsafeBufferPointer { bytes in
            parser.append(UnsafeBufferPointer(rebasing: bytes[place..<min(place + piece, bytes.count)]))
        }
        cues += parser.takeCues().count
    }
    done += bytes.count
}
let seconds = start.duration(to: .now) / .seconds(1)
let speed = Double(done) / 1e6 / seconds
print("{\"speed\":\(speed),\"cues\":\(cues),\"growth\":\(residentMegabytes() - before)}")
