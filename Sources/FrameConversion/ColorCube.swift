import Foundation
import VideoFrames

/// The mapping of a frame's colors to a standard dynamic range display: a 3D lookup table of RGB values, created once per kind of frame.
///
/// PQ and HLG follow ITU-R BT.2100 (transfer functions, tables 4 and 5), tone mapping applies the curve of ITU-R BT.2390-10 section 5.4.1
/// to the brightest component, and wide primaries are converted to BT.709 with the matrix of BT.2087, clipped.
struct ColorCube {
    enum Transfer: Hashable { case pq, hlg, gamma }
    struct Key: Hashable {
        var transfer: Transfer
        var isWide: Bool
        /// The peak luminance of the content, in cd/m².
        var peak: Double
    }

    static let edge = 33
    /// The diffuse white of HDR content, in cd/m², mapped to the display's white (BT.2408).
    static let referenceWhite = 203.0
    static let defaultPeak = 1000.0

    let bytes: [UInt8]

    /// Returns nil if the colors need no mapping, as for ordinary SDR video.
    static func key(for color: ColorDescription) -> Key? {
        let transfer: Transfer =
            switch color.transfer {
            case .pq: .pq
            case .hlg: .hlg
            default: .gamma
            }
        let isWide = color.primaries == .bt2020
        guard transfer != .gamma || isWide else { return nil }
        let peak = color.masteringPeak.flatMap { plausiblePeaks.contains($0) ? $0 : nil } ?? defaultPeak
        return Key(transfer: transfer, isWide: isWide, peak: transfer == .pq ? peak : defaultPeak)
    }

    private static let plausiblePeaks = 100.0...10_000

    init(_ key: Key) {
        let edge = Self.edge
        var bytes = [UInt8](repeating: 0, count: edge * edge * edge * 3)
        var at = 0
        for blue in 0..<edge {
            for green in 0..<edge {
                for red in 0..<edge {
                    let scale = Double(edge - 1)
                    let shown = Self.map((Double(red) / scale, Double(green) / scale, Double(blue) / scale), key)
                    bytes[at] = UInt8((shown.0 * 255).rounded().clamped(0, 255))
                    bytes[at + 1] = UInt8((shown.1 * 255).rounded().clamped(0, 255))
                    bytes[at + 2] = UInt8((shown.2 * 255).rounded().clamped(0, 255))
                    at += 3
                }
            }
        }
        self.bytes = bytes
    }

    typealias Triple = (Double, Double, Double)

    /// Maps coded R'G'B' from 0 to 1 to the display's.
    static func map(_ coded: Triple, _ key: Key) -> Triple {
        var light: Triple
        switch key.transfer {
        case .pq:
            light = (pqToLight(coded.0), pqToLight(coded.1), pqToLight(coded.2))
        case .hlg:
            let scene = (hlgToScene(coded.0), hlgToScene(coded.1), hlgToScene(coded.2))
            let luminance = 0.2627 * scene.0 + 0.6780 * scene.1 + 0.0593 * scene.2
            let gain = defaultPeak * pow(max(luminance, 1e-6), 0.2)
            light = (scene.0 * gain, scene.1 * gain, scene.2 * gain)
        case .gamma:
            light = (pow(coded.0, 2.4), pow(coded.1, 2.4), pow(coded.2, 2.4))
        }
        if key.transfer != .gamma {
            let brightest = max(light.0, light.1, light.2)
            if brightest > 0 {
                let gain = toneMapped(brightest, peak: key.peak) / brightest / referenceWhite
                light = (light.0 * gain, light.1 * gain, light.2 * gain)
            }
        }
        if key.isWide { light = wideTo709(light) }
        func encode(_ value: Double) -> Double { pow(value.clamped(0, 1), 1 / 2.4) }
        return (encode(light.0), encode(light.1), encode(light.2))
    }

    static func pqToLight(_ coded: Double) -> Double {
        let power = pow(max(coded, 0), 1 / 78.84375)
        return 10_000 * pow(max(power - 0.8359375, 0) / (18.8515625 - 18.6875 * power), 1 / 0.1593017578125)
    }

    static func lightToPQ(_ light: Double) -> Double {
        let power = pow((light / 10_000).clamped(0, 1), 0.1593017578125)
        return pow((0.8359375 + 18.8515625 * power) / (1 + 18.6875 * power), 78.84375)
    }

    static func hlgToScene(_ coded: Double) -> Double {
        coded <= 0.5 ? coded * coded / 3 : (exp((coded - 0.55991073) / 0.17883277) + 0.28466892) / 12
    }

    /// The curve of BT.2390: linear up to the knee, then a Hermite spline that reaches the display's white at the content's peak.
    static func toneMapped(_ light: Double, peak: Double) -> Double {
        let top = lightToPQ(peak)
        let white = lightToPQ(referenceWhite) / top
        let coded = (lightToPQ(light) / top).clamped(0, 1)
        let knee = 1.5 * white - 0.5
        guard coded > knee, knee < 1 else { return pqToLight(coded * top) }
        let t = (coded - knee) / (1 - knee)
        let spline =
            (2 * t * t * t - 3 * t * t + 1) * knee + (t * t * t - 2 * t * t + t) * (1 - knee)
            + (-2 * t * t * t + 3 * t * t) * white
        return pqToLight(spline * top)
    }

    static func wideTo709(_ light: Triple) -> Triple {
        (
            1.6605 * light.0 - 0.5876 * light.1 - 0.0728 * light.2,
            -0.1246 * light.0 + 1.1329 * light.1 - 0.0083 * light.2,
            -0.0182 * light.0 - 0.1006 * light.1 + 1.1187 * light.2
        )
    }
}

extension Double {
    fileprivate func clamped(_ low: Double, _ high: Double) -> Double { Swift.min(Swift.max(self, low), high) }
}
