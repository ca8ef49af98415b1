import AVFoundation
import CoreGraphics
import CoreMedia

/// The video that a Picture in Picture window shows and operates: that of a player, or the frames of a sample buffer layer.
@MainActor
protocol PictureInPictureContent: AnyObject {
    /// The player whose video is shown; nil for other video.
    var player: AVPlayer? { get }
    /// The layer contents to show where there is no player.
    var frames: AnyObject? { get }
    /// The size of the video; zero while it is unknown.
    var videoSize: CGSize { get }
    var isPlaying: Bool { get }
    var windowControls: PictureInPictureControls.Content { get }

    /// Performs a command that concerns playback.
    func perform(_ command: PictureInPictureControls.Command)
    func pausePlayback()
    /// Receives the size of the video in the window, in pixels, after each change.
    func windowDidResize(to size: CMVideoDimensions)
}

extension PictureInPictureContent {
    /// Whether both show the same video.
    func isSameVideo(as other: any PictureInPictureContent) -> Bool {
        self === other || (player != nil && player === other.player)
    }
}

extension PlayerModel: PictureInPictureContent {
    var frames: AnyObject? { nil }
    var videoSize: CGSize { item?.presentationSize ?? .zero }
    var windowControls: PictureInPictureControls.Content { PictureInPictureControls.Content(self) }

    func perform(_ command: PictureInPictureControls.Command) {
        switch command {
        case .togglePlayback: togglePlayback()
        case .skip(let seconds): if !isLinear { skip(seconds) }
        case .changeVolume(let step): _ = sound.change(by: step)
        case .close, .returnToApp: break
        }
    }

    func pausePlayback() { player?.pause() }
    func windowDidResize(to size: CMVideoDimensions) {}
}
