import Foundation
import FrameConversion
import MediaTesting
import Testing

@testable import MediaEngine

/// Videos with known samples, displayed by a whole session, compared with the recommendations' formulas.
@Suite(.enabled(if: StreamMaker.isAvailable))
struct ColorTests {
    typealias Weights = ColorReference.Weights

    /// Colors across the whole cube, including grays and dark colors.
    static let colors: [ColorReference.Color] = [
        (0, 0, 0), (1, 1, 1), (0.5, 0.5, 0.5), (0.1, 0.1, 0.1), (1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 1, 0), (0, 1, 1),
        (1, 0, 1), (0.75, 0.25, 0.5), (0.2, 0.6, 0.3), (0.9, 0.7, 0.6),
    ]

    /// Returns the largest difference, in steps of 255, between the center of each patch and the expected color.
    private func error(_ clip: PatchClip, _ expected: [ColorReference.Color]) async throws -> (worst: Int, text: String)
    {
        let probe = SessionProbe(try await clip.url())
        defer { probe.session.close() }
        try #require(await probe.firstPicture())
        let picture = try #require(probe.session.video.copyPixels())
        try #require(picture.width == clip.width && picture.height == clip.edge)
        var worst = 0
        var text = ""
        for (index, color) in expected.enumerated() {
            let at = (clip.edge / 2 * picture.width + index * clip.edge + clip.edge / 2) * 4
            let seen = [2, 1, 0].map { Int(picture.bytes[at + $0]) }
            let wanted = [color.red, color.green, color.blue].map { Int(($0 * 255).rounded()) }
            let difference = zip(seen, wanted).map { abs($0 - $1) }.max() ?? 0
            if difference > worst { text = "patch \(index): \(seen) instead of \(wanted)" }
            worst = max(worst, difference)
        }
        return (worst, text)
    }

    private func codes(_ weights: Weights, bits: Int, isFullRange: Bool) -> [PatchClip.Code] {
        Self.colors.map { ColorReference.code($0, weights, bits: bits, isFullRange: isFullRange) }
    }

    @Test(
        "BT.601 and BT.709, limited and full range, 8 and 10 bits: within 2 of 255",
        arguments: [Weights.bt601, .bt709], [8, 10])
    func matrices(weights: Weights, bits: Int) async throws {
        for isFullRange in [false, true] {
            let codes = codes(weights, bits: bits, isFullRange: isFullRange)
            var clip = PatchClip(patches: codes, bits: bits, isFullRange: isFullRange)
            if weights == .bt601 {
                (clip.matrix, clip.primaries, clip.transfer) = ("smpte170m", "smpte170m", "smpte170m")
            }
            let expected = codes.map {
                ColorReference.decoded($0, weights, bits: bits, isFullRange: isFullRange)
            }
            let (worst, text) = try await error(clip, expected)
            #expect(worst <= 2, "full range \(isFullRange), \(text)")
        }
    }

    @Test("4:2:0, 4:2:2 and 4:4:4, 8 and 10 bits: within 2 of 255", arguments: PatchClip.Sampling.allCases, [8, 10])
    func samplings(sampling: PatchClip.Sampling, bits: Int) async throws {
        let codes = codes(.bt709, bits: bits, isFullRange: false)
        let clip = PatchClip(patches: codes, sampling: sampling, bits: bits)
        let expected = codes.map { ColorReference.decoded($0, .bt709, bits: bits, isFullRange: false) }
        let (worst, text) = try await error(clip, expected)
        #expect(worst <= 2, "\(text)")
    }

    @Test("video without color tags is BT.601 if small, and BT.709 from 720 lines or 1280 columns")
    func untagged() async throws {
        for (edge, weights) in [(16, Weights.bt601), (120, .bt709)] {
            let codes = codes(weights, bits: 8, isFullRange: false)
            let clip = PatchClip(patches: codes, sampling: .quarter, matrix: nil, edge: edge)
            let expected = codes.map { ColorReference.decoded($0, weights, bits: 8, isFullRange: false) }
            let (worst, text) = try await error(clip, expected)
            #expect(worst <= 2, "\(clip.width) wide, \(text)")
        }
    }

