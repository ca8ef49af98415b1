import AVFoundation
import Combine
import CoreImage
import Network
import OSLog
import UniformTypeIdentifiers

/// A view model as player apps have it, over the modules beside the player.
@MainActor
final class PlaybackModel: ObservableObject {
    @Published private(set) var isPlaying = false
    @Published private(set) var hasEnded = false
    @Published private(set) var isNetworkSatisfied = false

    let player: AVPlayer
    private let log = Logger(subsystem: "org.openavkit.examples", category: "playback")
    private let signposter = OSSignposter(subsystem: "org.openavkit.examples", category: .pointsOfInterest)
    private let monitor = NWPathMonitor()
    private let output = AVPlayerItemVideoOutput(pixelBufferAttributes: nil)
    private let context = CIContext()
    private var cancellables: Set<AnyCancellable> = []

    init(_ url: URL) {
        let item = AVPlayerItem(url: url)
        item.add(output)
        player = AVPlayer(playerItem: item)
        if let type = UTType(filenameExtension: url.pathExtension), !type.conforms(to: .audiovisualContent) {
            log.warning(
                "\(url.lastPathComponent, privacy: .public) may not be playable: \(type.identifier, privacy: .public)")
        }
        player.publisher(for: \.timeControlStatus)
            .map { $0 == .playing }
            .removeDuplicates()
            .receive(on: DispatchQueue.main)
            .assign(to: &$isPlaying)
        player.publisher(for: \.currentItem?.status)
            .combineLatest(player.publisher(for: \.rate))
            .sink { [log] status, rate in log.debug("status \(status?.rawValue ?? -1), rate \(rate)") }
            .store(in: &cancellables)
        NotificationCenter.default.publisher(for: .AVPlayerItemDidPlayToEndTime, object: item)
            .map { _ in true }
            .receive(on: RunLoop.main)
            .assign(to: &$hasEnded)
        Timer.publish(every: 1, on: .main, in: .common).autoconnect()
            .sink { [log, player] _ in log.info("at \(player.currentTime().seconds, format: .fixed(precision: 1)) s") }
            .store(in: &cancellables)
        monitor.pathUpdateHandler = { [weak self] path in
            Task { @MainActor in self?.isNetworkSatisfied = path.status == .satisfied }
        }
        monitor.start(queue: .main)
    }

    /// The displayed frame, at half its size.
    func snapshot() -> CGImage? {
        signposter.withIntervalSignpost("snapshot") {
            guard let buffer = output.copyPixelBuffer(forItemTime: player.currentTime(), itemTimeForDisplay: nil) else {
                return nil
            }
            let image = CIImage(cvPixelBuffer: buffer).transformed(by: CGAffineTransform(scaleX: 0.5, y: 0.5))
            return context.createCGImage(image, from: image.extent)
        }
    }

    /// URLSession comes with AVFoundation, as with Foundation on Apple's platforms.
    func byteCount(of url: URL) async throws -> Int64 {
        var request = URLRequest(url: url)
        request.httpMethod = "HEAD"
        return try await URLSession.shared.data(for: request).1.expectedContentLength
    }
}

@main
enum Neighbours {
    @MainActor
    static func main() {
        guard CommandLine.arguments.count == 2, let url = URL(string: CommandLine.arguments[1]) else {
            print("usage: Neighbours URL")
            return
        }
        let model = PlaybackModel(url)
        let ended = model.$hasEnded.filter { $0 }.sink { _ in exit(0) }
        model.player.play()
        withExtendedLifetime((model, ended)) { RunLoop.main.run() }
    }
}
