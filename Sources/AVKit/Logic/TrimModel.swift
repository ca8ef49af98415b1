import Foundation

/// The range that the viewer selects while trimming, and its places on a bar. Times are seconds of the item, places points of the bar.
struct TrimModel: Equatable, Sendable {
    enum Handle: Equatable, Sendable, CaseIterable { case start, end }

    /// The shortest range that can be selected, in seconds.
    static let shortest = 1.0

    let duration: Double
    private(set) var start: Double
    private(set) var end: Double
    var width: Double = 0

    /// - Parameters:
    ///   - start: the present start of the range; a value that is not finite stands for the start of the item.
    ///   - end: the present end of the range; a value that is not finite stands for the end of the item.
    init(duration: Double, start: Double = .nan, end: Double = .nan) {
        self.duration = duration
        self.start = start.isFinite ? max(0, min(start, duration)) : 0
        self.end = end.isFinite ? max(0, min(end, duration)) : duration
        if self.end - self.start < min(Self.shortest, duration) { (self.start, self.end) = (0, duration) }
    }

    func x(of time: Double) -> Double { duration > 0 ? time / duration * width : 0 }

    func time(of handle: Handle) -> Double { handle == .start ? start : end }

    /// Moves a handle to a place on the bar. The handles keep the distance of the shortest range.
    mutating func move(_ handle: Handle, toX x: Double) {
        guard width > 0, x.isFinite else { return }
        set(handle, to: x / width * duration)
    }

    mutating func set(_ handle: Handle, to time: Double) {
        guard time.isFinite else { return }
        let gap = min(Self.shortest, duration)
        switch handle {
        case .start: start = max(0, min(time, end - gap))
        case .end: end = min(duration, max(time, start + gap))
        }
    }

    /// Returns the handle that is nearer to a place on the bar.
    func handle(nearX x: Double) -> Handle {
        abs(x - self.x(of: start)) <= abs(x - self.x(of: end)) ? .start : .end
    }
}
