import MediaEngine
import Testing

@testable import AVFoundation

/// The mastering display and light level of HDR video in reports.
struct HDRReportTests {
    private static let displayP3 = [(0.68, 0.32), (0.265, 0.69), (0.15, 0.06), (0.3127, 0.329)]

    private func metadata(_ points: [(Double, Double)] = displayP3) -> HDRMetadata {
        var metadata = HDRMetadata()
        metadata.primaries = points.map { HDRMetadata.Chromaticity(x: $0.0, y: $0.1) }
        (metadata.minimumLuminance, metadata.maximumLuminance) = (0.005, 1_000)
        return metadata
    }

    @Test("a report names known primaries of the mastering display, and states its luminance and the light levels")
    func knownPrimaries() {
        var metadata = metadata()
        (metadata.maximumContentLightLevel, metadata.maximumFrameAverageLightLevel) = (1_000, 400)
        #expect(
            AssetReport.Track.descriptions(metadata)
                == ["mastering display 0.005 to 1000 cd/m² (Display P3)", "MaxCLL 1000 cd/m²", "MaxFALL 400 cd/m²"])
    }

    @Test("a report states the coordinates of other primaries")
    func otherPrimaries() {
        let texts = AssetReport.Track.descriptions(metadata([(0.6, 0.3), (0.3, 0.6), (0.1, 0.1), (0.31, 0.33)]))
        #expect(
            texts == [
                "mastering display 0.005 to 1000 cd/m² (red, green, blue, white at 0.6,0.3 0.3,0.6 0.1,0.1 0.31,0.33)"
            ])
    }

    @Test("a report names the primaries of a mastering display whose luminance is not declared")
    func primariesAlone() {
        var metadata = metadata()
        metadata.maximumLuminance = nil
        #expect(AssetReport.Track.descriptions(metadata) == ["mastering display Display P3"])
        metadata.primaries = nil
        #expect(AssetReport.Track.descriptions(metadata).isEmpty)
    }

    @Test("a report states nothing where nothing is declared")
    func undeclared() {
        #expect(AssetReport.Track.descriptions(nil).isEmpty)
        #expect(AssetReport.Track.descriptions(HDRMetadata()).isEmpty)
    }
}
