import Foundation
import HLS

/// What playlists say beside their media: EXT-X-SESSION-DATA and EXT-X-DATERANGE.
extension StreamingReader {
    /// Data that stands in the playlist itself. Here: of what lies elsewhere only chapters are fetched. `gate` is held.
    func sessionMetadata() -> [MetadataEntry] {
        (multivariant?.sessionData ?? []).compactMap { data in
            guard case .text(let value) = data.content else { return nil }
            return MetadataEntry(key: data.id, value: value, language: data.language)
        }
    }

    func listenForDateRanges(_ listener: @escaping @Sendable ([DateRange]) -> Void) {
        gate.withLock {
            dateRanges.listener = listener
            if !dateRanges.told.isEmpty { listener(dateRanges.told) }
        }
    }

    /// The variant's playlist is another one, or a newer one. `gate` is held.
    func noteDateRanges(of playlist: MediaPlaylist) {
        guard playlist.dateRanges != dateRanges.told else { return }
        dateRanges.told = playlist.dateRanges
        dateRanges.listener?(playlist.dateRanges)
    }

    /// Asks for the chapters, once nothing that plays waits for the network any more. `gate` is held.
    /// - Returns: nil where the playlist names none.
    func loadChapters() -> LateChapters? {
        guard let multivariant,
            let data = multivariant.sessionData.first(where: { $0.id == SessionChapter.dataID }),
            case .resource(let uri, _) = data.content, let url = multivariant.url(for: uri)
        else { return nil }
        let late = LateChapters(loader: loader)
        let events = events
        loader.fetch(ResourceRequest(url: url, kind: .other)) { result in
            do throws(MediaError) {
                late.settle(try Self.chapters(try result.get()))
            } catch {
                events.tell(error.at(url), "There are no chapters.")
                late.settle(nil)
            }
        }
        return late
    }

    /// Asks for the names of renditions in several languages; `gate` is held.
    /// - Returns: nil where the playlist has none.
    func loadNames() -> LateNames? {
        guard let multivariant, let data = multivariant.sessionData.first(where: { $0.id == LocalizedNames.dataID })
        else { return nil }
        let events = events
        let late = LateNames(loader: loader)
        let read: @Sendable ([UInt8], URL) -> Void = { bytes, url in
            do throws(PlaylistError) {
                late.settle(try LocalizedNames.parse(bytes))
            } catch {
                events.tell(
                    MediaError(.malformed, error.fault.message, detail: error.fault.rule.description, url: url),
                    "Renditions keep the names of the playlist.")
            }
        }
        switch data.content {
        case .text(let text): read(Array(text.utf8), locator.url)
        case .resource(let uri, _):
            guard let url = multivariant.url(for: uri) else { return nil }
            loader.fetch(ResourceRequest(url: url, kind: .other)) { result in
                switch result {
                case .success(let fetched): read(fetched.bytes, url)
                case .failure(let error):
                    events.tell(error.at(url), "Renditions keep the names of the playlist.")
                }
            }
        }
        return late
    }

    private static func chapters(_ fetched: FetchedResource) throws(MediaError) -> LateChapters.Found {
        do throws(PlaylistError) {
            return LateChapters.Found(chapters: try SessionChapter.parse(fetched.bytes), baseURL: fetched.url)
        } catch {
            throw MediaError(.malformed, error.fault.message, detail: error.fault.rule.description, url: fetched.url)
        }
    }
}

/// The date ranges that were told last.
struct KnownDateRanges {
    var told: [DateRange] = []
    var listener: (@Sendable ([DateRange]) -> Void)?
}