    @Test("samples outside the limited range are clipped, not wrapped")
    func excursions() async throws {
        let codes = [(1, 128, 128), (254, 128, 128), (235, 240, 240), (16, 16, 16), (235, 1, 254)].map {
            PatchClip.Code(luma: $0.0, blue: $0.1, red: $0.2)
        }
        let clip = PatchClip(patches: codes)
        let expected = codes.map { ColorReference.decoded($0, .bt709, bits: 8, isFullRange: false) }
        let (worst, text) = try await error(clip, expected)
        #expect(worst <= 2, "\(text)")
    }

    @Test("BT.2020 in standard range is converted to the display's primaries: within 4 of 255", arguments: [8, 10])
    func wide(bits: Int) async throws {
        let codes = codes(.bt2020, bits: bits, isFullRange: false)
        let clip = PatchClip(patches: codes, bits: bits, matrix: "bt2020nc", primaries: "bt2020", transfer: "bt2020-10")
        let expected = codes.map {
            ColorReference.wideStandardRange(ColorReference.decoded($0, .bt2020, bits: bits, isFullRange: false))
        }
        let (worst, text) = try await error(clip, expected)
        #expect(worst <= 4, "\(text)")
    }

    /// Gray steps by their luminance in cd/m².
    private static let greys: [ColorReference.Color] = [0.5, 2, 10, 50, 100, 203, 400, 700, 1000].map {
        let signal = ColorReference.signal($0)
        return (signal, signal, signal)
    }
    private static let bright: [ColorReference.Color] = [
        (0.58, 0.3, 0.2), (0.2, 0.58, 0.3), (0.3, 0.2, 0.58), (0.7, 0.6, 0.4), (0.45, 0.5, 0.4),
    ]

    /// The dark component of a bright saturated color is interpolated between distant cube corners, where the display's curve is steepest.
    @Test("PQ is tone mapped by BT.2390: within 4 of 255 for grays, 8 for colors, in 4:2:0 and 4:4:4")
    func pq() async throws {
        for sampling in [PatchClip.Sampling.quarter, .full] {
            for (colors, tolerance) in [(Self.greys, 4), (Self.bright, 8)] {
                let codes = colors.map { ColorReference.code($0, .bt2020, bits: 10, isFullRange: false) }
                let clip = PatchClip(
                    patches: codes, sampling: sampling, bits: 10, matrix: "bt2020nc", primaries: "bt2020",
                    transfer: "smpte2084")
                let expected = codes.map {
                    ColorReference.pq(ColorReference.decoded($0, .bt2020, bits: 10, isFullRange: false), peak: 1000)
                }
                let (worst, text) = try await error(clip, expected)
                #expect(worst <= tolerance, "\(text)")
            }
        }
    }

    @Test("HLG is displayed as on a display of 1,000 cd/m², tone mapped: within 4 of 255")
    func hlg() async throws {
        let steps: [ColorReference.Color] = [0.05, 0.1, 0.25, 0.4, 0.5, 0.6, 0.75, 0.9, 1].map { ($0, $0, $0) }
        let codes = (steps + Self.colors.suffix(3)).map {
            ColorReference.code($0, .bt2020, bits: 10, isFullRange: false)
        }
        let clip = PatchClip(
            patches: codes, bits: 10, matrix: "bt2020nc", primaries: "bt2020", transfer: "arib-std-b67")
        let expected = codes.map {
            ColorReference.hlg(ColorReference.decoded($0, .bt2020, bits: 10, isFullRange: false))
        }
        let (worst, text) = try await error(clip, expected)
        #expect(worst <= 4, "\(text)")
    }
}
