import AVFoundation
import FoundationNetworking
import MediaEngine
import MediaTesting
import Synchronization
import Testing

@Suite(.enabled(if: StreamMaker.isAvailable)) struct AVAssetTests {
    private func rich() async throws -> AVURLAsset {
        AVURLAsset(url: try await StreamMaker.shared.clip(.rich()))
    }

    @Test("api 2.2: AVAsset(url:) creates an AVURLAsset")
    func initURL_isURLAsset() throws {
        let url = URL(fileURLWithPath: "/nowhere.mp4")
        let asset = AVAsset(url: url)
        #expect((asset as? AVURLAsset)?.url == url)
        #expect(asset.statusOfValue(forKey: "duration", error: nil) == .unknown)
        #expect(asset.copy() as? AVAsset === asset)
    }

    @Test("load(_:) returns duration, tracks and formats")
    func load_severalProperties_together() async throws {
        let asset = try await rich()
        let (duration, tracks, playable) = try await asset.load(.duration, .tracks, .isPlayable)
        #expect(abs(duration.seconds - 6) < 0.2 && playable)
        #expect(asset.statusOfValue(forKey: "duration", error: nil) == .loaded)
        #expect(asset.duration == duration)
        let video = try #require(asset.tracks(withMediaType: .video).first)
        #expect(video.naturalSize == CGSize(width: 320, height: 180) && video.preferredTransform == .identity)
        #expect(video.nominalFrameRate == 24 && video.minFrameDuration == CMTime(value: 1, timescale: 24))
        let description = try #require(try await video.load(.formatDescriptions).first)
        #expect(
            description.mediaSubType == .h264 && description.dimensions == CMVideoDimensions(width: 320, height: 180))
        #expect(tracks.filter { $0.mediaType == .audio }.map(\.extendedLanguageTag) == ["en", "de"])
        #expect(asset.tracks(withMediaType: .audio).map(\.languageCode) == ["eng", "deu"])
        #expect(tracks.allSatisfy { $0.asset === asset })
        #expect(asset.track(withTrackID: video.trackID) === video)
        #expect(try await asset.loadTracks(withMediaCharacteristic: .audible).count == 2)
    }

    @Test(
        "R13 R14 R15 S2.2: loadValuesAsynchronously calls its handler once, after it has returned; then getters do not block"
    )
    func loadValues_callsOnce() async throws {
        let asset = try await rich()
        let calls = Mutex(0)
        await withCheckedContinuation { continuation in
            asset.loadValuesAsynchronously(forKeys: ["availableChapterLocales", "duration"]) {
                calls.withLock { $0 += 1 }
                continuation.resume()
            }
        }
        #expect(calls.withLock { $0 } == 1)
        var error: NSError?
        #expect(asset.statusOfValue(forKey: "availableChapterLocales", error: &error) == .loaded && error == nil)
        #expect(asset.availableChapterLocales == [Locale(identifier: "und")])
    }

    @Test("R16 R18 R21 R26 S2.7 S3.1: the chapters of a file are read as in Apple's guide")
    func chapters_ofAFile() async throws {
        let asset = try await rich()
        let groups = try await asset.loadChapterMetadataGroups(
            bestMatchingPreferredLanguages: Locale.preferredLanguages)
        #expect(groups.count == 3)
        let titles = groups.map { group in
            AVMetadataItem.metadataItems(from: group.items, filteredByIdentifier: AVMetadataCommonIdentifierTitle)
                .first?.stringValue
        }
        #expect(titles == ["Opening", "Middle", "End"])
        #expect(groups.map { $0.timeRange.start.seconds } == [0, 2, 4])
        #expect(groups.allSatisfy { group in group.items.allSatisfy { $0.time == group.timeRange.start } })
        #expect(
            asset.chapterMetadataGroups(withTitleLocale: Locale(identifier: "und"), containingItemsWithCommonKeys: nil)
                .count == 3)
        #expect(asset.chapterMetadataGroups(withTitleLocale: Locale(identifier: "fr")).isEmpty)
    }

    @Test("R19 R20 R23 S3.7: the metadata and artwork of a file are loaded")
    func metadata_ofAFile() async throws {
        let asset = try await rich()
        let (common, all) = try await asset.load(.commonMetadata, .metadata)
        func first(_ identifier: AVMetadataIdentifier) -> AVMetadataItem? {
            AVMetadataItem.metadataItems(from: common, filteredByIdentifier: identifier).first
        }
        #expect(first(.commonIdentifierTitle)?.stringValue == "A rich clip")
        #expect(first(.commonIdentifierTitle)?.identifier == .iTunesMetadataSongName)
        #expect(first(.commonIdentifierArtist)?.stringValue == "The stream maker")
        let artwork = try #require(first(AVMetadataCommonIdentifierArtwork))
        #expect((artwork.dataValue?.count ?? 0) > 100 && artwork.stringValue == nil)
        #expect(first(.commonIdentifierPublisher) == nil)
        #expect(all.count > common.count)
        #expect(asset.availableMetadataFormats.contains(.iTunesMetadata))
        #expect(try await asset.loadMetadata(for: .iTunesMetadata).isEmpty == false)
    }

    @Test("R39 api 2.5: the selection groups of a file have its audio and subtitle tracks")
    func selection_ofAFile() async throws {
        let asset = try await rich()
        let characteristics = try await asset.load(.availableMediaCharacteristicsWithMediaSelectionOptions)
        #expect(characteristics == [.audible, .legible])
        let audible = try #require(try await asset.loadMediaSelectionGroup(for: .audible))
        #expect(audible.options.map(\.extendedLanguageTag) == ["en", "de"] && !audible.allowsEmptySelection)
        #expect(audible.defaultOption === audible.options[0])
        let legible = try #require(asset.mediaSelectionGroup(forMediaCharacteristic: .legible))
        #expect(legible.options.count == 2 && legible.allowsEmptySelection && legible.defaultOption == nil)
        #expect(asset.mediaSelectionGroup(forMediaCharacteristic: .visual) == nil)
        #expect(legible.options[1].displayName(with: Locale(identifier: "en")) == "German")
        #expect(asset.preferredMediaSelection.selectedMediaOption(in: audible) === audible.options[0])
        #expect(asset.allMediaSelections.count == 6)
    }

    @Test("R14 S2.5 api section 6: loading a missing file fails with the underlying error, the same on every call")
    func missingFile_failsWithCause() async throws {
        let asset = AVURLAsset(url: URL(fileURLWithPath: "/nowhere/at/all.mp4"))
        var codes: [Int] = []
        for _ in 0..<2 {
            do {
                _ = try await asset.load(.duration)
                Issue.record("loaded")
            } catch {
                #expect(error is URLError)
                codes.append((error as NSError).code)
                let cause = try #require((error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError)
                #expect(cause.code == MediaError.Code.fileNotFound.rawValue)
            }
        }
        #expect(codes == [URLError.Code.fileDoesNotExist.rawValue, URLError.Code.fileDoesNotExist.rawValue])
        var error: NSError?
        #expect(asset.statusOfValue(forKey: "duration", error: &error) == .failed)
        #expect(error?.code == codes.first)
        guard case .failed = asset.status(of: .duration) else {
            Issue.record("not failed")
            return
        }
        #expect(asset.duration == .zero && asset.tracks.isEmpty && !asset.isPlayable)
    }

    @Test("loading a text file named .mp4 fails with fileFormatNotRecognized")
    func textFile_isNotRecognised() async throws {
        let url = try await StreamMaker.shared.file(
            named: "letter.mp4", bytes: Data("Dear reader, this is no film.".utf8))
        await #expect(throws: AVError.self) { _ = try await AVURLAsset(url: url).load(.tracks) }
    }

    @Test("S2.6: isPlayable of an unreachable server fails with the error of the network")
    func unreachable_isPlayable_fails() async throws {
        // No server listens on the port of a server that has stopped.
        let origin = try Origin(try await Ladder.make(.small))
        let url = origin.url("/film.mp4")
        origin.stop()
        let asset = AVURLAsset(url: url)
        let error = await #expect(throws: URLError.self) { _ = try await asset.load(.isPlayable) }
        #expect(error?.code == .cannotConnectToHost)
        var stored: NSError?
        #expect(asset.statusOfValue(forKey: "isPlayable", error: &stored) == .failed)
        #expect(stored?.domain == NSURLErrorDomain && stored?.code == NSURLErrorCannotConnectToHost)
    }

    @Test(
        "S2.4: reading a property of a server that is silent returns the default after a time limit")
    func silentServer_synchronousRead_returnsDefault() async throws {
        let origin = try Origin(try await Ladder.make(.small))
        defer { origin.stop() }
        origin.inject(.silence, for: .every)
        let asset = AVURLAsset(url: origin.url("/main.m3u8"))
        let duration = await withCheckedContinuation { continuation in
            DispatchQueue(label: "synchronous read").async { continuation.resume(returning: asset.duration) }
        }
        #expect(duration == .zero)
        #expect(asset.statusOfValue(forKey: "duration", error: nil) != .loaded)
        asset.cancelLoading()
    }

    @Test("S2.4: reading a property of a file blocks until it is loaded")
    func synchronousRead_waits() async throws {
        let asset = try await rich()
        #expect(asset.duration.seconds > 5)
        #expect(asset.statusOfValue(forKey: "duration", error: nil) == .loaded)
    }

    @Test("rotated video has a preferredTransform, and a naturalSize before rotation")
    func rotation_becomesTransform() async throws {
        let recipe = ClipRecipe.marked(frames: 12).with { $0.video?.rotation = 90 }
        let asset = AVURLAsset(url: try await StreamMaker.shared.clip(recipe))
        let track = try #require(try await asset.load(.tracks).first)
        #expect(track.naturalSize == CGSize(width: 320, height: 180))
        let corner = CGPoint(x: 320, y: 180).applying(track.preferredTransform)
        #expect(Set([abs(corner.x), abs(corner.y)]).isSubset(of: [0, 180, 320]))
        #expect(track.preferredTransform.a == 0 && track.preferredTransform.b != 0)
    }
}

