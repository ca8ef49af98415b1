package import Foundation
package import MediaEngine

/// What to look at, and how far.
package struct InspectionOptions: Sendable {
    /// Whether video and audio are decoded: for loudness, captions in frames, black frames and errors of decoding.
    package var decodes = false
    /// How long live playlists are watched, in seconds; nil: one reload, to tell whether they grow.
    package var watchSeconds: Double?
    /// The number of simultaneous requests; nil: as suits the source.
    package var parallel: Int?
    /// The maximum number of segments of each playlist; nil: all.
    package var segmentLimit: Int?
    /// Whether a public stream may lead into private networks.
    package var allowsPrivateAddresses = false
    /// Headers of every request.
    package var headers: [String: String] = [:]
    /// A file with the results of an interrupted inspection, which is continued, and of this one; nil: none.
    package var journal: URL?
    /// The clock of the time for which live playlists are watched.
    package var clock: any HostClock = SystemHostClock()

    package init() {}

    /// The maximum number of playlists that are loaded.
    package static let mostPlaylists = 200
    /// The maximum number of segments of one playlist that are loaded.
    package static let mostSegments = 200_000
    /// Requests of one playlist that fail one after the other, after which its other segments are not requested.
    static let mostFailures = 50
    /// The same for servers that do not respond, where each request takes seconds.
    static let mostTimeouts = 4
    /// A segment may be this many times larger than its variant's bit rate declares.
    static let sizeFactor = 6.0
    static let smallestLimit: Int64 = 16 << 20
    static let largestLimit: Int64 = 256 << 20
}

/// How far an inspection is.
package struct InspectionProgress: Sendable {
    package var playlistCount = 0
    package var segmentCount = 0
    package var finishedCount = 0
    package var byteCount = 0
    package var seconds = 0.0
}
