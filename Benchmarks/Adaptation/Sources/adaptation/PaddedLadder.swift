import Foundation
import MediaTesting

/// A ladder whose segments are padded to the rates that its playlist declares: small frames that are cheap to encode and decode, with the
/// bytes of large ones.
struct PaddedLadder: OriginContent {
    /// Megabits per second, in rising order.
    static let megabits = [0.3, 0.6, 1.0, 1.8, 3.0, 5.0]
    private static let sizes = [(128, 72), (160, 90), (192, 108), (224, 126), (256, 144), (288, 162)]

    let ladder: Ladder

    var segmentSeconds: Int { ladder.recipe.segmentSeconds }
    var segmentCount: Int { ladder.recipe.seconds / segmentSeconds }

    static func make(seconds: Int) async throws -> PaddedLadder {
        var recipe = LadderRecipe(
            variants: sizes.map { LadderRecipe.Variant($0.0, $0.1, bitsPerSecond: 100_000) })
        recipe.audio = []
        recipe.subtitles = []
        recipe.hasIFrames = false
        recipe.seconds = seconds
        return PaddedLadder(ladder: try await Ladder.make(recipe))
    }

    func reply(to request: OriginRequest, now: Int64) -> OriginReply {
        if request.path == "/main.m3u8" { return .resource(OriginResource(text: list, contentType: Self.listType)) }
        guard case .resource(var resource) = ladder.reply(to: request, now: now),
            let (variant, segment) = Self.place(of: request.path), segment < segmentCount
        else { return ladder.reply(to: request, now: now) }
        let wanted = byteCount(ofVariant: variant)
        // A box that readers skip: its length, and "free".
        let missing = wanted - resource.bytes.count
        if missing >= 8 {
            resource.bytes += withUnsafeBytes(of: UInt32(missing).bigEndian, Array.init) + Array("free".utf8)
            resource.bytes += [UInt8](repeating: 0, count: missing - 8)
        }
        return .resource(resource)
    }

    func byteCount(ofVariant variant: Int) -> Int { Int(Self.megabits[variant] * 1e6 / 8 * Double(segmentSeconds)) }

    /// Returns the variant and number of a segment from its path.
    static func place(of path: String) -> (variant: Int, segment: Int)? {
        let parts = path.split(separator: "/")
        guard parts.count == 2, parts[0].first == "v", parts[1].hasSuffix(".m4s"),
            let variant = Int(parts[0].dropFirst()), megabits.indices.contains(variant),
            let segment = Int(parts[1].dropLast(4))
        else { return nil }
        return (variant, segment)
    }

    private static let listType = "application/vnd.apple.mpegurl"

    private var list: String {
        var text = "#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-INDEPENDENT-SEGMENTS\n"
        for (variant, rate) in Self.megabits.enumerated() {
            let bits = Int(rate * 1e6)
            let size = Self.sizes[variant]
            text +=
                "#EXT-X-STREAM-INF:BANDWIDTH=\(bits),AVERAGE-BANDWIDTH=\(bits),CODECS=\"avc1.42c01e\",RESOLUTION=\(size.0)x\(size.1),FRAME-RATE=24.000\nv\(variant)/index.m3u8\n"
        }
        return text
    }
}
