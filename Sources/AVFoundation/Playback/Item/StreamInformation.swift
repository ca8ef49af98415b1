import CoreMedia
import HLS
import MediaEngine

/// What the stream of an item declares beside its media. Valid while a session plays the item.
struct StreamInformation: Sendable {
    var dateRanges: [DateRange] = []
    /// nil: the stream declares no interstitials.
    var interstitials: StreamInterstitials?
    /// Invalid where the media is not live.
    private(set) var recommendedOffset = CMTime.invalid

    mutating func recommend(_ distance: CMTime?) { recommendedOffset = distance ?? .invalid }

    /// The session has ended. The recommended offset stays readable.
    mutating func sessionEnded() {
        dateRanges = []
        interstitials = nil
    }
}

/// Captions and timed metadata that a session has read ahead, and the marks at which they are due.
struct TimedMaterial: Sendable {
    /// A list that grows as the session reads, and the mark on the time line that wakes us for its next change.
    struct Track<List: Sendable>: Sendable {
        var list: List
        private(set) var mark: TimeObserverToken?

        init(_ list: List) { self.list = list }

        /// Sets the mark for the next change.
        /// - Returns: the mark that it replaces, which has to be removed.
        mutating func setMark(_ new: TimeObserverToken?) -> TimeObserverToken? {
            defer { mark = new }
            return mark
        }
    }

    var captions = Track(CaptionList())
    var metadata = Track(TimedMetadataList())
    /// How far the item itself has followed the metadata.
    var cursor = TimedMetadataCursor()
    private(set) var lastItems: [AVMetadataItem]?
    /// The player's time observers, where marks are set.
    private(set) weak var hub: TimeObserverHub?

    mutating func setHub(_ hub: TimeObserverHub) { self.hub = hub }

    mutating func setLastItems(_ items: [AVMetadataItem]) { lastItems = items }

    /// The session has ended: nothing more is due.
    mutating func sessionEnded() {
        captions.list = CaptionList()
        metadata.list = TimedMetadataList()
        cursor.flush()
    }
}
