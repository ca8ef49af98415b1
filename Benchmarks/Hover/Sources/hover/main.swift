import AVFoundation
import CoreMedia
import Foundation

// usage: hover FILE SECONDS
//
// Plays a file for SECONDS, then for SECONDS while thumbnails of it are requested, as by a pointer that moves along a scrubber. Prints one JSON
// object: `cold`, the milliseconds until the first thumbnail, with opening the file; `warm`, the median of further ones; `slowest`, the slowest
// of these; `frames`, the frames that were copied while hovering, `missing`, those of the same time that were not; `framesBefore` and
// `missingBefore`, the same without hovering.

guard CommandLine.arguments.count == 3, let seconds = Double(CommandLine.arguments[2]), seconds > 2 else {
    FileHandle.standardError.write(Data("usage: hover FILE SECONDS\n".utf8))
    exit(2)
}

let url = URL(fileURLWithPath: CommandLine.arguments[1])
let item = AVPlayerItem(url: url)
let output = AVPlayerItemVideoOutput(pixelBufferAttributes: nil)
item.add(output)
let player = AVPlayer(playerItem: item)
player.isMuted = true
let rate = try await item.asset.loadTracks(withMediaType: .video).first?.load(.nominalFrameRate) ?? 0
let length = try await item.asset.load(.duration).seconds
player.play()
while item.currentTime().seconds < 0.5 { try await Task.sleep(for: .milliseconds(10)) }

/// Counts the frames that become current during `seconds`, and those that should have.
@Sendable func countFrames() async -> (count: Int, expected: Int) {
    var times: Set<Int64> = []
    let first = item.currentTime().seconds
    while item.currentTime().seconds < first + seconds {
        let now = item.currentTime()
        if output.hasNewPixelBuffer(forItemTime: now) {
            var shown = CMTime.invalid
            if output.copyPixelBuffer(forItemTime: now, itemTimeForDisplay: &shown) != nil {
                times.insert(shown.convertScale(90_000, method: .default).value)
            }
        }
        try? await Task.sleep(for: .milliseconds(2))
    }
    let last = Double(times.max() ?? 0) / 90_000
    let begun = Double(times.min() ?? 0) / 90_000
    return (times.count, Int(((last - begun) * Double(rate)).rounded()) + 1)
}
let before = await Task.detached(operation: countFrames).value
let counting = Task.detached(operation: countFrames)

let generator = AVAssetImageGenerator(asset: AVURLAsset(url: url))
generator.maximumSize = CGSize(width: 320, height: 180)
generator.requestedTimeToleranceBefore = .positiveInfinity
generator.requestedTimeToleranceAfter = .positiveInfinity
var waits: [Double] = []
let end = ContinuousClock.now + .seconds(seconds - 1)
var place = 0.0
while ContinuousClock.now < end {
    // Steps that do not repeat, over the whole file.
    place = (place + 0.381_966).truncatingRemainder(dividingBy: 1)
    let asked = ContinuousClock.now
    _ = try await generator.image(at: CMTime(seconds: length * place, preferredTimescale: 600))
    waits.append(asked.duration(to: .now) / .milliseconds(1))
    try await Task.sleep(for: .milliseconds(100))
}
let hovering = await counting.value
let warm = waits.dropFirst().sorted()
let median = warm.isEmpty ? 0 : warm[warm.count / 2]
let figures = [
    ("cold", waits.first ?? 0), ("warm", median), ("slowest", warm.last ?? 0),
    ("frames", Double(hovering.count)), ("missing", Double(max(0, hovering.expected - hovering.count))),
    ("framesBefore", Double(before.count)), ("missingBefore", Double(max(0, before.expected - before.count))),
]
print("{" + figures.map { "\"\($0.0)\":\(($0.1 * 10).rounded() / 10)" }.joined(separator: ",") + "}")
exit(0)
