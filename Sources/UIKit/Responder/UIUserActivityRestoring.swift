public import Foundation

/// An object that restores its state from a user activity, such as a responder. Main thread only.
@preconcurrency @MainActor public protocol UIUserActivityRestoring: NSObjectProtocol {
    /// Called with the activity that is continued.
    func restoreUserActivityState(_ activity: NSUserActivity)
}
