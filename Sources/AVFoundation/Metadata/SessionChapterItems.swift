import CoreMedia
import Foundation
import HLS
import Localization
import MediaEngine

/// The chapters of a stream as metadata items (semantics section 3; spec/hls.md section 9).
extension ChapterTable.Entry {
    /// Returns one entry per chapter and language; a chapter without titles has one entry without a language.
    static func entries(_ found: DeferredChapters.Found, _ source: DeferredChapters, duration: CMTime) -> [ChapterTable
        .Entry]
    {
        found.chapters.enumerated().flatMap { number, chapter -> [ChapterTable.Entry] in
            let start = CMTime(seconds: chapter.start, preferredTimescale: timescale)
            var length = CMTime.indefinite
            if let seconds = chapter.duration {
                length = CMTime(seconds: seconds, preferredTimescale: timescale)
            } else if duration.isNumeric, duration > start {
                length = duration - start
            }
            let range = CMTimeRange(start: start, duration: length)
            let pictures = chapter.images.compactMap { picture($0, range, found.baseURL, source) }
            let titles = chapter.titles.map { (Optional($0.title), $0.language) }
            return (titles.isEmpty ? [(nil, LanguageMatching.undetermined)] : titles).map { title, language in
                ChapterTable.Entry(
                    chapter: ChapterInfo(range: range, title: title, language: language), number: number,
                    pictures: pictures, items: chapter.metadata.compactMap { item($0, range) })
            }
        }
    }

    private static let timescale: CMTimeScale = 90_000

    /// Returns the item of an image. Its data is loaded when it is first requested; its size and category are in the extra attributes.
    private static func picture(
        _ image: SessionChapter.Image, _ range: CMTimeRange, _ base: URL, _ source: DeferredChapters
    ) -> AVMetadataItem? {
        guard let url = PlaylistURL.resolve(image.uri, against: base) else { return nil }
        var fields = MetadataFields(
            identifier: .commonIdentifierArtwork, dataType: kCMMetadataBaseDataType_RawData, time: range.start,
            duration: range.duration)
        fields.extraAttributes = [
            .valueURI: NSString(string: url.absoluteString),
            .info: NSDictionary(dictionary: [
                "image-category": image.category, "pixel-width": image.width, "pixel-height": image.height,
            ]),
        ]
        return AVMetadataItem(propertiesOf: AVMetadataItem(fields)) { request in
            source.loadImage(url) { result in
                switch result {
                case .success(let data): request.respond(value: data)
                case .failure(let error): request.respond(error: error.publicError)
                }
            }
        }
    }

    private static func item(_ metadata: SessionChapter.Metadata, _ range: CMTimeRange) -> AVMetadataItem? {
        guard
            let identifier = AVMetadataItem.identifier(
                forKey: NSString(string: metadata.key), keySpace: .quickTimeMetadata)
        else { return nil }
        return AVMetadataItem(
            MetadataFields(
                identifier: identifier, value: metadata.value.object, extendedLanguageTag: metadata.language,
                time: range.start, duration: range.duration))
    }
}

extension JSONValue {
    /// The value in Foundation's classes; nil for null.
    var object: NSObject? {
        switch self {
        case .null: nil
        case .boolean(let value): NSNumber(value: value)
        case .number(let value): NSNumber(value: value)
        case .text(let value): NSString(string: value)
        case .list(let values): NSArray(array: values.map { $0.object ?? NSNull() })
        case .object(let members): NSDictionary(dictionary: members.mapValues { $0.object ?? NSNull() })
        }
    }
}
