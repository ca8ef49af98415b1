import Foundation
import Synchronization

/// Records which observable properties are read on one thread while a key path is evaluated.
///
/// Comparing key paths cannot find the property, because `\AVQueuePlayer.rate` and `\AVPlayer.rate` differ. Reading through the path does.
final class AccessRecorder {
    private(set) var dependencies: [Dependency] = []
    private let outer: Unmanaged<AccessRecorder>?

    private init() {
        outer = Self.current.map { .passUnretained($0) }
    }

    /// Runs `body` and returns its result with the properties read meanwhile on this thread, without duplicates, in order.
    static func record<Result>(_ body: () -> Result) -> (Result, [Dependency]) {
        let recorder = AccessRecorder()
        pthread_setspecific(key, Unmanaged.passUnretained(recorder).toOpaque())
        active.add(1, ordering: .relaxed)
        defer {
            active.subtract(1, ordering: .relaxed)
            pthread_setspecific(key, recorder.outer?.toOpaque())
        }
        return withExtendedLifetime(recorder) { (body(), recorder.dependencies) }
    }

    /// Called by every getter; costs one atomic load while no recording is active.
    static func noteAccess(_ observers: KeyValueObservers, _ name: String) {
        guard active.load(ordering: .relaxed) > 0, let recorder = current else { return }
        let dependency = Dependency(observers: observers, key: name)
        if !recorder.dependencies.contains(dependency) { recorder.dependencies.append(dependency) }
    }

    private static let active = Atomic<Int>(0)

    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        let status = pthread_key_create(&key, nil)
        // Fails only when the process has used up its 1,024 thread-specific keys; then nothing could be observed.
        precondition(status == 0, "no thread-local storage is left for key-value observing")
        return key
    }()

    /// The pointer is set only while `record` keeps the recorder alive.
    private static var current: AccessRecorder? {
        pthread_getspecific(key).map { Unmanaged<AccessRecorder>.fromOpaque($0).takeUnretainedValue() }
    }
}

/// A property that an observation depends on.
struct Dependency: Equatable, Sendable {
    let observers: KeyValueObservers
    let key: String

    static func == (a: Dependency, b: Dependency) -> Bool { a.observers === b.observers && a.key == b.key }
}
