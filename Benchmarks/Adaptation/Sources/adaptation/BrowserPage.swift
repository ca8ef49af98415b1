import Foundation
import MediaTesting

/// A page on which hls.js plays a stream with default settings, and which reports the first frame, stalls and their ends.
struct BrowserPage: OriginContent {
    let stream: String
    let script: [UInt8]

    func reply(to request: OriginRequest, now: Int64) -> OriginReply {
        switch request.path {
        case "/": .resource(OriginResource(text: page, contentType: "text/html"))
        case "/hls.js": .resource(OriginResource(script, contentType: "text/javascript"))
        case Self.eventPath: .resource(OriginResource(text: "{}", contentType: "application/json"))
        default: .status(404)
        }
    }

    private static let eventPath = "/event"

    private var page: String {
        """
        <!DOCTYPE html><video id="video" muted autoplay width="512" height="288"></video><script src="/hls.js"></script><script>
        const video = document.getElementById('video'), begin = performance.now();
        let isSeen = false, queue = Promise.resolve();
        function tell(event) {
            const text = encodeURIComponent(JSON.stringify({ event, ms: performance.now() - begin }));
            queue = queue.then(() => fetch('\(Self.eventPath)?' + text)).catch(() => {});
        }
        video.requestVideoFrameCallback(() => { isSeen = true; tell('firstFrame'); });
        video.onwaiting = () => { if (isSeen) tell('stalled'); };
        video.onplaying = () => { if (isSeen) tell('playing'); };
        video.onended = () => tell('ended');
        const hls = new Hls();
        hls.on(Hls.Events.ERROR, (_, data) => { if (data.fatal) tell('ended'); });
        hls.loadSource('\(stream)');
        hls.attachMedia(video);
        </script>
        """
    }

    /// Plays a stream to its end.
    /// - Parameter script: a file with hls.js, which defines `Hls` in the page.
    /// - Returns: the events reported by the page, each a JSON object with a name and milliseconds.
    static func play(
        _ stream: String, with script: String, in browser: String, seconds: Double
    ) async throws -> [String] {
        let file = try Data(contentsOf: URL(fileURLWithPath: script))
        let server = try Origin(BrowserPage(stream: stream, script: [UInt8](file)), lifetime: seconds + 60)
        defer { server.stop() }
        let profile = FileManager.default.temporaryDirectory.appendingPathComponent("browser-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: profile) }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: browser)
        process.arguments = [
            "--headless=new", "--no-sandbox", "--disable-gpu", "--mute-audio", "--no-first-run",
            "--user-data-dir=\(profile.path)", "--autoplay-policy=no-user-gesture-required",
            // The page and the streams have different ports.
            "--disable-web-security", "--disable-features=LocalNetworkAccessChecks,BlockInsecurePrivateNetworkRequests",
            server.url("/").absoluteString,
        ]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        defer {
            process.terminate()
            process.waitUntilExit()
        }
        let end = Date(timeIntervalSinceNow: seconds)
        while Date() < end, process.isRunning {
            let lines = server.records.filter { $0.path == eventPath }.compactMap {
                $0.request.query?.removingPercentEncoding
            }
            if lines.contains(where: { $0.contains("\"ended\"") }) { return lines }
            try await Task.sleep(for: .milliseconds(200))
        }
        throw RealPlayback.Failure(message: "the page did not play the stream to its end")
    }
}
