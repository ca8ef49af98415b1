import AVFoundation
import Foundation
import FoundationNetworking
import MediaTesting
import Synchronization
import Testing

/// Apps that load resources of a stream themselves (api 4, semantics 15), with the engine.
@Suite(.enabled(if: StreamMaker.isAvailable), .serialized)
struct ResourceLoadingTests {
    private static let timeout = 90.0

    /// Waits for a condition; the time limit only bounds a failing test.
    private func wait(for what: Comment, _ isSo: () -> Bool, from location: SourceLocation = #_sourceLocation) async {
        guard await eventually(within: .seconds(Self.timeout), isSo) else {
            Issue.record("still waiting for \(what)", sourceLocation: location)
            return
        }
    }

    private func player(_ asset: AVURLAsset) -> AVPlayer {
        let player = AVPlayer(playerItem: AVPlayerItem(asset: asset))
        player.isMuted = true
        return player
    }

    /// Responds with the playlists and keys of a stream, and redirects to a server for its media.
    private final class Delegate: NSObject, AVAssetResourceLoaderDelegate {
        enum Manner: Sendable { case answers, refuses, fails, keepsWaiting }
        let ladder: Ladder
        let origin: Origin
        let manner: Manner
        let asked = Mutex<[String]>([])
        let cancelled = Mutex<[String]>([])

        init(_ ladder: Ladder, _ origin: Origin, _ manner: Manner) {
            (self.ladder, self.origin, self.manner) = (ladder, origin, manner)
        }

        func resourceLoader(
            _ resourceLoader: AVAssetResourceLoader,
            shouldWaitForLoadingOfRequestedResource loadingRequest: AVAssetResourceLoadingRequest
        ) -> Bool {
            guard let url = loadingRequest.request.url else { return false }
            asked.withLock { $0.append(url.path) }
            switch manner {
            case .refuses: return false
            case .keepsWaiting: return true
            case .fails:
                loadingRequest.finishLoading(with: NSError(domain: "app", code: 42))
                return true
            case .answers: break
            }
            guard url.pathExtension == "m3u8" || url.pathExtension == "key" else {
                loadingRequest.redirect = URLRequest(url: origin.url(url.path))
                loadingRequest.finishLoading()
                return true
            }
            guard case .resource(let resource) = ladder.reply(to: OriginRequest(path: url.path), now: 0) else {
                return false
            }
            loadingRequest.contentInformationRequest?.contentType = resource.contentType
            // Data is provided in chunks, as from a server.
            let half = resource.bytes.count / 2
            loadingRequest.dataRequest?.respond(with: Data(resource.bytes[..<half]))
            #expect(loadingRequest.dataRequest?.currentOffset == Int64(half))
            loadingRequest.dataRequest?.respond(with: Data(resource.bytes[half...]))
            loadingRequest.finishLoading()
            #expect(loadingRequest.isFinished)
            loadingRequest.finishLoading(with: NSError(domain: "too late", code: 1))
            return true
        }

        func resourceLoader(
            _ resourceLoader: AVAssetResourceLoader, didCancel loadingRequest: AVAssetResourceLoadingRequest
        ) {
            #expect(loadingRequest.isCancelled)
            cancelled.withLock { $0.append(loadingRequest.request.url?.path ?? "") }
        }
    }

