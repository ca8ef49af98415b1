import DBus
import Foundation
import Synchronization

/// The session bus name of the program whose Picture in Picture is shown. There is one for all programs of a session, so that the audio of
/// several programs is not mixed (R113).
///
/// A program that starts Picture in Picture takes the name over; the program that had it ends its own Picture in Picture and pauses, as if
/// the viewer had closed the window. Without a session bus, each program decides for itself.
@MainActor
final class AudibleVideo {
    static let shared = AudibleVideo()
    nonisolated static let name = "org.openavkit.PictureInPicture"

    private weak var holder: AnyObject?
    private var request: Task<BusRegistration?, Never>?
    /// Ends the former request. The name is requested again only afterwards.
    private var ending: Task<Void, Never>?

    /// - Parameter lost: called on the main thread when another program has taken the name over.
    func claim(for holder: AnyObject, lost: @escaping @MainActor () -> Void) {
        end()
        self.holder = holder
        let claim = Claim()
        request = Task.detached { [ending] in
            await ending?.value
            guard let connection = try? await BusConnection.session(), !Task.isCancelled else { return nil }
            return try? connection.own(Self.name, replacesOwner: true, permitsReplacement: true) { ownership in
                // Without a connection, no other program can have taken the name.
                guard claim.wasTaken(by: ownership), !connection.isClosed else { return }
                DispatchQueue.main.async { MainActor.assumeIsolated(lost) }
            }
        }
    }

    func release(by holder: AnyObject) { if self.holder === holder { end() } }

    private func end() {
        holder = nil
        guard let request else { return }
        self.request = nil
        request.cancel()
        ending = Task.detached { await request.value?.end() }
    }
}

/// Whether a program had the name before it was lost: a name that was never acquired belongs to a program that does not give it away.
private final class Claim: Sendable {
    private let hasName = Mutex(false)

    func wasTaken(by ownership: NameOwnership) -> Bool {
        hasName.withLock { hasName in
            defer { hasName = ownership == .acquired }
            return hasName && ownership == .lost
        }
    }
}
