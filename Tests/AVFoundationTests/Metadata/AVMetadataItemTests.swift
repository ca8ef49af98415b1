import Localization
import Synchronization
import Testing

@testable import AVFoundation

@Suite struct AVMetadataItemTests {
    private func item(_ identifier: AVMetadataIdentifier, _ value: Any?, language: String? = nil) -> AVMetadataItem {
        let item = AVMutableMetadataItem()
        item.identifier = identifier
        item.value = value
        item.extendedLanguageTag = language
        return item
    }

    @Test("R176 S3.7 api 2.4: a mutable item accepts values of Swift and Foundation types")
    func mutableItem_values() {
        let item = AVMutableMetadataItem()
        item.identifier = .commonIdentifierTitle
        item.value = "Title"
        #expect(item.stringValue == "Title" && item.value as? String == "Title" && item.value is NSString)
        item.value = 0
        #expect(item.numberValue == 0 && item.stringValue == "0" && item.dataValue == nil)
        item.value = NSString(string: "2019-06-03")
        #expect(item.dateValue == Date(timeIntervalSince1970: 1_559_520_000))
        item.value = Data([1, 2])
        #expect(item.dataValue == Data([1, 2]) && item.stringValue == nil && item.numberValue == nil)
        item.value = 0.25
        #expect(item.numberValue?.doubleValue == 0.25)
        item.value = CMTime.zero
        #expect(item.value == nil)
        #expect(item.keySpace == .common && item.key as? NSString == "title" && item.commonKey == .commonKeyTitle)
        #expect(!item.time.isValid && !item.duration.isValid)
    }

    @Test("R129 api 2.4: a content rating can be written as in Apple's guide")
    func contentRating_asWritten() {
        let rating = AVMutableMetadataItem()
        rating.identifier = .iTunesMetadataContentRating
        rating.value = "PG-13" as NSString
        rating.extendedLanguageTag = "und"
        #expect(rating.identifier?.rawValue == "itsk/rtng" && rating.stringValue == "PG-13")
        #expect(AVMetadataIdentifier.iTunesMetadataTrackSubTitle.rawValue == "itsk/%A9st3")
    }

    @Test("R19 S3.5: a common identifier finds the equivalent items of other formats")
    func filterByIdentifier_conforms() {
        let items = [
            item(.iTunesMetadataSongName, "a"), item(.id3MetadataTitleDescription, "b"),
            item(.commonIdentifierTitle, "c"),
            item(.iTunesMetadataArtist, "d"),
        ]
        func values(_ identifier: AVMetadataIdentifier) -> [String?] {
            AVMetadataItem.metadataItems(from: items, filteredByIdentifier: identifier).map(\.stringValue)
        }
        #expect(values(.commonIdentifierTitle) == ["a", "b", "c"])
        #expect(values(.iTunesMetadataSongName) == ["a"])
        #expect(values(.quickTimeMetadataTitle).isEmpty)
    }

    @Test("S3.6: the language filter drops other languages and sorts by preference")
    func filterByLanguage_sorts() {
        let items = [
            item(.commonIdentifierTitle, "1", language: "en"), item(.commonIdentifierTitle, "2", language: "de-AT"),
            item(.commonIdentifierTitle, "3", language: "fr"), item(.commonIdentifierTitle, "4", language: "en-GB"),
            item(.commonIdentifierTitle, "5"),
        ]
        func values(_ languages: [String]) -> [String?] {
            AVMetadataItem.metadataItems(from: items, filteredAndSortedAccordingToPreferredLanguages: languages)
                .map(\.stringValue)
        }
        #expect(values(["de", "en"]) == ["2", "1", "4"])
        #expect(values(["ja"]).isEmpty)
        ViewerLanguages.$override.withValue(["fr"]) {
            #expect(values(["en-001"]) == ["3"])
        }
        #expect(
            AVMetadataItem.metadataItems(from: items, with: Locale(identifier: "en_GB")).map(\.stringValue) == ["4"])
    }

    @Test("api 2.4: keys and key spaces convert to identifiers and back")
    func identifier_keyConversion() {
        #expect(AVMetadataItem.identifier(forKey: "@nam", keySpace: .iTunes) == .iTunesMetadataSongName)
        #expect(
            AVMetadataItem.identifier(forKey: AVMetadataKey.commonKeyTitle, keySpace: .common) == .commonIdentifierTitle
        )
        #expect(AVMetadataItem.keySpace(forIdentifier: .id3MetadataTitleDescription) == .id3)
        #expect(AVMetadataItem.key(forIdentifier: .iTunesMetadataSongName) as? NSString == "@nam")
        #expect(AVMetadataItem.keySpace(forIdentifier: AVMetadataIdentifier("nonsense")) == nil)
        let items = [item(.iTunesMetadataSongName, "a"), item(.iTunesMetadataArtist, "b")]
        #expect(
            AVMetadataItem.metadataItems(from: items, withKey: AVMetadataKey.commonKeyTitle, keySpace: .common)
                .map(\.stringValue) == ["a"])
        #expect(AVMetadataItem.metadataItems(from: items, withKey: nil, keySpace: .iTunes).count == 2)
    }

    @Test("api 2.4: a lazy value is requested once, when it is first read")
    func lazyValue_askedOnce() async throws {
        let calls = Mutex(0)
        let lazy = AVMetadataItem(propertiesOf: item(.commonIdentifierArtwork, nil)) { request in
            calls.withLock { $0 += 1 }
            request.respond(value: Data([7]))
            request.respond(value: Data([8]))
        }
        #expect(lazy.statusOfValue(forKey: "value", error: nil) == .unknown)
        #expect(try await lazy.load(.dataValue) == Data([7]))
        #expect(lazy.dataValue == Data([7]) && lazy.identifier == .commonIdentifierArtwork)
        #expect(calls.withLock { $0 } == 1)

        let failing = AVMetadataItem(propertiesOf: lazy) { $0.respond(error: AVError(.decodeFailed)) }
        await #expect(throws: AVError.self) { _ = try await failing.load(.dataValue) }
        #expect(failing.dataValue == nil)
    }

    @Test("api 2.4: copies are independent of the original")
    func copies_areIndependent() throws {
        let original = item(.commonIdentifierTitle, "a", language: "en")
        let mutable = try #require(original.mutableCopy() as? AVMutableMetadataItem)
        mutable.value = "b"
        #expect(original.stringValue == "a" && mutable.stringValue == "b" && mutable.locale?.identifier == "en")
        #expect((original.copy() as? AVMetadataItem)?.stringValue == "a")
        #expect(original == item(.commonIdentifierTitle, "a", language: "en") && original != mutable)
    }

    @Test(
        "api 2.4: ISO 8601 dates are parsed",
        arguments: [
            ("2008", 1_199_145_600), ("2008-04", 1_207_008_000), ("2008-04-10T12:00:30Z", 1_207_828_830),
            ("2008-04-10T14:00:30+02:00", 1_207_828_830), ("2008-04-10T12:00:30.5Z", 1_207_828_830.5),
        ])
    func date_forms(text: String, seconds: TimeInterval) {
        #expect(MetadataDate.parse(text) == Date(timeIntervalSince1970: seconds))
    }

    @Test(
        "api 2.4: text that is not a date gives nil",
        arguments: ["", "yesterday", "2008-13", "2008-04-10T", "20", "2008-04-10 x"])
    func date_nonsense(text: String) {
        #expect(MetadataDate.parse(text) == nil)
    }
}
