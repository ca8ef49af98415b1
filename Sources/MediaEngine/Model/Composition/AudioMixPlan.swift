/// The volumes of audio tracks over the time of an item, and their taps.
package struct AudioMixPlan: Sendable, Hashable {
    /// A linear change of a track's volume. Times in nanoseconds.
    package struct Ramp: Sendable, Hashable {
        package var start: Int64
        package var end: Int64
        package var from: Float
        package var to: Float

        package init(start: Int64, end: Int64, from: Float, to: Float) {
            self.start = start
            self.end = end
            self.from = from
            self.to = to
        }

        func volume(at time: Int64) -> Float {
            guard time < end, end > start else { return to }
            return from + (to - from) * Float(Double(time &- start) / Double(end &- start))
        }
    }

    /// The changes of a track's volume, by time. Before the first one the volume is 1; after a ramp its last volume stays.
    package var ramps: [Int32: [Ramp]]
    /// The taps of tracks. Tracks of compositions are mixed without them.
    package var taps: [Int32: AudioTap]

    package init(ramps: [Int32: [Ramp]] = [:], taps: [Int32: AudioTap] = [:]) {
        self.taps = taps
        self.ramps = ramps.mapValues { $0.sorted { $0.start < $1.start } }
    }

    /// Returns the volume of a track at a time.
    func volume(of track: Int32, at time: Int64) -> Float {
        guard let ramps = ramps[track], let last = ramps.last(where: { $0.start <= time }) else { return 1 }
        return last.volume(at: time)
    }
}
