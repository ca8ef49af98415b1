import Foundation

/// Which drivers an input wakes: usually one of four, because a thread that wakes in vain costs as much as the input itself.
extension SessionCore {
    /// What an input to the machine can cause.
    enum InputCause {
        /// A command, a failure, or anything else that may give work to every driver.
        case change
        /// A packet, a frame or a tick. During steady playback it concerns the next driver of the pipeline only.
        case progress
    }

    /// The state of playback in which the pipeline runs by itself. Equal before and after an input: the input is only progress.
    struct SteadyPlayback: Equatable {
        private let rate: Double
        private let audioSerial: Int
        private let epoch: Int
        private let isAtEnd: Bool
        /// The presenter waits for this frame.
        fileprivate let nextFrame: Nanoseconds?

        /// - Returns: nil during a start, a seek, a stall and other transitions.
        init?(_ machine: SessionMachine) {
            guard case .playing = machine.mode, machine.start.isOver, machine.source.isComplete,
                machine.source.pendingAudioTrack == nil
            else { return nil }
            rate = machine.transport.rate
            audioSerial = machine.audio.serial
            epoch = machine.video.pipelines.active.epoch
            isAtEnd = machine.cache.isAtEnd
            nextFrame = machine.video.frames.first?.time
        }

        fileprivate func continues(in other: Self) -> Bool {
            rate == other.rate && audioSerial == other.audioSerial && epoch == other.epoch && isAtEnd == other.isAtEnd
        }
    }

    /// Returns the drivers that may have work after an input.
    /// - Parameter before: the state before an input that may be progress only.
    func concerned(by before: SteadyPlayback?, _ state: borrowing State) -> Drivers {
        guard let before, let after = SteadyPlayback(state.machine), before.continues(in: after) else { return .all }
        var drivers = Drivers()
        // The reader of a stream also reports failures and new tracks.
        if reader?.stream != nil || state.machine.readerJob() != nil { drivers.insert(.reader) }
        if state.machine.hasVideoJob { drivers.insert(.video) }
        if !state.isAudioTimed { drivers.insert(.audio) }
        if before.nextFrame != after.nextFrame { drivers.insert(.presenter) }
        return drivers
    }

    func wake(_ drivers: Drivers) {
        for driver in Driver.allCases where drivers.contains(driver) { wakeDriver(driver) }
    }
}

extension SessionCore.Driver {
    /// The channel of the session's monitor in which the driver waits.
    var channel: Int { Int(rawValue) }
}
