import Synchronization

/// What the audio session decides for all playback streams of the process. The streams observe it.
package final class AudioStreamPolicy: Sendable {
    package struct Values: Sendable, Hashable {
        /// The role in the server's words: "video", "music", "phone", "game" …
        package var role = "video"
        /// The output that the viewer has selected; nil: the server decides.
        package var sink: String?
        /// 1, or less while another program's audio has precedence.
        package var gain: Float = 1
        /// The shortest audio that the server requests at once from a stream that is opened with these values, in seconds.
        package var requestSeconds = 0.04

        package init() {}
    }

    package static let shared = AudioStreamPolicy()
    /// The values of `requestSeconds` that streams can follow: below them the program wakes up too often, and above them a stream that buffers a
    /// tenth of a second runs dry.
    package static let requestRange = 0.005...0.08

    private struct State {
        var values = Values()
        var observers: [ObjectIdentifier: @Sendable (Values) -> Void] = [:]
    }
    private let state = Mutex(State())

    package init() {}

    package var values: Values { state.withLock { $0.values } }

    /// Changes the values and reports them to the streams, on this thread.
    package func update(_ body: (inout Values) -> Void) {
        let (values, observers) = state.withLock { state -> (Values, [@Sendable (Values) -> Void]) in
            let before = state.values
            body(&state.values)
            return (state.values, before == state.values ? [] : Array(state.observers.values))
        }
        for observer in observers { observer(values) }
    }

    /// - Parameter observer: called with no lock held; nil ends the observation.
    package func observe(_ owner: AnyObject, _ observer: (@Sendable (Values) -> Void)?) {
        state.withLock { $0.observers[ObjectIdentifier(owner)] = observer }
    }
}
