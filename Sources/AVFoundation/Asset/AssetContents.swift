import CoreMedia
import Foundation
package import MediaEngine
import Synchronization

/// The contents of an asset in the types of the public API, made once from the engine's media information and never changed.
package final class AssetContents: Sendable {
    package let info: MediaInfo
    let tracks: [AVAssetTrack]
    let trackGroups: [AVAssetTrackGroup]
    let metadata: [AVMetadataItem]
    private let ownChapters: ChapterTable
    private let deferredChapters = Mutex<ChapterTable?>(nil)
    /// The selection groups; caption files add options.
    package var selection: SelectionGroups { selectable.withLock { $0.groups } }
    private struct Selectable: Sendable {
        var groups: SelectionGroups
        var files: [CaptionFile] = []

        mutating func add(_ file: CaptionFile, _ formats: MetadataFormats) -> AVMediaSelectionOption {
            var file = file
            file.setTrackIndex(CaptionFile.firstTrackIndex + files.count)
            files.append(file)
            return groups.add(file, formats: formats)
        }
    }
    private let selectable: Mutex<Selectable>
    /// What is wrong with the caption files beside the media.
    let captionFindings: [MediaError]
    private let formats: MetadataFormats

    /// - Parameters:
    ///   - captions: the caption files beside the media, which become options of the legible group.
    ///   - tracks: the tracks of a composition; nil: those of `info`.
    init(
        info: MediaInfo, asset: AVAsset, captions: CaptionSidecars = CaptionSidecars(), tracks: [AVAssetTrack]? = nil
    ) {
        self.info = info
        let formats = MetadataFormats(container: info.container)
        self.tracks = tracks ?? info.tracks.map { AVAssetTrack(info: $0, formats: formats, asset: asset) }
        if let tags = info.tags {
            metadata = formats.items(tags: tags, entries: info.metadata)
        } else {
            // Ogg has no file-level tags; those of the first stream take their place.
            let entries = info.metadata + (info.container == "ogg" ? info.tracks.first?.metadata ?? [] : [])
            metadata = formats.items(entries: entries, covers: info.covers)
        }
        let locator = asset.mediaAsset.locator
        ownChapters = ChapterTable(
            chapters: info.chapters, artwork: info.chapterPictures.map { AVMetadataItem($0, of: locator) })
        self.formats = formats
        var initial = Selectable(groups: SelectionGroups(info: info, formats: formats))
        for file in captions.files { _ = initial.add(file, formats) }
        selectable = Mutex(initial)
        captionFindings = captions.findings
        trackGroups = [TrackInfo.Kind.audio, .subtitle].compactMap { kind in
            let alternatives = info.tracks.filter { $0.kind == kind }
            return alternatives.count > 1 ? AVAssetTrackGroup(trackIDs: alternatives.map(\.trackID)) : nil
        }
    }

    /// Adds the captions of a file as an option of the legible group.
    func add(_ file: CaptionFile) -> AVMediaSelectionOption {
        selectable.withLock { $0.add(file, formats) }
    }

    /// Returns the captions of the file whose option has this track; nil for tracks of the media.
    func captions(ofTrack index: Int) -> [TimedText]? {
        selectable.withLock { $0.files.first { $0.track.index == index }?.cues }
    }

    var duration: CMTime { info.duration }

    /// The chapters; blocks while the chapters of a stream are still loading, for at most `AssetLoader.longestRemoteWait` seconds.
    var chapters: ChapterTable {
        guard let late = info.deferredChapters else { return ownChapters }
        if let table = deferredChapters.withLock({ $0 }) { return table }
        let deadline = Date(timeIntervalSinceNow: AssetLoader.longestRemoteWait)
        guard let found = late.wait(until: deadline) else { return ownChapters }
        let table = ChapterTable(found, late, duration: info.duration)
        return deferredChapters.withLock { held in
            held = held ?? table
            return held ?? table
        }
    }

    /// Whether the container's headers list every sample.
    var hasIndex: Bool {
        info.isSeekable && (info.container.hasPrefix("mov") || info.container.hasPrefix("matroska"))
    }

    var isPlayable: Bool {
        info.tracks.contains { $0.isDecodable && ($0.kind == .video || $0.kind == .audio) }
    }

    var commonMetadata: [AVMetadataItem] { metadata.filter { $0.commonKey != nil } }

    var creationDate: AVMetadataItem? {
        metadata.first { $0.commonKey == .commonKeyCreationDate }
            ?? info.metadata.first { $0.key == "creation_time" }.map { entry in
                AVMetadataItem(
                    MetadataFields(
                        identifier: .commonIdentifierCreationDate, value: NSString(string: entry.value),
                        dataType: kCMMetadataBaseDataType_UTF8))
            }
    }

    var lyrics: String? {
        AVMetadataItem.metadataItems(from: metadata, filteredByIdentifier: .iTunesMetadataLyrics).first?.stringValue
            ?? AVMetadataItem.metadataItems(from: metadata, filteredByIdentifier: .id3MetadataUnsynchronizedLyric)
            .first?.stringValue
    }

    var metadataFormats: [AVMetadataFormat] {
        var formats: [AVMetadataFormat] = []
        for item in metadata {
            let format = MetadataFormats.format(of: item)
            if !formats.contains(format) { formats.append(format) }
        }
        return formats
    }

    func metadata(forFormat format: AVMetadataFormat) -> [AVMetadataItem] {
        metadata.filter { MetadataFormats.format(of: $0) == format }
    }
}
