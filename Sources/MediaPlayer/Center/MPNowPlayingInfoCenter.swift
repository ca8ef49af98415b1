public import Foundation
import NowPlayingModel
import Synchronization

/// Tells the system what the app plays, for the desktop's media controls and for other programs.
///
/// The information is published over D-Bus while the app has a target for at least one command of `MPRemoteCommandCenter`. The app writes
/// it when playback starts, pauses, resumes, jumps and ends; the system extrapolates the position in between. Any thread may use it.
open class MPNowPlayingInfoCenter: NSObject, @unchecked Sendable {
    // Unchecked: `state` is protected by its mutex; the others are constants.

    private struct State {
        var info: Dictionary?
        var playbackState = MPNowPlayingPlaybackState.unknown
    }
    /// A client's dictionary, copied in and never changed.
    private struct Dictionary: @unchecked Sendable {
        // Unchecked: the values are those of the client, which are read when they are published, and returned as they are.
        let values: [String: Any]
    }

    private let state = Mutex(State())
    private let publication: NowPlayingPublication

    init(_ publication: NowPlayingPublication) {
        self.publication = publication
        super.init()
    }

    /// What plays now, under the `MPNowPlayingInfo…` and `MPMediaItemProperty…` keys; nil: nothing.
    ///
    /// The dictionary is copied in. Reading returns what was written last, so that later updates can change single keys. A value of a wrong
    /// type is returned too, but not published; standard error says why.
    open var nowPlayingInfo: [String: Any]? {
        get { state.withLock { $0.info }?.values }
        set {
            store(newValue)
            guard let newValue else { return publication.setInfo(nil) }
            var problems: [NowPlayingRecord.Problem] = []
            let info = NowPlayingInfo(newValue, problems: &problems)
            ProblemLog.shared.report(problems)
            publication.setInfo(info)
        }
    }

    /// Whether the app plays. Derived from the rate while it is `unknown`.
    open var playbackState: MPNowPlayingPlaybackState {
        get { state.withLock { $0.playbackState } }
        set {
            state.withLock { $0.playbackState = newValue }
            publication.setState(newValue.model)
        }
    }

    /// Stores the information that a player publishes automatically, so that clients can read it.
    func store(_ dictionary: [String: Any]?) {
        let copy = dictionary.map { Dictionary(values: $0) }
        // Released outside of the lock: the artwork's handler may hold objects that use the center when they are deallocated.
        let former = state.withLock { state in
            defer { state.info = copy }
            return state.info
        }
        withExtendedLifetime(former) {}
    }
}

/// Reports values that cannot be published, each key once.
final class ProblemLog: Sendable {
    static let shared = ProblemLog()
    private let reported = Mutex<Set<String>>([])

    func report(_ problems: [NowPlayingRecord.Problem]) {
        for problem in problems {
            guard reported.withLock({ $0.insert(problem.constant).inserted }) else { continue }
            FileHandle.standardError.write(Data("MediaPlayer: \(problem)\n".utf8))
        }
    }
}
