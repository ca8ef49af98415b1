import CFFmpeg
import Foundation
import Testing

@testable import MediaEngine

/// The mastering display and light level of HDR video, as FFmpeg passes them with a frame.
struct HDRMetadataTests {
    private struct Display {
        /// x and y of red, green, blue and white, in units of 1/50000.
        var coordinates: [(Int32, Int32)] = [
            (34_000, 50_000), (16_000, 50_000), (13_250, 50_000), (34_500, 50_000), (7_500, 50_000), (3_000, 50_000),
            (15_635, 50_000), (16_450, 50_000),
        ]
        /// In units of 0.0001 cd/m².
        var luminance: [(Int32, Int32)] = [(50, 10_000), (10_000_000, 10_000)]
        var hasPrimaries = true
        var hasLuminance = true
    }

    /// Returns what is read from a frame with a mastering display and light levels.
    private func metadata(_ display: Display?, light: (UInt32, UInt32)? = nil) throws -> HDRMetadata? {
        var frame = av_frame_alloc()
        defer { av_frame_free(&frame) }
        let own = try #require(frame)
        if let display {
            func ratio(_ value: (Int32, Int32)) -> AVRational { AVRational(num: value.0, den: value.1) }
            let values = display.coordinates.map(ratio)
            let data = try #require(
                av_frame_new_side_data(
                    own, AV_FRAME_DATA_MASTERING_DISPLAY_METADATA, MemoryLayout<AVMasteringDisplayMetadata>.size))
            var written = AVMasteringDisplayMetadata()
            written.display_primaries = ((values[0], values[1]), (values[2], values[3]), (values[4], values[5]))
            written.white_point = (values[6], values[7])
            (written.min_luminance, written.max_luminance) = (ratio(display.luminance[0]), ratio(display.luminance[1]))
            (written.has_primaries, written.has_luminance) = (
                display.hasPrimaries ? 1 : 0, display.hasLuminance ? 1 : 0
            )
            UnsafeMutableRawPointer(data.pointee.data).storeBytes(of: written, as: AVMasteringDisplayMetadata.self)
        }
        if let light {
            let data = try #require(
                av_frame_new_side_data(
                    own, AV_FRAME_DATA_CONTENT_LIGHT_LEVEL, MemoryLayout<AVContentLightMetadata>.size))
            let written = AVContentLightMetadata(MaxCLL: light.0, MaxFALL: light.1)
            UnsafeMutableRawPointer(data.pointee.data).storeBytes(of: written, as: AVContentLightMetadata.self)
        }
        return HDRMetadata(UnsafePointer(own))
    }

    @Test("the coordinates of red, green, blue and white, the luminance and the light levels are read in their order")
    func values() throws {
        let metadata = try #require(try metadata(Display(), light: (1_000, 400)))
        #expect(metadata.primaries?.map(\.x) == [0.68, 0.265, 0.15, 0.3127])
        #expect(metadata.primaries?.map(\.y) == [0.32, 0.69, 0.06, 0.329])
        #expect(metadata.minimumLuminance == 0.005 && metadata.maximumLuminance == 1_000)
        #expect(metadata.maximumContentLightLevel == 1_000 && metadata.maximumFrameAverageLightLevel == 400)
        #expect(metadata.primariesName == "Display P3")
    }

    @Test("values that are not declared are nil, and a frame without any has no metadata")
    func undeclared() throws {
        #expect(try metadata(nil) == nil)
        #expect(try metadata(Display(hasPrimaries: false, hasLuminance: false), light: (0, 0)) == nil)
        let luminance = try #require(try metadata(Display(hasPrimaries: false)))
        #expect(luminance.primaries == nil && luminance.maximumLuminance == 1_000)
        let primaries = try #require(try metadata(Display(hasLuminance: false), light: (0, 7)))
        #expect(
            primaries.primaries?.count == 4 && primaries.minimumLuminance == nil && primaries.maximumLuminance == nil)
        #expect(primaries.maximumContentLightLevel == nil && primaries.maximumFrameAverageLightLevel == 7)
    }

    @Test("fractions with the denominator 0 are left out, so that the values can be written as JSON", arguments: 0..<10)
    func zeroDenominator(_ index: Int) throws {
        for numerator: Int32 in [0, 1, -1, .max] {
            var display = Display()
            if index < 8 {
                display.coordinates[index] = (numerator, 0)
            } else {
                display.luminance[index - 8] = (numerator, 0)
            }
            let metadata = try #require(try metadata(display))
            #expect((metadata.primaries == nil) == (index < 8))
            #expect(
                (metadata.minimumLuminance == nil) == (index >= 8) && (metadata.maximumLuminance == nil) == (index >= 8)
            )
            let data = try JSONEncoder().encode(metadata)
            #expect(try JSONDecoder().decode(HDRMetadata.self, from: data) == metadata)
        }
    }

    @Test(
        "primaries and white points of standards have names; those that are more than 0.002 away have none",
        arguments: [
            ([(0.68, 0.32), (0.265, 0.69), (0.15, 0.06), (0.3127, 0.329)], "Display P3"),
            ([(0.708, 0.292), (0.17, 0.797), (0.131, 0.046), (0.3127, 0.329)], "BT.2020"),
            ([(0.64, 0.33), (0.3, 0.6), (0.15, 0.06), (0.3127, 0.329)], "BT.709"),
        ])
    func names(_ points: [(Double, Double)], _ name: String) {
        func nameOf(_ points: [(Double, Double)]) -> String? {
            var metadata = HDRMetadata()
            metadata.primaries = points.map { HDRMetadata.Chromaticity(x: $0.0, y: $0.1) }
            return metadata.primariesName
        }
        #expect(nameOf(points) == name)
        for index in points.indices {
            for (x, y, isNear) in [(0.001, -0.001, true), (0.003, 0, false), (0, -0.003, false)] {
                var moved = points
                moved[index] = (moved[index].0 + x, moved[index].1 + y)
                #expect(nameOf(moved) == (isNear ? name : nil), "point \(index) moved by \(x), \(y)")
            }
        }
        #expect(nameOf(Array(points.dropLast())) == nil)
    }
}
