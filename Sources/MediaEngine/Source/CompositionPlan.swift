import Foundation

/// A composition as the engine plays it: ranges of the tracks of other media, one after another on each of its own tracks. Times are in
/// nanoseconds, and start at 0.
package struct CompositionPlan: Sendable, Hashable {
    package enum Kind: Sendable, Hashable { case video, audio }

    /// A track of media that a segment plays.
    package struct Source: Sendable, Hashable {
        package var locator: MediaLocator
        /// The index of the track among the streams of its container.
        package var trackIndex: Int

        package init(locator: MediaLocator, trackIndex: Int) {
            self.locator = locator
            self.trackIndex = trackIndex
        }
    }

    /// A range of the track's own timeline.
    package struct Segment: Sendable, Hashable {
        package var target: Range<Int64>
        /// Nil: nothing is displayed or audible in the range.
        package var source: Source?
        /// The start and end in the source, which may be of another length: the media is then played faster or slower.
        package var sourceRange: Range<Int64>

        package init(target: Range<Int64>, source: Source?, sourceRange: Range<Int64>) {
            self.target = target
            self.source = source
            self.sourceRange = sourceRange
        }

        var targetLength: Int64 { target.upperBound - target.lowerBound }
        var sourceLength: Int64 { sourceRange.upperBound - sourceRange.lowerBound }

        /// The media seconds per second of the composition.
        var speed: Double {
            guard targetLength > 0, sourceLength > 0 else { return 1 }
            return Double(sourceLength) / Double(targetLength)
        }
    }

    package struct Track: Sendable, Hashable {
        package var trackID: Int32
        package var kind: Kind
        /// Contiguous from 0 on.
        package var segments: [Segment]

        package init(trackID: Int32, kind: Kind, segments: [Segment]) {
            self.trackID = trackID
            self.kind = kind
            self.segments = segments
        }

        var end: Int64 { segments.last?.target.upperBound ?? 0 }
        var sources: [Source] { segments.compactMap(\.source) }

        /// The number of the segment at a time; that of the last one at and after the end.
        func segment(at time: Int64) -> Int? {
            guard !segments.isEmpty else { return nil }
            return segments.firstIndex { $0.target.upperBound > time } ?? segments.count - 1
        }
    }

    package var tracks: [Track]
    /// The size in pixels of the empty ranges of video; zero: that of the first video.
    package var width: Int
    package var height: Int

    package init(tracks: [Track], width: Int = 0, height: Int = 0) {
        self.tracks = tracks
        self.width = width
        self.height = height
    }

    package var duration: Int64 { tracks.map(\.end).max() ?? 0 }
}
