import CoreMedia
import Foundation
import HLS

/// What a stream has to say of things to be played in between (EXT-X-DATERANGE of the class `com.apple.hls.interstitial`).
extension StreamingReader {
    func listenForInterstitials(_ listener: @escaping @Sendable (StreamInterstitials) -> Void) {
        gate.withLock {
            interstitials.listener = listener
            if let told = interstitials.told { listener(told) }
        }
    }

    /// The variant's window, or where its dates lie, is another one. `gate` is held.
    func noteInterstitials() {
        guard let reference else { return }
        let playlist = reference.playlist
        let hasSome = playlist.dateRanges.contains { $0.category == Interstitial.category }
        guard hasSome || interstitials.told != nil else { return }
        let schedule = InterstitialSchedule(playlist, map: dates).shifted(by: reference.windowStart.time)
        let found = StreamInterstitials(
            schedule: snapped(schedule), preloads: InterstitialPreload.all(in: playlist), baseURL: playlist.baseURL,
            primaryID: sessionID, isLive: window?.isLive ?? false)
        guard found != interstitials.told else { return }
        interstitials.told = found
        interstitials.listener?(found)
    }

    /// Events with X-SNAP=OUT leave the primary where a segment ends.
    private func snapped(_ schedule: InterstitialSchedule) -> InterstitialSchedule {
        var schedule = schedule
        for index in schedule.events.indices where schedule.events[index].snap.contains(.out) {
            guard let start = schedule.events[index].start.flatMap({ Nanoseconds($0) }) else { continue }
            schedule.events[index].departure = boundaries(nearest: start).min()?.time ?? schedule.events[index].start
        }
        return schedule
    }

    func segmentBoundaries(nearest time: Nanoseconds) -> [Nanoseconds] { gate.withLock { boundaries(nearest: time) } }

    /// Of each playlist that plays the boundary of segments that is nearest. `gate` is held.
    private func boundaries(nearest time: Nanoseconds) -> [Nanoseconds] {
        pipelines.values.compactMap { pipeline in
            guard let playlist = pipeline.tracker.playlist else { return nil }
            let start = pipeline.tracker.windowStart
            let end = start &+ (Nanoseconds(playlist.segments.duration) ?? 0)
            // Of segments that are not there yet, or no longer, nothing is known.
            guard time >= start, time <= end else { return nil }
            let boundary = playlist.segments.boundary(nearest: (time &- start).time)
            return boundary.flatMap { Nanoseconds($0) }.map { $0 &+ start }
        }
    }

    /// Asks a server what to play. The completion is called once, on a queue of the loader.
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
                    // bis: absolute, but servers that say them relative to the list are understood.
                    PlaylistAddress.resolve(asset.uri, against: fetched.url).map {
                        LoadedAssetList.Asset(url: $0, duration: asset.duration)
                    }
                }, skipControl: list.skipControl)
        } catch {
            throw MediaError(.malformed, error.fault.message, detail: error.fault.rule.description, url: fetched.url)
        }
    }
}

/// The interstitials that were told last.
struct KnownInterstitials {
    var told: StreamInterstitials?
    var listener: (@Sendable (StreamInterstitials) -> Void)?
}
