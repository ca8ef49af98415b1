import CoreMedia
import HLS
import MediaEngine

/// The information that a stream declares besides its media. Valid while a session plays the item.
struct StreamInformation: Sendable {
    var dateRanges: [DateRange] = []
    /// nil: the stream declares no interstitials.
    var interstitials: StreamInterstitials?
    /// Invalid where the media is not live.
    private(set) var recommendedOffset = CMTime.invalid

    mutating func recommend(_ distance: CMTime?) { recommendedOffset = distance ?? .invalid }

    /// Removes the information of the ended session. The recommended offset stays readable.
    mutating func sessionEnded() {
        dateRanges = []
        interstitials = nil
    }
}

/// The captions and timed metadata that a session has read ahead, and the time observers for their delivery.
struct TimedMaterial: Sendable {
    /// A list that grows as the session reads, and the time observer for its next change.
    struct Track<List: Sendable>: Sendable {
        var list: List
        private(set) var mark: TimeObserverToken?

        init(_ list: List) { self.list = list }

        /// Sets the time observer for the next change.
        /// - Returns: the previous one, which the caller must remove.
        mutating func setMark(_ new: TimeObserverToken?) -> TimeObserverToken? {
            defer { mark = new }
            return mark
        }
    }

    var captions = Track(CaptionList())
    /// The captions of the selected caption file, which take the place of those that the session reads; nil: no file is selected.
    var captionFile: CaptionList?
    /// How much later than their times captions are displayed; negative: earlier.
    var captionDelay = CMTime.zero
    /// The client's styles of captions.
    var styleRules: [AVTextStyleRule]?
    /// The layers that draw captions which are more than text.
    private(set) var painters: [WeakPainter] = []
    var metadata = Track(TimedMetadataList())
    /// The progress of the item's own `timedMetadata` in the metadata.
    var cursor = TimedMetadataCursor()
    private(set) var lastItems: [AVMetadataItem]?
    /// The player's time observers, to which the marks belong.
    private(set) weak var hub: TimeObserverHub?

    mutating func setHub(_ hub: TimeObserverHub) { self.hub = hub }

    mutating func add(_ painter: any CaptionPainting) {
        remove(painter)
        painters.append(WeakPainter(painter))
    }

    mutating func remove(_ painter: any CaptionPainting) {
        painters.removeAll { $0.painter == nil || $0.painter === painter }
    }

    mutating func setLastItems(_ items: [AVMetadataItem]) { lastItems = items }

    /// Removes the captions and metadata of the ended session.
    mutating func sessionEnded() {
        captions.list = CaptionList()
        metadata.list = TimedMetadataList()
        cursor.flush()
    }
}

/// Draws the captions of an item that are more than text.
protocol CaptionPainting: AnyObject, Sendable {
    /// Draws the captions of the present time soon, if they differ. Called on any thread, with no lock held.
    func update()
}

/// A weak reference to a painter.
struct WeakPainter: Sendable {
    private(set) weak var painter: (any CaptionPainting)?

    init(_ painter: any CaptionPainting) { self.painter = painter }
}

extension TimedMaterial {
    /// The captions of which those that are due are displayed.
    var shownCaptions: CaptionList { captionFile ?? captions.list }
}
