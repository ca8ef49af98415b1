import AVKit

// Declarations that clients add to Apple's types because Apple's modules lack them. Each of them is illegal or ambiguous where a module of ours
// has a public name of its own; the program compiles as long as none has.

extension CMTime {
    static func += (a: inout CMTime, b: CMTime) { a = a + b }
    static func -= (a: inout CMTime, b: CMTime) { a = a - b }
}

extension CMTime: @retroactive Encodable, @retroactive Decodable {
    public init(from decoder: any Decoder) throws {
        self.init(seconds: try decoder.singleValueContainer().decode(Double.self), preferredTimescale: 600)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(seconds)
    }
}

extension CATransform3D: @retroactive Equatable {
    public static func == (a: CATransform3D, b: CATransform3D) -> Bool { CATransform3DEqualToTransform(a, b) }
}

extension CGVector: @retroactive Hashable {
    public func hash(into hasher: inout Hasher) {
        hasher.combine(dx)
        hasher.combine(dy)
    }
}

extension CGAffineTransform: @retroactive Hashable {
    public func hash(into hasher: inout Hasher) { hasher.combine(a) }
}

extension UIEdgeInsets: @retroactive Hashable {
    public func hash(into hasher: inout Hasher) { hasher.combine(top) }
}

extension UIControl.State: @retroactive Hashable {}
extension UIRectEdge: @retroactive Hashable {}

extension CMVideoDimensions: @retroactive Equatable {
    public static func == (a: CMVideoDimensions, b: CMVideoDimensions) -> Bool {
        (a.width, a.height) == (b.width, b.height)
    }
}

extension AudioStreamBasicDescription: @retroactive Equatable {
    public static func == (a: AudioStreamBasicDescription, b: AudioStreamBasicDescription) -> Bool {
        a.mSampleRate == b.mSampleRate
    }
}

extension UIWindow {
    func snapshotImage() -> String { "own snapshot" }
}

extension UIGestureRecognizer {
    func addAction(_ name: String) -> String { name }
}

extension UIView {
    func printViewHierarchy() -> [String] { [] }
}

extension CGPath {
    struct Element { var point: CGPoint }
    var elements: [Element] { [] }
    func trimmed(from start: CGFloat, to end: CGFloat) -> String { "own trim" }
}

extension CGColor {
    var rgba: String { "own color" }
}

extension CGImage {
    var isOpaque: Bool { alphaInfo == .none }
}

extension CALayer {
    var identity: String { "own identity" }
    var hasRunningAnimations: Bool { animationKeys() != nil }
    var contentsFrame: CGRect { bounds }
    var animatesAppearance: Bool { false }
    var transformToSuperlayer: String { "own transform" }
    func makePresentationCopy() -> CALayer? { presentation() }
}

extension CAGradientLayer {
    var stops: [NSNumber] { locations ?? [] }
}

extension CAAnimation {
    func copyAnimation() -> String { "own copy" }
}

extension AVPlayer {
    var keyValueObservers: [String] { [] }
}

enum MediaSystem { case own }
struct AssetReport { var title = "own report" }
struct SystemReport {}
struct PixelRect { var width = 1 }
protocol LayoutItem {}
protocol ContextBackend {}
extension UIView: LayoutItem {}

var time = CMTime(value: 1, timescale: CMTimeScale(NSEC_PER_SEC))
time += CMTime(value: 3, timescale: 1)
time -= CMTime(value: 1, timescale: 1)
let layer = CAGradientLayer()
let insets: [UIControl.State: String] = [.normal: "normal"]
let facts: [String] = [
    "\(time.seconds.rounded())", layer.identity, layer.transformToSuperlayer, "\(layer.hasRunningAnimations)",
    "\(layer.stops.count)", CAAnimation().copyAnimation(), CGColor(gray: 0, alpha: 1).rgba,
    CGMutablePath().trimmed(from: 0, to: 1), "\(CGMutablePath().elements.count)", AssetReport().title,
    "\(CATransform3DIdentity == CATransform3DIdentity)", "\(Set([CGVector(dx: 1, dy: 2)]).count)",
    "\(CMVideoDimensions(width: 1, height: 2) == CMVideoDimensions(width: 1, height: 2))", insets[.normal] ?? "",
    "\(AVPlayer().keyValueObservers.count)", "\(PixelRect().width)", "\(MediaSystem.own)",
]
print(facts.joined(separator: "\n"))
