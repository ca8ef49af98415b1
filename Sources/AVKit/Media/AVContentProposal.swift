public import AVFoundation
public import CoreMedia
public import Foundation
public import UIKit

/// A proposal of what to play after an item, shown near the item's end (R40).
///
/// Set it as `nextContentProposal` of an item. Main thread only.
@preconcurrency @MainActor
open class AVContentProposal: NSObject, NSCopying {
    /// The time of the item at which the proposal is shown; not numeric: at the item's end.
    open private(set) var contentTimeForTransition: CMTime
    /// Seconds from the item's end to the automatic acceptance; negative: before the end, 0: at the end, not a number: never.
    open var automaticAcceptanceInterval: TimeInterval = .nan
    open private(set) var title: String
    open private(set) var previewImage: UIImage?
    /// Where the proposed item comes from. For the client: the player does not load it.
    open var url: URL?
    /// The subtitle or artist and the date are shown below the title.
    open var metadata: [AVMetadataItem] = []

    public init(contentTimeForTransition: CMTime, title: String, previewImage: UIImage?) {
        self.contentTimeForTransition = contentTimeForTransition
        self.title = title
        self.previewImage = previewImage
        super.init()
    }

    open nonisolated func copy(with zone: NSZone? = nil) -> Any {
        // Only the main thread uses proposals.
        MainActor.assumeIsolated { duplicate() }
    }

    private func duplicate() -> AVContentProposal {
        let copy = AVContentProposal(
            contentTimeForTransition: contentTimeForTransition, title: title, previewImage: previewImage)
        copy.automaticAcceptanceInterval = automaticAcceptanceInterval
        copy.url = url
        copy.metadata = metadata
        return copy
    }

    var plan: ContentProposalMachine.Plan {
        ContentProposalMachine.Plan(
            transition: contentTimeForTransition.isNumeric ? contentTimeForTransition.seconds : nil,
            interval: automaticAcceptanceInterval)
    }
}

/// What to do with a content proposal.
public enum AVContentProposalAction: Int, Sendable {
    /// Play the proposed item.
    case accept = 0
    /// Leave the player.
    case reject = 1
    /// Return to the item, from its start if it has ended.
    case `defer` = 2
}

private struct NextProposal: Sendable {
    var proposal: AVContentProposal?
}

extension AVPlayerItem {
    /// What to propose near the end of this item; nil: nothing. The delegate of the player view controller plays an accepted proposal.
    public var nextContentProposal: AVContentProposal? {
        get { extensionStore[NextProposal.self]?.proposal }
        set {
            extensionStore[NextProposal.self] = NextProposal(proposal: newValue)
            NotificationCenter.default.post(name: Self.nextContentProposalDidChange, object: self)
        }
    }

    nonisolated static let nextContentProposalDidChange = Notification.Name("OpenAVKitNextContentProposalDidChange")
}
