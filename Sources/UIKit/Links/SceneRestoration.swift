import AppIdentity
import AppLinks
import Foundation

/// Stores the activity by which a scene restores its state at the next start. Main thread only.
@MainActor
final class SceneRestoration {
    private let identity: AppIdentity
    private var stored: ActivityRecord?

    init(_ identity: AppIdentity = .current) {
        self.identity = identity
        // Reading creates no folder: most apps store nothing.
        let folder = AppIdentity.appsDirectory()?.appendingPathComponent(identity.identifier)
        stored = folder.flatMap { ActivityFile(folder: $0).read() }
    }

    /// The activity of the last session; nil for none, and for one that has expired.
    var activity: NSUserActivity? {
        guard let stored, (stored.expirationDate ?? .distantFuture) > Date() else { return nil }
        return NSUserActivity(stored)
    }

    /// Asks a scene's delegate for the activity and stores it, unless it is the stored one.
    func save(_ scene: UIScene) {
        guard let delegate = scene.delegate else { return }
        let activity = delegate.stateRestorationActivity(for: scene)
        let record = activity?.record()
        scene.session.stateRestorationActivity = activity
        guard record != stored else { return }
        do {
            try ActivityFile(folder: try identity.dataDirectory()).write(record)
            stored = record
        } catch {
            AppRequests.log("The activity for the next start cannot be stored: \(error)")
        }
    }
}
