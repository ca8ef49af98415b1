import CFFmpeg

/// Makes one progressive frame of each interlaced frame, with its time; progressive frames stay as they are. Used by one thread.
///
/// A frame comes out when the next one has gone in, because its missing lines are interpolated between both neighbours.
final class Deinterlacer {
    /// What a frame gets back after the filter, which only keeps its time.
    private struct Passage {
        let time: Nanoseconds
        let duration: Nanoseconds
    }

    enum Step {
        case frame(UnsafeMutablePointer<AVFrame>, time: Nanoseconds, duration: Nanoseconds)
        case needsFrame
    }

    private var filter: OpaquePointer?
    private var passages: [Passage] = []
    private var isDraining = false
    /// Whether the library or its filter is missing: frames then stay interlaced.
    private(set) var isUnavailable = false

    deinit { ff_deinterlacer_free(filter) }

    /// Whether frames are inside, or will be changed: from the first interlaced frame on.
    var isActive: Bool { filter != nil }

    /// Drops pending frames, before a frame from another position.
    func flush() {
        ff_deinterlacer_free(filter)
        filter = nil
        passages.removeAll()
        isDraining = false
    }

    /// Whether the frame has to be sent. A frame of another size or format has to wait until pending ones were received after `drain()`.
    func wants(_ frame: UnsafeMutablePointer<AVFrame>) -> Bool {
        isActive || (ff_frame_is_interlaced(frame) != 0 && !isUnavailable)
    }

    /// Whether pending frames must be drained before this one.
    func mustDrain(before frame: UnsafeMutablePointer<AVFrame>) -> Bool {
        filter.map { ff_deinterlacer_accepts($0, frame) == 0 } ?? false
    }

    /// Takes ownership of a frame in main memory.
    /// - Returns: false if the frame remains the caller's, because it cannot be filtered.
    func send(_ frame: UnsafeMutablePointer<AVFrame>, time: Nanoseconds, duration: Nanoseconds) -> Bool {
        if filter == nil {
            filter = ff_deinterlacer_make(frame)
            isDraining = false
            guard filter != nil else {
                isUnavailable = true
                return false
            }
        }
        let stamp = frame.pointee.pts
        frame.pointee.pts = time
        guard ff_deinterlacer_send(filter, frame) >= 0 else {
            frame.pointee.pts = stamp
            return false
        }
        passages.append(Passage(time: time, duration: duration))
        var sent: UnsafeMutablePointer<AVFrame>? = frame
        av_frame_free(&sent)
        return true
    }

    /// Ends the frames: the pending ones can be received. A frame that is sent afterwards begins anew.
    func drain() {
        guard let filter, !isDraining else { return }
        isDraining = true
        _ = ff_deinterlacer_send(filter, nil)
    }

    /// Returns the next frame, which belongs to the caller.
    func receive() throws(MediaError) -> Step {
        guard let filter else { return .needsFrame }
        guard let frame = av_frame_alloc() else {
            throw MediaError(.outOfMemory, "There is not enough memory to continue decoding.")
        }
        guard ff_deinterlacer_receive(filter, frame) >= 0 else {
            var empty: UnsafeMutablePointer<AVFrame>? = frame
            av_frame_free(&empty)
            if isDraining { flush() }
            return .needsFrame
        }
        // Frames come out in the order in which they went in; one that the filter dropped is skipped.
        let stamp = frame.pointee.pts
        while passages.count > 1, passages[0].time < stamp { passages.removeFirst() }
        guard let passage = passages.first else {
            return .frame(frame, time: stamp, duration: 40 * .millisecond)
        }
        passages.removeFirst()
        return .frame(frame, time: passage.time, duration: passage.duration)
    }
}
