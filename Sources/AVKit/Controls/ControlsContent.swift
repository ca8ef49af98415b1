import AVFoundation
import CoreGraphics

/// The state that the controls display. A value type, so that only changed parts are laid out again.
struct ControlsContent: Equatable {
    var title: String?
    var subtitle: String?
    var isPlaying = false
    var hasEnded = false
    var volume: Float = 1
    var isMuted = false
    /// The position of the volume slider, which follows a volume ramp.
    var shownVolume: Float = 1
    var speed: Float = 1
    var hasNext = false
    var hasQueue = false
    var canSeek = true
    var isLive = false
    /// Whether playback is at the live edge.
    var isAtLiveEdge = false
    var hasChapters = false
    var hasSelection = false
    var isSelectionActive = false
    /// The name of the selected subtitles; nil: none are displayed.
    var captionName: String?
    /// Whether there is an information panel, and whether it is open.
    var hasInformation = false
    var isInformationOpen = false
    /// Whether the client has added elements to the menus.
    var hasClientItems = false
    var hasSpeeds = true
    var canChangeAspect = false
    var isFilled = false
    var isFullScreen = false
    var canFullScreen = true
    var canClose = false
    var pictureInPicture = PictureInPictureButton.none
    /// Whether the item has failed: only the buttons for leaving the player are shown.
    var hasFailed = false
    /// Whether the video may be shown on an external screen.
    var allowsScreens = true
}

/// What the button for Picture in Picture does.
enum PictureInPictureButton: Equatable { case none, start, stop }

extension ControlsContent {
    /// Copies the state of the model; the screen sets the remaining properties.
    @MainActor
    init(_ model: PlayerModel) {
        title = model.media.description.title
        subtitle = model.media.description.subtitle
        isPlaying = model.isPlaying
        hasEnded = model.hasEnded
        volume = model.sound.volume
        isMuted = model.sound.isMuted
        shownVolume = model.sound.shownVolume
        speed = model.speed
        hasNext = model.hasNextItem
        hasQueue = hasNext || !model.history.isEmpty
        isLive = model.isLive
        let end = isLive ? model.liveTimeline?.edge ?? .nan : model.end
        canSeek = !model.isLinear && end.isFinite && end > 0
        isAtLiveEdge = model.isAtLiveEdge
        hasChapters = model.chapters.count > 1 || !model.markerLists.isEmpty
        hasSelection = model.media.selection.offersChoice
        captionName = model.media.selection.legible?.selected(of: model.item)?.displayName
        isSelectionActive = captionName != nil
        allowsScreens = model.player?.allowsExternalPlayback ?? true
        hasFailed = model.state.fault.map { !$0.isEarlyEnd } ?? false
    }
}
