import Foundation
import HLS

/// Resources other than media: chapters, rendition names, asset lists of interstitials.
extension StreamingReader {
    /// Returns the chapters of a playlist and a closure that loads them, to be called when playback no longer waits for the network; nil if
    /// the playlist has no chapters.
    func deferredChapters(of list: MultivariantPlaylist?) -> (late: DeferredChapters, load: () -> Void)? {
        guard let data = list?.sessionData.first(where: { $0.id == SessionChapter.dataID }),
            case .resource(let uri, _) = data.content, let url = list?.url(for: uri)
        else { return nil }
        let late = DeferredChapters(loader: loader)
        return (
            late,
            { [loader, events] in
                loader.fetch(ResourceRequest(url: url, kind: .other)) { result in
                    do throws(MediaError) {
                        late.settle(try Self.chapters(try result.get()))
                    } catch {
                        events.report(error.at(url), "The item has no chapters.")
                        late.settle(nil)
                    }
                }
            }
        )
    }

    /// Returns the localized names of renditions and a closure that loads them; nil if the playlist has none.
    func deferredNames(of list: MultivariantPlaylist?) -> (late: DeferredNames, load: () -> Void)? {
        guard let list, let data = list.sessionData.first(where: { $0.id == LocalizedNames.dataID }) else { return nil }
        let late = DeferredNames(loader: loader)
        let comment = "Renditions keep the names of the playlist."
        let read: @Sendable ([UInt8], URL) -> Void = { [events] bytes, url in
            do throws(PlaylistError) {
                late.settle(try LocalizedNames.parse(bytes))
            } catch {
                events.report(
                    MediaError(.malformed, error.fault.message, detail: error.fault.rule.description, url: url), comment
                )
            }
        }
        switch data.content {
        case .text(let text): return (late, { [locator] in read(Array(text.utf8), locator.url) })
        case .resource(let uri, _):
            guard let url = list.url(for: uri) else { return nil }
            return (
                late,
                { [loader, events] in
                    loader.fetch(ResourceRequest(url: url, kind: .other)) { result in
                        switch result {
                        case .success(let fetched): read(fetched.bytes, url)
                        case .failure(let error): events.report(error.at(url), comment)
                        }
                    }
                }
            )
        }
    }

    private static func chapters(_ fetched: FetchedResource) throws(MediaError) -> DeferredChapters.Found {
        do throws(PlaylistError) {
            return DeferredChapters.Found(chapters: try SessionChapter.parse(fetched.bytes), baseURL: fetched.url)
        } catch {
            throw MediaError(.malformed, error.fault.message, detail: error.fault.rule.description, url: fetched.url)
        }
    }

    /// Requests an interstitial's asset list. The completion is called once, on a queue of the loader.
    func loadAssetList(
        _ url: URL, completion: @escaping @Sendable (Result<LoadedAssetList, MediaError>) -> Void
    ) {
        loader.fetch(ResourceRequest(url: url, kind: .interstitialList)) { result in
            do throws(MediaError) {
                completion(.success(try Self.assetList(try result.get())))
            } catch {
                completion(.failure(error.at(url)))
            }
        }
    }

    private static func assetList(_ fetched: FetchedResource) throws(MediaError) -> LoadedAssetList {
        do throws(PlaylistError) {
            let list = try InterstitialAssets.parse(fetched.bytes)
            return LoadedAssetList(
                assets: list.assets.compactMap { asset in
                    // bis requires absolute URLs, but URLs relative to the list are accepted.
                    PlaylistURL.resolve(asset.uri, against: fetched.url).map {
                        LoadedAssetList.Asset(url: $0, duration: asset.duration)
                    }
                }, skipControl: list.skipControl)
        } catch {
            throw MediaError(.malformed, error.fault.message, detail: error.fault.rule.description, url: fetched.url)
        }
    }
}
