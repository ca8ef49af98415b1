import DBus
import Foundation
import Testing

@testable import AppLinks

struct ActivityRecordTests {
    private var record: ActivityRecord {
        get throws {
            var record = ActivityRecord(activityType: "details")
            record.title = "Film"
            record.contentIdentifier = "film-1"
            record.webpageURL = URL(string: "https://www.example.com/film-1")
            record.referrerURL = URL(string: "https://www.example.com/")
            record.targetContentIdentifier = "target"
            record.persistentIdentifier = "persistent"
            record.keywords = ["a", "b"]
            record.requiredKeys = ["text"]
            record.expirationDate = Date(timeIntervalSince1970: 2_000_000_000)
            let values: [AnyHashable: Any] = [
                "text": "x", "flag": true, "count": 7, "share": 0.5, "data": Data([1, 2]),
                "date": Date(timeIntervalSince1970: 1_000.5), "url": try #require(URL(string: "app:x")), "uuid": UUID(),
                "list": ["a", 1, ["b": 2]] as [Any], "table": ["k": ["v"]], "object": NSObject(), 3: "no text key",
            ]
            record.userInfo = ActivityValue.table(values)
            return record
        }
    }

    @Test("an activity keeps its properties and values on the bus and in a file; values of other types are left out")
    func roundTrips() throws {
        let record = try record
        #expect(record.userInfo.count == 10)
        #expect(ActivityRecord(record.variant) == record)
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("activity-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = ActivityFile(folder: folder)
        #expect(file.read() == nil)
        try file.write(record)
        #expect(file.read() == record)
        let name = folder.appendingPathComponent("restoration.json")
        let whole = try Data(contentsOf: name)
        for length in 0..<whole.count {
            try whole.prefix(length).write(to: name)
            #expect(file.read() == nil, "\(length) bytes")
        }
        try file.write(nil)
        try file.write(nil)
        #expect(!FileManager.default.fileExists(atPath: name.path))
    }

    @Test("activities of other programs with values of wrong types are read as far as they are valid")
    func hostile() {
        #expect(ActivityRecord(.dictionary([:])) == nil)
        #expect(ActivityRecord(.string("x")) == nil)
        #expect(ActivityRecord(.dictionary(["activityType": .int32(1)])) == nil)
        var nested = Variant.int32(1)
        for _ in 0..<40 { nested = .array(of: .variant, [.variant(nested)]) }
        let record = ActivityRecord(
            .dictionary([
                "activityType": .string("a"), "title": .int32(1), "webpageURL": .string("javascript:x"),
                "expirationDate": .double(.nan), "keywords": .string("x"),
                "userInfo": .dictionary([
                    "deep": nested, "date": .tuple([.string("date"), .string("nan")]),
                    "other": .tuple([.string("?"), .string("x")]), "fine": .string("y"),
                ]),
            ]))
        #expect(record?.activityType == "a" && record?.title == nil && record?.webpageURL == nil)
        #expect(record?.expirationDate == nil && record?.keywords == [])
        #expect(record?.userInfo["fine"] == .text("y"))
        #expect(record?.userInfo["date"] == nil && record?.userInfo["other"] == nil)
    }
}
