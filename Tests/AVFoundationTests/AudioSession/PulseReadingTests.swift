import Testing

@testable import AudioServer

/// A reading of the audio server's lists, between which the server can change.
struct PulseReadingTests {
    @Test("a reading during which the server does not change is published, and no other one follows")
    func unchanged() {
        let reading = PulseReading()
        #expect(reading.isPublished)
        #expect(reading.next == nil)
    }

    @Test("S16.4: a reading during which a device is removed is repeated and not published")
    func changed() throws {
        var reading = PulseReading()
        reading.noteChange()
        #expect(!reading.isPublished)
        let next = try #require(reading.next)
        #expect(next.isPublished)
        #expect(next.next == nil)
    }

    @Test("a server that changes during each reading has every sixth reading published")
    func alwaysChanging() throws {
        var reading = PulseReading()
        var published: [Bool] = []
        for _ in 0..<12 {
            reading.noteChange()
            published.append(reading.isPublished)
            reading = try #require(reading.next)
        }
        #expect(published.indices.filter { published[$0] } == [5, 11])
    }
}