    /// - Returns: an asset with a scheme that only its delegate can load.
    private func asset(_ manner: Delegate.Manner) async throws -> (AVURLAsset, Delegate, Origin) {
        let ladder = try await Ladder.make(.small.with { $0.encryption = .sampleAES })
        let origin = try Origin(ladder)
        let asset = AVURLAsset(url: try #require(URL(string: "app://films/main.m3u8")))
        let delegate = Delegate(ladder, origin, manner)
        asset.resourceLoader.setDelegate(delegate, queue: DispatchQueue(label: "resources"))
        return (asset, delegate, origin)
    }

    @Test(
        "S15.1 S15.2: playlists and keys with a custom scheme are loaded from the delegate, media from its redirect target; a player that does not wait to minimize stalling plays without such a wait"
    )
    func answers() async throws {
        let (asset, delegate, origin) = try await asset(.answers)
        defer { origin.stop() }
        #expect(asset.resourceLoader.delegate === delegate)
        let player = player(asset)
        player.automaticallyWaitsToMinimizeStalling = false
        let reasons = Mutex<Set<AVPlayer.WaitingReason>>([])
        let observation = player.observe(\.reasonForWaitingToPlay, options: [.new]) { player, _ in
            if let reason = player.reasonForWaitingToPlay { reasons.withLock { _ = $0.insert(reason) } }
        }
        player.play()
        await wait(for: "playing") { player.timeControlStatus == .playing }
        player.pause()
        observation.invalidate()
        // While nothing is buffered yet, the reason is evaluatingBufferingRate.
        #expect(reasons.withLock { !$0.contains(.toMinimizeStalls) })
        let asked = delegate.asked.withLock { $0 }
        #expect(asked.first == "/main.m3u8")
        #expect(asked.contains("/keys/0.key"))
        // The server has received requests for media only.
        #expect(
            !origin.records.isEmpty
                && origin.records.allSatisfy { !$0.path.hasSuffix("m3u8") && !$0.path.hasSuffix("key") })
    }

