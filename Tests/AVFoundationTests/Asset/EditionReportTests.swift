import CoreMedia
import Foundation
import Testing

@testable import AVFoundation
@testable import MediaEngine

/// The editions of Matroska files in the report of `avplayer inspect`.
struct EditionReportTests {
    private func report(_ editions: [MediaEdition]) -> AssetReport {
        var info = MediaInfo(
            container: "matroska,webm", duration: .indefinite, startTime: .zero, bitsPerSecond: nil, byteCount: nil,
            isSeekable: true, isLive: false, tracks: [], chapters: [], metadata: [], covers: [])
        info.editions = editions
        return AssetReport(info, url: URL(fileURLWithPath: "/missing/film.mkv"))
    }

    private func edition(_ change: (inout MediaEdition) -> Void = { _ in }) -> MediaEdition {
        var edition = MediaEdition()
        change(&edition)
        return edition
    }

    @Test("several editions, and an ordered one, are listed; a single one in the order of the file is not")
    func list() {
        #expect(report([]).editions == nil)
        #expect(report([edition()]).editions == nil)
        #expect(report([edition(), edition()]).editions?.count == 2)
        #expect(report([edition { $0.isOrdered = true }]).editions?.count == 1)
    }

    @Test("the summary of an edition has its name, chapters, flags and links")
    func summary() {
        let full = edition {
            $0.name = "Full"
            $0.chapterCount = 2
            ($0.isDefault, $0.isOrdered, $0.isSelected) = (true, true, true)
            $0.linkedSegments = [[0x0a, 0xff]]
        }
        let hidden = edition {
            $0.chapterCount = 1
            $0.isHidden = true
        }
        #expect(
            report([full, hidden]).editions?.map(\.summary) == [
                "\"Full\", 2 chapters, default, ordered, selected, linked to 0aff", "1 chapter, hidden, not selected",
            ])
    }
}
