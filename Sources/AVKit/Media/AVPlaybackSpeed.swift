public import Foundation

/// A speed that the viewer can choose.
///
/// Immutable; usable on any thread.
open class AVPlaybackSpeed: NSObject, @unchecked Sendable {
    // Unchecked: both stored properties are constants.

    /// The playback rate; 1 is normal speed.
    open private(set) var rate: Float
    open private(set) var localizedName: String

    public init(rate: Float, localizedName: String) {
        self.rate = rate
        self.localizedName = localizedName
    }

    /// The rate as text, such as `1.25×`.
    open var localizedNumericName: String { Self.numericName(of: rate) }

    /// Half, normal and three faster speeds. Every call returns the same objects.
    open class var systemDefaultSpeeds: [AVPlaybackSpeed] { defaults }

    private static let defaults = [
        AVPlaybackSpeed(rate: 2, localizedName: StringTable.current[.doubleSpeed]),
        AVPlaybackSpeed(rate: 1.5, localizedName: StringTable.current[.fasterSpeed]),
        AVPlaybackSpeed(rate: 1.25, localizedName: StringTable.current[.fastSpeed]),
        AVPlaybackSpeed(rate: 1, localizedName: StringTable.current[.normalSpeed]),
        AVPlaybackSpeed(rate: 0.5, localizedName: StringTable.current[.halfSpeed]),
    ]

    static func numericName(of rate: Float) -> String {
        guard rate.isFinite else { return "1\u{00D7}" }
        var text = String(format: "%.2f", Double(rate))
        while text.hasSuffix("0") { text.removeLast() }
        if text.hasSuffix(".") { text.removeLast() }
        return text.replacingOccurrences(of: ".", with: StringTable.current[.decimalSeparator]) + "\u{00D7}"
    }
}
