import CoreGraphics
import Foundation
import Testing
import UIKit

@MainActor
struct NamedImageTests {
    private func bundle(_ names: [String: CGFloat]) throws -> Bundle {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for (name, side) in names {
            let format = UIGraphicsImageRendererFormat()
            format.scale = 1
            let renderer = UIGraphicsImageRenderer(size: CGSize(width: side, height: side), format: format)
            try renderer.pngData { $0.fill(CGRect(x: 0, y: 0, width: side, height: side)) }
                .write(to: folder.appendingPathComponent(name))
        }
        return try #require(Bundle(path: folder.path))
    }

    @Test("a named image is loaded for the scale of the traits, and else without a scale")
    func scales() throws {
        let bundle = try bundle(["logo.png": 10, "logo@2x.png": 20])
        defer { try? FileManager.default.removeItem(at: bundle.bundleURL) }
        let twice = UIImage(
            named: "logo", in: bundle, compatibleWith: UITraitCollection(displayScale: 2))
        #expect(twice?.scale == 2)
        #expect(twice?.size == CGSize(width: 10, height: 10))
        #expect(twice?.cgImage?.width == 20)
        let thrice = UIImage(named: "logo.png", in: bundle, compatibleWith: UITraitCollection(displayScale: 3))
        #expect(thrice?.scale == 1)
        #expect(UIImage(named: "logo", in: bundle, compatibleWith: nil)?.cgImage?.width == 10)
        let configuration = UIImage.Configuration(traitCollection: UITraitCollection(displayScale: 2))
        #expect(UIImage(named: "logo", in: bundle, with: configuration)?.scale == 2)
        let bold = UIImage.SymbolConfiguration(weight: .bold)
        #expect(UIImage(named: "logo", in: bundle, with: bold)?.scale == 1)
        #expect(UIImage(named: "logo", in: bundle, with: bold.applying(configuration))?.scale == 2)
        #expect(bold.applying(configuration) != bold && bold.applying(nil) == bold)
        #expect(UIImage(named: "logo", in: bundle, with: nil)?.cgImage?.width == 10)
        #expect(UIImage(named: "other", in: bundle, compatibleWith: nil) == nil)
    }
}
