public import Foundation
import MediaEngine
import Synchronization

/// The storage policies of downloads.
///
/// Apple: the system removes downloads when storage is low, the less important first. Here: downloads whose `expirationDate` has passed are
/// removed when a session is created. When a download of the session lacks storage, downloads whose policy has the default priority are
/// removed too, the least recently used first. Downloads without a policy, and important ones, are removed only by the app.
open class AVAssetDownloadStorageManager: NSObject, @unchecked Sendable {
    private static let manager = AVAssetDownloadStorageManager()

    open class func shared() -> AVAssetDownloadStorageManager { manager }

    /// - Parameter downloadStorageURL: the URL of `urlSession(_:assetDownloadTask:didFinishDownloadingTo:)`; other URLs have no effect.
    open func setStorageManagementPolicy(
        _ storageManagementPolicy: AVAssetDownloadStorageManagementPolicy, for downloadStorageURL: URL
    ) {
        StoredPolicy(
            priority: storageManagementPolicy.priority.rawValue,
            expirationDate: storageManagementPolicy.hasExpirationDate ? storageManagementPolicy.expirationDate : nil
        ).write(in: downloadStorageURL)
    }

    open func storageManagementPolicy(
        for downloadStorageURL: URL
    ) -> AVAssetDownloadStorageManagementPolicy? {
        guard let stored = StoredPolicy.read(in: downloadStorageURL) else { return nil }
        let policy = AVMutableAssetDownloadStorageManagementPolicy()
        policy.priority = AVAssetDownloadedAssetEvictionPriority(rawValue: stored.priority)
        if let date = stored.expirationDate { policy.expirationDate = date }
        return policy
    }
}

/// The priority of a download against eviction.
public struct AVAssetDownloadedAssetEvictionPriority: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static let important = AVAssetDownloadedAssetEvictionPriority(rawValue: "important")
    public static let `default` = AVAssetDownloadedAssetEvictionPriority(rawValue: "default")
}

/// The storage policy of a download. Any thread may use it.
open class AVAssetDownloadStorageManagementPolicy: NSObject, @unchecked Sendable {
    // Sendable: the state that the mutable subclass changes is behind this lock.
    fileprivate let state = Mutex<(priority: AVAssetDownloadedAssetEvictionPriority, date: Date?)>((.default, nil))

    fileprivate override init() { super.init() }

    open var priority: AVAssetDownloadedAssetEvictionPriority { state.withLock { $0.priority } }
    /// The distant future where no date was set.
    open var expirationDate: Date { state.withLock { $0.date } ?? .distantFuture }
    var hasExpirationDate: Bool { state.withLock { $0.date != nil } }
}

/// A storage policy that can be changed.
open class AVMutableAssetDownloadStorageManagementPolicy: AVAssetDownloadStorageManagementPolicy,
    @unchecked Sendable  // As its base class.
{
    public override init() { super.init() }

    open override var priority: AVAssetDownloadedAssetEvictionPriority {
        get { super.priority }
        set { state.withLock { $0.priority = newValue } }
    }

    open override var expirationDate: Date {
        get { super.expirationDate }
        set { state.withLock { $0.date = newValue } }
    }
}
