public import Foundation

/// The variant from which segments are requested, and the reason for choosing it.
public struct StreamVariant: Sendable, Hashable {
    /// The URL of the variant's playlist.
    public var url: URL
    /// The index of the variant in ascending order of bit rate, from 0.
    public var index: Int
    /// The declared peak bits per second.
    public var bandwidth: Double
    public var averageBandwidth: Double?
    public var width: Int?
    public var height: Int?
    public var frameRate: Double?
    /// The estimated throughput of the network in bits per second; nil: unknown.
    public var estimate: Double?
    /// An `AdaptationDecision.Reason` of HLS, "failure" after a failed request, or "decoder" if the previous variant was not decodable.
    public var reason: String
    /// One line for a log, in English.
    public var explanation: String

    public init(
        url: URL, index: Int, bandwidth: Double, averageBandwidth: Double? = nil, width: Int? = nil, height: Int? = nil,
        frameRate: Double? = nil, estimate: Double? = nil, reason: String, explanation: String
    ) {
        self.url = url
        self.index = index
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
