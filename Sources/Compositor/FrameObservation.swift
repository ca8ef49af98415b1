import VideoFrames

/// Calls a handler when a video of a display list has a new frame.
///
/// Several observations may observe one source, as when a layer moves to another window. The observation ends with the object, or with
/// `end()`.
package final class FrameObservation {
    private let handler: @Sendable () -> Void
    private var key: ObjectIdentifier { ObjectIdentifier(self) }
    private var observed: [ObjectIdentifier: any VideoFrameSource] = [:]

    /// - Parameter handler: called on any thread.
    package init(_ handler: @escaping @Sendable () -> Void) { self.handler = handler }

    deinit { end() }

    /// Observes the sources of `list` instead of the previous ones.
    package func observe(_ list: DisplayList) {
        var present: [ObjectIdentifier: any VideoFrameSource] = [:]
        for source in list.sources { present[ObjectIdentifier(source)] = source }
        for (id, source) in observed where present[id] == nil { source.setChangeHandler(for: key, nil) }
        for (id, source) in present where observed[id] == nil { source.setChangeHandler(for: key, handler) }
        observed = present
    }

    package func end() {
        for source in observed.values { source.setChangeHandler(for: key, nil) }
        observed = [:]
    }
}
