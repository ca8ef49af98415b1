import CoreGraphics
public import Foundation

extension UIColor {
    /// Loads a color set `NAME.colorset` in Xcode's source format from the bundle's resources, by itself or in an asset
    /// catalog.
    ///
    /// Apple: reads compiled catalogs. Here: reads the catalogs' source folders, copied unchanged with `resources:
    /// [.copy("Assets.xcassets")]`. Only the light and dark appearances are used. Returns nil where no such color set
    /// exists or the set cannot be read.
    public convenience init?(named name: String) {
        self.init(named: name, in: nil, compatibleWith: nil)
    }

    public convenience init?(
        named name: String, in bundle: Bundle?, compatibleWith traitCollection: UITraitCollection?
    ) {
        let folder = (bundle ?? .main).resourceURL ?? (bundle ?? .main).bundleURL
        guard let set = ColorSet(named: name, in: folder) else { return nil }
        let (light, dark) = (set.light, set.dark)
        if let traitCollection {
            let color = traitCollection.userInterfaceStyle == .dark ? dark : light
            self.init(cgColor: color.cgColor)
        } else {
            self.init(dynamicProvider: { $0.userInterfaceStyle == .dark ? dark : light })
        }
    }
}

/// The colors of one color set, for the light and the dark appearance.
struct ColorSet {
    var light: UIColor
    var dark: UIColor

    private struct File: Decodable {
        struct Entry: Decodable {
            struct Color: Decodable { var components: [String: String]? }
            struct Appearance: Decodable { var appearance: String?, value: String? }
            var color: Color?
            var appearances: [Appearance]?
        }
        var colors: [Entry]
    }

    /// The largest size of a color set's file that is read.
    static let maximumBytes = 1 << 20

    init?(named name: String, in folder: URL) {
        let manager = FileManager.default
        guard !name.isEmpty, !name.contains("..") else { return nil }
        let catalogs = ((try? manager.contentsOfDirectory(atPath: folder.path)) ?? []).filter {
            $0.hasSuffix(".xcassets")
        }
        let places = [folder] + catalogs.sorted().map { folder.appendingPathComponent($0) }
        let files = places.map { $0.appendingPathComponent("\(name).colorset/Contents.json").path }
        guard let path = files.first(where: { manager.fileExists(atPath: $0) }),
            let size = (try? manager.attributesOfItem(atPath: path))?[.size] as? NSNumber,
            size.intValue <= Self.maximumBytes, let data = manager.contents(atPath: path)
        else { return nil }
        self.init(json: data)
    }

    init?(json: Data) {
        guard let file = try? JSONDecoder().decode(File.self, from: json) else { return nil }
        func color(_ entry: File.Entry?) -> UIColor? { entry?.color?.components.flatMap(Self.color) }
        func luminosity(_ entry: File.Entry) -> String? {
            entry.appearances?.first { $0.appearance == "luminosity" }?.value
        }
        let usual = color(file.colors.first { luminosity($0) == nil })
        guard let light = color(file.colors.first { luminosity($0) == "light" }) ?? usual else { return nil }
        self.light = light
        dark = color(file.colors.first { luminosity($0) == "dark" }) ?? usual ?? light
    }

    private static func color(_ parts: [String: String]) -> UIColor? {
        /// Parses "0.5" as a fraction, and "128" or "0x80" as a value of 255.
        func number(_ text: String?) -> CGFloat? {
            guard let text else { return nil }
            if text.hasPrefix("0x") { return UInt8(text.dropFirst(2), radix: 16).map { CGFloat($0) / 255 } }
            guard let value = Double(text), value.isFinite else { return nil }
            return CGFloat(text.contains(".") ? value : value / 255)
        }
        let alpha = number(parts["alpha"]) ?? 1
        if let white = number(parts["white"]) { return UIColor(white: white, alpha: alpha) }
        guard let red = number(parts["red"]), let green = number(parts["green"]), let blue = number(parts["blue"])
        else {
            return nil
        }
        return UIColor(red: red, green: green, blue: blue, alpha: alpha)
    }
}
