public import Foundation
import MediaEngine
import Synchronization

/// How long downloads are kept.
///
/// Apple: the system removes films when room is short, the less important first. Here: films whose `expirationDate` has passed are removed
/// when a session is made; where a download of the session lacks room, films whose policy has the default priority go as well, the longest
/// unused first. Films without a policy, and important ones, are removed by nobody but the app.
public final class AVAssetDownloadStorageManager: NSObject, Sendable {
    private static let manager = AVAssetDownloadStorageManager()

    public class func shared() -> AVAssetDownloadStorageManager { manager }

    /// - Parameter downloadStorageURL: what `urlSession(_:assetDownloadTask:didFinishDownloadingTo:)` gave; nothing for anything else.
    public func setStorageManagementPolicy(
        _ storageManagementPolicy: AVAssetDownloadStorageManagementPolicy, for downloadStorageURL: URL
    ) {
        StoredPolicy(
            priority: storageManagementPolicy.priority.rawValue,
            expirationDate: storageManagementPolicy.hasExpirationDate ? storageManagementPolicy.expirationDate : nil
        ).write(in: downloadStorageURL)
    }

    public func storageManagementPolicy(
        for downloadStorageURL: URL
    ) -> AVAssetDownloadStorageManagementPolicy? {
        guard let stored = StoredPolicy.read(in: downloadStorageURL) else { return nil }
        let policy = AVMutableAssetDownloadStorageManagementPolicy()
        policy.priority = AVAssetDownloadedAssetEvictionPriority(rawValue: stored.priority)
        if let date = stored.expirationDate { policy.expirationDate = date }
        return policy
    }
}

/// How important it is that a download stays.
public struct AVAssetDownloadedAssetEvictionPriority: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static let important = AVAssetDownloadedAssetEvictionPriority(rawValue: "important")
    public static let `default` = AVAssetDownloadedAssetEvictionPriority(rawValue: "default")
}

/// How long one download is kept. Any thread.
public class AVAssetDownloadStorageManagementPolicy: NSObject, @unchecked Sendable {
    // Sendable: what changes in the mutable subclass is behind this lock.
    fileprivate let state = Mutex<(priority: AVAssetDownloadedAssetEvictionPriority, date: Date?)>((.default, nil))

    fileprivate override init() { super.init() }

    public var priority: AVAssetDownloadedAssetEvictionPriority { state.withLock { $0.priority } }
    /// Far in the future where none was set.
    public var expirationDate: Date { state.withLock { $0.date } ?? .distantFuture }
    var hasExpirationDate: Bool { state.withLock { $0.date != nil } }
}

/// A policy that is being made.
public final class AVMutableAssetDownloadStorageManagementPolicy: AVAssetDownloadStorageManagementPolicy,
    @unchecked Sendable  // As its base class.
{
    public override init() { super.init() }

    public override var priority: AVAssetDownloadedAssetEvictionPriority {
        get { super.priority }
        set { state.withLock { $0.priority = newValue } }
    }

    public override var expirationDate: Date {
        get { super.expirationDate }
        set { state.withLock { $0.date = newValue } }
    }
}