    @Test("S15.2: a resource that the delegate rejects, or fails to load, fails the item with the reason")
    func refuses() async throws {
        for manner in [Delegate.Manner.refuses, .fails] {
            let (asset, delegate, origin) = try await asset(manner)
            defer { origin.stop() }
            let player = player(asset)
            let item = try #require(player.currentItem)
            await wait(for: "failure") { item.status == .failed }
            let underlying = (item.error as? any CustomNSError)?.errorUserInfo[NSUnderlyingErrorKey] as? NSError
            let cause = underlying?.userInfo[NSUnderlyingErrorKey] as? NSError
            #expect(cause?.code == (manner == .fails ? 42 : nil))
            if manner == .refuses { #expect((item.error as? URLError)?.code == .unsupportedURL) }
            withExtendedLifetime(delegate) {}
        }
    }

    @Test("S15.2: the delegate is notified of a cancelled request")
    func cancels() async throws {
        let (asset, delegate, origin) = try await asset(.keepsWaiting)
        defer { origin.stop() }
        let player = player(asset)
        await wait(for: "the request to the delegate") { delegate.asked.withLock { $0 } == ["/main.m3u8"] }
        player.replaceCurrentItem(with: nil)
        await wait(for: "the cancellation") { delegate.cancelled.withLock { $0 } == ["/main.m3u8"] }
    }

    /// Provides a file, as an app with its own cache does.
    private final class FileDelegate: NSObject, AVAssetResourceLoaderDelegate {
        enum Manner: Sendable, CaseIterable { case parts, whole, sendsToFile }
        let bytes: Data
        let manner: Manner
        let ranges = Mutex<[Range<Int64>?]>([])
        let elsewhere: URL?

        init(_ bytes: Data, _ manner: Manner, elsewhere: URL? = nil) {
            (self.bytes, self.manner, self.elsewhere) = (bytes, manner, elsewhere)
        }

        func resourceLoader(
            _ resourceLoader: AVAssetResourceLoader,
            shouldWaitForLoadingOfRequestedResource loadingRequest: AVAssetResourceLoadingRequest
        ) -> Bool {
            if let elsewhere {
                loadingRequest.redirect = URLRequest(url: elsewhere)
                loadingRequest.finishLoading()
                return true
            }
            if let information = loadingRequest.contentInformationRequest {
                information.contentType = "public.mpeg-4"
                information.contentLength = Int64(bytes.count)
                information.isByteRangeAccessSupported = manner == .parts
            }
            guard let wanted = loadingRequest.dataRequest else { return false }
            if wanted.requestsAllDataToEndOfResource {
                ranges.withLock { $0.append(nil) }
                wanted.respond(with: bytes)
            } else {
                let end = min(bytes.count, Int(wanted.requestedOffset) + wanted.requestedLength)
                ranges.withLock { $0.append(wanted.requestedOffset..<Int64(end)) }
                // Bytes beyond the requested range are dropped.
                wanted.respond(with: bytes[Int(wanted.requestedOffset)..<min(bytes.count, end + 10)])
            }
            loadingRequest.finishLoading()
            return true
        }
    }

    @Test(
        "S15.2: a file with a custom scheme is loaded from the delegate in ranges, as a whole, or from its redirect target",
        arguments: FileDelegate.Manner.allCases)
    private func film(_ manner: FileDelegate.Manner) async throws {
        let clip = try await StreamMaker.shared.clip(.marked(frames: 24).with { $0.hasIndexFirst = false })
        let bytes = try Data(contentsOf: clip)
        let origin = try FaultyOrigin()
        origin.serve([UInt8](bytes), at: "/film.mp4")
        let delegate = FileDelegate(
            bytes, manner, elsewhere: manner == .sendsToFile ? origin.url("/film.mp4") : nil)
        let asset = AVURLAsset(url: try #require(URL(string: "app-cache://films/film.mp4")))
        asset.resourceLoader.setDelegate(delegate, queue: DispatchQueue(label: "resources"))
        let player = player(asset)
        let item = try #require(player.currentItem)
        await wait(for: "readiness") { item.status != .unknown }
        #expect(item.status == .readyToPlay, "\(String(describing: item.error))")
        #expect(item.duration.seconds == 1)
        player.play()
        await wait(for: "the end") { player.currentTime().seconds > 0.9 }
        let ranges = delegate.ranges.withLock { $0 }
        switch manner {
        case .parts:
            #expect(ranges.first == 0..<2)
            #expect(ranges.count >= 2 && !ranges.contains(nil))
        case .whole: #expect(ranges.contains(nil))
        case .sendsToFile: #expect(!origin.requests.isEmpty)
        }
    }

    /// Provides a file but for a gap in it, and does not finish requests that reach into the gap.
    private final class StallingDelegate: NSObject, AVAssetResourceLoaderDelegate {
        let bytes: Data
        let gap: Range<Int>
        let stalled = Mutex<[Int64]>([])

        init(_ bytes: Data, gap: Range<Int>) { (self.bytes, self.gap) = (bytes, gap) }

        func resourceLoader(
            _ resourceLoader: AVAssetResourceLoader,
            shouldWaitForLoadingOfRequestedResource loadingRequest: AVAssetResourceLoadingRequest
        ) -> Bool {
            if let information = loadingRequest.contentInformationRequest {
                information.contentType = "video/mp4"
                information.contentLength = Int64(bytes.count)
                information.isByteRangeAccessSupported = true
            }
            guard let wanted = loadingRequest.dataRequest else { return false }
            let first = Int(wanted.requestedOffset)
            let end = wanted.requestsAllDataToEndOfResource ? bytes.count : first + wanted.requestedLength
            let isWhole = end <= gap.lowerBound || first >= gap.upperBound
            let available = isWhole ? first..<end : first..<max(first, gap.lowerBound)
            // In parts, as from a server.
            for start in stride(from: available.lowerBound, to: available.upperBound, by: 20_000) {
                wanted.respond(with: bytes[start..<min(available.upperBound, start + 20_000)])
            }
            if isWhole {
                loadingRequest.finishLoading()
            } else {
                stalled.withLock { $0.append(wanted.requestedOffset) }
            }
            return true
        }
    }

    @Test(
        "S15.1: without automatic waiting, the media that a delegate has provided plays at once, however little it is")
    func playsAtOnce() async throws {
        var recipe = ClipRecipe.rich(seconds: 30)
        recipe.chapters = []
        let bytes = try Data(contentsOf: try await StreamMaker.shared.clip(recipe))
        // All requests but those of the first quarter and of the last tenth stay open.
        let delegate = StallingDelegate(bytes, gap: bytes.count / 4..<bytes.count * 9 / 10)
        let asset = AVURLAsset(url: try #require(URL(string: "app-cache://films/film.mp4")))
        asset.resourceLoader.setDelegate(delegate, queue: DispatchQueue(label: "resources"))
        let player = player(asset)
        player.automaticallyWaitsToMinimizeStalling = false
        let item = try #require(player.currentItem)
        await wait(for: "readiness") { item.status != .unknown }
        player.play()
        await wait(for: "playback") { player.timeControlStatus == .playing }
        await wait(for: "two seconds of playback") { player.currentTime().seconds > 2 }
        #expect(!delegate.stalled.withLock { $0.isEmpty })
        player.replaceCurrentItem(with: nil)
        withExtendedLifetime(delegate) {}
    }

    private final class KeyDelegate: AVContentKeySessionDelegate {
        let key: [UInt8]?
        let journal = Mutex<[String]>([])
        init(_ key: [UInt8]?) { self.key = key }

        private func note(_ text: String) { journal.withLock { $0.append(text) } }

        func contentKeySession(_ session: AVContentKeySession, didProvide keyRequest: AVContentKeyRequest) {
            note("asked \(URL(string: keyRequest.identifier as? String ?? "")?.path ?? "")")
            #expect(keyRequest.status == .requestingResponse)
            if let key {
                keyRequest.processContentKeyResponse(
                    AVContentKeyResponse(clearKeyData: Data(key), initializationVector: nil))
            } else {
                keyRequest.processContentKeyResponseError(NSError(domain: "licence", code: 7))
            }
        }

        func contentKeySession(
            _ session: AVContentKeySession, contentKeyRequestDidSucceed keyRequest: AVContentKeyRequest
        ) { note("succeeded \(keyRequest.status.rawValue)") }

        func contentKeySession(
            _ session: AVContentKeySession, contentKeyRequest keyRequest: AVContentKeyRequest,
            didFailWithError err: any Error
        ) { note("failed \((err as NSError).domain)") }
    }

    @Test("S15.3 S15.4: a content key session provides the key of a stream that the server does not provide")
    func contentKeys() async throws {
        let origin = try Origin(try await Ladder.make(.small.with { $0.encryption = .sampleAES }))
        defer { origin.stop() }
        origin.inject(.status(403), for: .prefix("/keys/"))
        for key in [LadderKeys.key(0), nil] {
            let asset = AVURLAsset(url: origin.url("/main.m3u8"))
            let session = AVContentKeySession(keySystem: .clearKey)
            let delegate = KeyDelegate(key)
            session.setDelegate(delegate, queue: DispatchQueue(label: "keys"))
            #expect(!asset.mayRequireContentKeysForMediaDataProcessing)
            session.addContentKeyRecipient(asset)
            #expect(asset.mayRequireContentKeysForMediaDataProcessing)
            #expect(session.contentKeyRecipients.count == 1)
            let player = player(asset)
            let item = try #require(player.currentItem)
            if key != nil {
                player.play()
                await wait(for: "playing") { player.timeControlStatus == .playing }
                player.pause()
                await wait(for: "the calls of the delegate") {
                    delegate.journal.withLock { $0 } == ["asked /keys/0.key", "succeeded 1"]
                }
            } else {
                await wait(for: "failure") { item.status == .failed }
                #expect((item.error as? AVError)?.code == .contentIsNotAuthorized)
                #expect(delegate.journal.withLock { $0 }.prefix(2) == ["asked /keys/0.key", "failed licence"])
            }
            session.removeContentKeyRecipient(asset)
            #expect(session.contentKeyRecipients.isEmpty)
        }
        #expect(!origin.records.contains { $0.path.hasPrefix("/keys/") })
    }

    private final class RenewingDelegate: AVContentKeySessionDelegate {
        let requests = Mutex<[AVContentKeyRequest]>([])
        var names: [String] { requests.withLock { $0 }.compactMap { ($0.identifier as? String) } }

        func contentKeySession(_ session: AVContentKeySession, didProvide keyRequest: AVContentKeyRequest) {
            answer(keyRequest)
        }
        func contentKeySession(
            _ session: AVContentKeySession, didProvideRenewingContentKeyRequest keyRequest: AVContentKeyRequest
        ) { answer(keyRequest) }

        private func answer(_ request: AVContentKeyRequest) {
            requests.withLock { $0.append(request) }
            // The renewed key is the right one.
            let key = request.renewsExpiringResponseData ? LadderKeys.key(0) : LadderKeys.key(1)
            request.processContentKeyResponse(
                AVContentKeyResponse(clearKeyData: Data(key), initializationVector: nil))
        }
    }

    @Test("S15.3: a key that was requested in advance and then renewed is used when the stream needs it")
    func keysAhead() async throws {
        let origin = try Origin(try await Ladder.make(.small.with { $0.encryption = .sampleAES }))
        defer { origin.stop() }
        origin.inject(.status(403), for: .prefix("/keys/"))
        let session = AVContentKeySession(keySystem: .clearKey)
        let delegate = RenewingDelegate()
        session.setDelegate(delegate, queue: DispatchQueue(label: "keys"))
        let name = origin.url("/keys/0.key").absoluteString
        session.processContentKeyRequest(withIdentifier: name, initializationData: nil, options: ["app": 1])
        await wait(for: "the first response") { delegate.requests.withLock { $0 }.first?.status == .receivedResponse }
        let first = try #require(delegate.requests.withLock { $0 }.first)
        #expect(first.options["app"] as? Int == 1)
        #expect(first.contentKey?.contentKeySpecifier.identifier as? String == name)
        #expect(first.contentKeySpecifier.keySystem == .clearKey)
        session.renewExpiringResponseData(for: first)
        await wait(for: "the second response") { first.status == .renewed }
        let asset = AVURLAsset(url: origin.url("/main.m3u8"))
        session.addContentKeyRecipient(asset)
        let player = player(asset)
        player.play()
        await wait(for: "playing") { player.timeControlStatus == .playing }
        player.pause()
        #expect(delegate.names == [name, name])
        #expect(throws: AVError.self) { try first.respondByRequestingPersistableContentKeyRequestAndReturnError() }
        #expect(
            AVContentKeySession.pendingExpiredSessionReports(
                withAppIdentifier: Data(), storageDirectoryAt: URL(fileURLWithPath: "/")
            ).isEmpty)
        await #expect(throws: AVError.self) {
            try await first.makeStreamingContentKeyRequestData(forApp: Data(), contentIdentifier: nil)
        }
    }

    @Test("S15.3 S15.4: expired sessions, and sessions of unsupported key systems, fail requests at once")
    func refusedSessions() async throws {
        let origin = try Origin(try await Ladder.make(.small.with { $0.encryption = .sampleAES }))
        defer { origin.stop() }
        for system in [AVContentKeySystem.clearKey, .fairPlayStreaming] {
            let asset = AVURLAsset(url: origin.url("/main.m3u8"))
            let session = AVContentKeySession(keySystem: system)
            let delegate = KeyDelegate(LadderKeys.key(0))
            session.setDelegate(delegate, queue: DispatchQueue(label: "keys"))
            session.addContentKeyRecipient(asset)
            if system == .clearKey { session.expire() }
            let player = player(asset)
            let item = try #require(player.currentItem)
            await wait(for: "failure") { item.status == .failed }
            #expect((item.error as? AVError)?.code == .contentIsNotAuthorized)
            #expect(!delegate.journal.withLock { $0 }.contains { $0.hasPrefix("asked") })
        }
    }
}
