import CoreMedia
import Foundation
import MediaEngine
import MediaTesting
import Testing

@testable import AVFoundation

@Suite("merged metrics")
struct MergedMetricsTests {
    private final class Publisher: AVMetricEventStreamPublisher {
        func metrics<MetricEvent: AVMetricEvent>(forType type: MetricEvent.Type) -> AVMetrics<MetricEvent> {
            AVMetrics(MetricQueue(self, capacity: 3))
        }
        func allMetrics() -> AVMetrics<AVMetricEvent> { metrics(forType: AVMetricEvent.self) }
    }

    private func event(_ second: Double) -> AVMetricEvent {
        AVMetricEvent(
            AVMetricEvent.Moment(
                date: Date(timeIntervalSince1970: second), hostTime: 0, mediaTime: .zero, sessionID: nil))
    }

    private func seconds(_ metrics: some AsyncSequence<(AVMetricEvent, any AVMetricEventStreamPublisher), Never>) async
        -> [Double]
    {
        var seconds: [Double] = []
        for await (event, _) in metrics { seconds.append(event.date.timeIntervalSince1970) }
        return seconds
    }

    @Test("events of three sequences are ordered by their dates, each with its publisher")
    func order() async {
        let publishers = [Publisher(), Publisher(), Publisher()]
        let queues = publishers.map { MetricQueue($0, capacity: 10) }
        for (index, dates) in [[1.0, 6], [2, 3, 7], [4, 5]].enumerated() {
            for date in dates { queues[index].append(event(date)) }
            queues[index].finish()
        }
        let all = queues.map { AVMetrics<AVMetricEvent>($0) }
        var places: [Int] = []
        for await (_, publisher) in all[0].chronologicalMerge(with: all[1], all[2]) {
            places.append(publishers.firstIndex { $0 === publisher } ?? -1)
        }
        #expect(places == [0, 1, 1, 2, 2, 0, 1])
        let four = all[0].chronologicalMerge(with: all[1], all[2], all[0])
        #expect(await seconds(four).isEmpty, "the events have been taken")
    }

    @Test("an event that is reported while the iterator waits is returned, and the end of all sequences ends it")
    func waiting() async {
        let publisher = Publisher()
        let (first, second) = (MetricQueue(publisher, capacity: 10), MetricQueue(publisher, capacity: 10))
        let merged = AVMetrics<AVMetricEvent>(first).chronologicalMerge(with: AVMetrics<AVMetricEvent>(second))
        let received = Task { await seconds(merged) }
        await Task.yield()
        second.append(event(2))
        first.finish()
        second.append(event(3))
        second.finish()
        #expect(await received.value == [2, 3])
        withExtendedLifetime(publisher) {}
    }

    @Test("events of a deallocated publisher are dropped, and a full buffer loses its oldest events")
    func droppedEvents() async {
        let publisher = Publisher()
        var other: Publisher? = Publisher()
        let queues = [publisher, other].compactMap { $0.map { MetricQueue($0, capacity: 2) } }
        for queue in queues {
            for second in [1.0, 2, 3] { queue.append(event(second)) }
            queue.finish()
        }
        other = nil
        let metrics = queues.map { AVMetrics<AVMetricEvent>($0) }
        var dates: [Double] = []
        for await (event, _) in metrics[0].chronologicalMerge(with: metrics[1]) {
            dates.append(event.date.timeIntervalSince1970)
        }
        #expect(dates == [2, 3])
        withExtendedLifetime(publisher) {}
    }

    @Test("the sequences of an item merge, and cancellation ends the iteration")
    func items() async throws {
        let world = PlaybackWorld()
        let item = world.item()
        let stalls = item.metrics(forType: AVMetricPlayerItemStallEvent.self)
        let merged = stalls.chronologicalMerge(with: item.metrics(forType: AVMetricHLSPlaylistRequestEvent.self))
        let player = world.player(item)
        let session = try #require(world.sessions.first)
        let record = TransferRecord(
            url: URL(string: "http://host/a.m3u8"), status: 200, firstByteOffset: 0, byteCount: 1, wireByteCount: 1,
            start: 0, firstByte: 0, end: 0, serverAddress: nil)
        session.emit(
            .transfer(
                StreamTransfer(
                    content: .playlist, kind: .video, mediaSeconds: nil, outcome: .whole, record: record)))
        world.settle()
        var iterator = merged.makeAsyncIterator()
        let first = await iterator.next()
        #expect(first?.0 is AVMetricHLSPlaylistRequestEvent && first?.1 === item)
        let waiting = Task { await seconds(merged) }
        waiting.cancel()
        #expect(await waiting.value.isEmpty)
        withExtendedLifetime(player) {}
    }

    @Test("events beyond the capacity are released without an iterator")
    func capacity() {
        let queue = MetricQueue(Publisher(), capacity: 3)
        weak var first: AVMetricEvent?
        do {
            let event = event(0)
            first = event
            queue.append(event)
        }
        for second in 1...20 { queue.append(event(Double(second))) }
        #expect(first == nil)
        #expect(queue.popFirst()?.date == Date(timeIntervalSince1970: 18))
    }
}