@Suite struct AVURLAssetOptionTests {
    @Test("api 2.2: asset options set the headers, cookies, user agent and MIME type of the requests")
    func options_reachTheLocator() throws {
        let url = try #require(URL(string: "https://example.com/film.mp4"))
        let cookie = try #require(
            HTTPCookie(properties: [
                .name: "session", .value: "abc", .domain: "example.com", .path: "/", .secure: "TRUE",
            ]))
        let asset = AVURLAsset(
            url: url,
            options: [
                "AVURLAssetHTTPHeaderFieldsKey": ["Authorization": "Bearer x"], AVURLAssetHTTPCookiesKey: [cookie],
                AVURLAssetHTTPUserAgentKey: "Tests/1", AVURLAssetOverrideMIMETypeKey: "video/mp4",
            ])
        let locator = asset.mediaAsset.locator
        #expect(locator.url == url && locator.headers == ["Authorization": "Bearer x"])
        #expect(locator.cookies == ["session=abc; domain=example.com; path=/; secure"])
        #expect(locator.userAgent == "Tests/1" && locator.mimeType == "video/mp4")
    }

    @Test("api 2.2: isPlayableExtendedMIMEType takes codecs into account")
    func extendedMIMEType_codecs() {
        #expect(AVURLAsset.isPlayableExtendedMIMEType("video/mp4; codecs=\"avc1.42E01E, mp4a.40.2\""))
        #expect(AVURLAsset.isPlayableExtendedMIMEType("video/webm"))
        #expect(!AVURLAsset.isPlayableExtendedMIMEType("video/mp4; codecs=\"zzzz.1\""))
        #expect(!AVURLAsset.isPlayableExtendedMIMEType("text/plain") && !AVURLAsset.isPlayableExtendedMIMEType(""))
    }
}

