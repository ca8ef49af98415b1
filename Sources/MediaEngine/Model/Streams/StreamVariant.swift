public import Foundation

/// The variant that segments are loaded of from now on, and why.
public struct StreamVariant: Sendable, Hashable {
    /// Of the variant's playlist.
    public var url: URL
    /// The place in the ladder, 0 the least.
    public var rung: Int
    /// Peak bits per second, as the playlist declares.
    public var bandwidth: Double
    public var averageBandwidth: Double?
    public var width: Int?
    public var height: Int?
    public var frameRate: Double?
    /// Bits per second that the network was taken to carry; nil: nothing was known.
    public var estimate: Double?
    /// In one word (``AdaptationDecision/Reason``), or "failure" where the variant before could not be had, "decoder" where it could not be decoded.
    public var reason: String
    /// One line for a log, in English.
    public var explanation: String

    public init(
        url: URL, rung: Int, bandwidth: Double, averageBandwidth: Double? = nil, width: Int? = nil, height: Int? = nil,
        frameRate: Double? = nil, estimate: Double? = nil, reason: String, explanation: String
    ) {
        self.url = url
        self.rung = rung
        self.bandwidth = bandwidth
        self.averageBandwidth = averageBandwidth
        self.width = width
        self.height = height
        self.frameRate = frameRate
        self.estimate = estimate
        self.reason = reason
        self.explanation = explanation
    }
}
