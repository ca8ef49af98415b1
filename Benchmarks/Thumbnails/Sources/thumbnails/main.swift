import AVFoundation
import CoreMedia
import Foundation

// usage: thumbnails FILE COUNT
//
// Makes COUNT evenly spaced thumbnails of a film from its key frames and prints the seconds as one JSON object.

guard CommandLine.arguments.count == 3, let count = Int(CommandLine.arguments[2]), count > 0 else {
    FileHandle.standardError.write(Data("usage: thumbnails FILE COUNT\n".utf8))
    exit(2)
}

let start = ContinuousClock.now
let asset = AVURLAsset(url: URL(fileURLWithPath: CommandLine.arguments[1]))
let duration = try await asset.load(.duration).seconds
let generator = AVAssetImageGenerator(asset: asset)
generator.maximumSize = CGSize(width: 320, height: 180)
generator.requestedTimeToleranceBefore = .positiveInfinity
generator.requestedTimeToleranceAfter = .positiveInfinity

let times = (0..<count).map {
    CMTime(seconds: duration * (Double($0) + 0.5) / Double(count), preferredTimescale: 600)
}
var made = 0
for await result in generator.images(for: times) {
    if case .success = result { made += 1 }
}
let seconds = start.duration(to: .now) / .seconds(1)
print("{\"made\":\(made),\"seconds\":\(seconds)}")
exit(made == count ? 0 : 1)