/// The sample code of Apple's guide on chapter markers, as a client writes it.
@Suite(.enabled(if: StreamMaker.isAvailable)) struct ChapterGuideSampleTests {
    private struct Chapter: Equatable {
        var seconds: Double
        var title: String
    }

    private func convertTimedMetadataGroupsToChapters(groups: [AVTimedMetadataGroup]) -> [Chapter] {
        groups.map { group -> Chapter in
            let titleItems = AVMetadataItem.metadataItems(
                from: group.items, filteredByIdentifier: AVMetadataCommonIdentifierTitle)
            var title = "Default Title"
            if let titleValue = titleItems.first?.stringValue { title = titleValue }
            return Chapter(seconds: group.timeRange.start.seconds, title: title)
        }
    }

    @Test("R13 R16 R21 R23 the guide's sample code returns the chapters")
    func guideSample_yieldsChapters() async throws {
        let asset = AVAsset(url: try await StreamMaker.shared.clip(.rich(container: .mkv)))
        let chapterLocalesKey = "availableChapterLocales"
        let groups: [AVTimedMetadataGroup] = await withCheckedContinuation { continuation in
            asset.loadValuesAsynchronously(forKeys: [chapterLocalesKey]) {
                var error: NSError?
                let status = asset.statusOfValue(forKey: chapterLocalesKey, error: &error)
                if status == .loaded {
                    let languages = Locale.preferredLanguages
                    continuation.resume(
                        returning: asset.chapterMetadataGroups(bestMatchingPreferredLanguages: languages))
                } else {
                    continuation.resume(returning: [])
                }
            }
        }
        #expect(
            convertTimedMetadataGroupsToChapters(groups: groups) == [
                Chapter(seconds: 0, title: "Opening"), Chapter(seconds: 2, title: "Middle"),
                Chapter(seconds: 4, title: "End"),
            ])
    }
}

@Suite(.enabled(if: StreamMaker.isAvailable)) struct ContainerMetadataTests {
    @Test(
        "R19 S3.5: a title is found by its common identifier, in every container",
        arguments: [
            (ClipRecipe.Container.m4a, "itsk/%A9nam"), (.mp3, "id3/TIT2"), (.flac, "mdta/com.apple.quicktime.title"),
            (.ogg, "mdta/com.apple.quicktime.title"),
        ])
    func title_byContainer(container: ClipRecipe.Container, identifier: String) async throws {
        let asset = AVURLAsset(url: try await StreamMaker.shared.clip(.audioOnly(container: container)))
        let items = try await asset.load(.commonMetadata)
        let title = try #require(
            AVMetadataItem.metadataItems(from: items, filteredByIdentifier: .commonIdentifierTitle).first)
        #expect(title.stringValue == "A tone" && title.identifier?.rawValue == identifier)
        let artist = AVMetadataItem.metadataItems(from: items, filteredByIdentifier: .commonIdentifierArtist).first
        #expect(artist?.stringValue == "The oscillator")
        let artwork = AVMetadataItem.metadataItems(from: items, filteredByIdentifier: .commonIdentifierArtwork).first
        #expect((artwork?.dataValue != nil) == [.m4a, .mp3, .flac].contains(container))
    }
}
