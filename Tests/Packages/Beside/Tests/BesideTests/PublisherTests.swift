import Client
import Combine
import Foundation
import KeyValueObserving
import Synchronization
import Testing

/// A subscriber that requests values only when it is told to.
private final class ManualSubscriber<Input>: Subscriber {
    typealias Failure = Never

    private(set) var values: [Input] = []
    private(set) var isFinished = false
    private var subscription: (any Subscription)?

    func receive(subscription: any Subscription) { self.subscription = subscription }
    func receive(_ input: Input) -> Subscribers.Demand {
        values.append(input)
        return .none
    }
    func receive(completion: Subscribers.Completion<Never>) { isFinished = true }
    func request(_ count: Int) { subscription?.request(.max(count)) }
    func cancel() { subscription?.cancel() }
}

@Suite("Combine: observable properties")
struct KeyValuePublisherTests {
    @Test("the current value is published first, then each change")
    func initialAndChanges() {
        let lamp = Lamp()
        lamp.level = 1
        var values: [Int] = []
        let cancellable = lamp.publisher(for: \.level).sink { values.append($0) }
        lamp.level = 2
        lamp.level = 3
        #expect(values == [1, 2, 3])
        cancellable.cancel()
        lamp.level = 4
        #expect(values == [1, 2, 3])
    }

    @Test("without .initial only changes are published, with .prior also the old values")
    func options() {
        let lamp = Lamp()
        var new: [Int] = []
        var prior: [Int] = []
        let first = lamp.publisher(for: \.level, options: [.new]).sink { new.append($0) }
        let second = lamp.publisher(for: \.level, options: [.prior]).sink { prior.append($0) }
        lamp.level = 1
        lamp.level = 2
        #expect(new == [1, 2])
        #expect(prior == [0, 1, 1, 2])
        first.cancel()
        second.cancel()
    }

    @Test("values beyond the demand are dropped, and none is published before the first request")
    func demand() {
        let lamp = Lamp()
        let subscriber = ManualSubscriber<Int>()
        lamp.publisher(for: \.level).subscribe(subscriber)
        lamp.level = 1
        #expect(subscriber.values.isEmpty)
        subscriber.request(2)
        lamp.level = 2
        lamp.level = 3
        #expect(subscriber.values == [1, 2])
        subscriber.request(1)
        lamp.level = 4
        #expect(subscriber.values == [1, 2, 4])
    }

    @Test("a subscriber may cancel while it receives the first value, and change the property while it receives one")
    func reentrancy() {
        let lamp = Lamp()
        var first: [Int] = []
        let once = lamp.publisher(for: \.level).first().sink { first.append($0) }
        lamp.level = 1
        #expect(first == [0])
        var values: [Int] = []
        let cancellable = lamp.publisher(for: \.level).sink { value in
            values.append(value)
            if value < 3 { lamp.level = value + 1 }
        }
        #expect(values == [1, 2, 3])
        cancellable.cancel()
        once.cancel()
    }

    @Test("a subscription does not retain the object")
    func lifetime() {
        var lamp: Lamp? = Lamp()
        weak let reference = lamp
        let cancellable = lamp?.publisher(for: \.level).sink { _ in }
        #expect(reference != nil)
        lamp = nil
        #expect(reference == nil)
        cancellable?.cancel()
    }

    @Test("changes of several threads arrive one after another")
    func threads() {
        let lamp = Lamp()
        let isBusy = Atomic(false)
        let overlaps = Atomic(0)
        let count = Atomic(0)
        let cancellable = lamp.publisher(for: \.level, options: [.new]).sink { _ in
            if isBusy.exchange(true, ordering: .acquiringAndReleasing) { overlaps.add(1, ordering: .relaxed) }
            count.add(1, ordering: .relaxed)
            isBusy.store(false, ordering: .releasing)
        }
        DispatchQueue.concurrentPerform(iterations: 4) { thread in
            for step in 0..<500 { lamp.level = thread * 1000 + step }
        }
        #expect(overlaps.load(ordering: .relaxed) == 0)
        #expect(count.load(ordering: .relaxed) == 2000)
        cancellable.cancel()
    }

    @Test("publishers of the same object, path and options are equal")
    func equality() {
        let lamp = Lamp()
        #expect(lamp.publisher(for: \.level) == lamp.publisher(for: \.level))
        #expect(lamp.publisher(for: \.level) != lamp.publisher(for: \.level, options: [.new]))
        #expect(lamp.publisher(for: \.level) != Lamp().publisher(for: \.level))
    }
}

@Suite("Combine: operators that OpenCombine lacks")
struct OperatorTests {
    private struct Failure: Error, Equatable {}

    @Test("combineLatest publishes once both have a value, then for each value of either")
    func combineLatest() {
        let first = PassthroughSubject<Int, Never>()
        let second = PassthroughSubject<String, Never>()
        var values: [String] = []
        var isFinished = false
        let cancellable = first.combineLatest(second) { "\($0)\($1)" }
            .sink { _ in
                isFinished = true
            } receiveValue: {
                values.append($0)
            }
        first.send(1)
        first.send(2)
        second.send("a")
        second.send("b")
        first.send(3)
        #expect(values == ["2a", "2b", "3b"])
        first.send(completion: .finished)
        second.send("c")
        #expect(values.last == "3c" && !isFinished)
        second.send(completion: .finished)
        #expect(isFinished)
        cancellable.cancel()
    }

    @Test("combineLatest of three and four publishers, also of ones that publish at once")
    func combineMany() {
        var three: [String] = []
        _ = Just(1).combineLatest(Just("a"), Just(true)).sink { three.append("\($0)\($1)\($2)") }
        #expect(three == ["1atrue"])
        var four: [Int] = []
        _ = Just(1).combineLatest([2, 3].publisher, Just(10), Just(100)) { $0 + $1 + $2 + $3 }.sink { four.append($0) }
        #expect(four == [114])
    }

    @Test("combineLatest ends with an empty publisher, and fails with the first failure")
    func combineEnds() {
        var isFinished = false
        let open = PassthroughSubject<Int, Never>()
        _ = open.combineLatest(Empty<Int, Never>()).sink { _ in
            isFinished = true
        } receiveValue: { _ in
        }
        #expect(isFinished)
        let failing = PassthroughSubject<Int, Failure>()
        var isCancelled = false
        var completion: Subscribers.Completion<Failure>?
        let other = PassthroughSubject<Int, Failure>()
        let cancellable = failing.combineLatest(other.handleEvents(receiveCancel: { isCancelled = true }))
            .sink {
                completion = $0
            } receiveValue: { _ in
            }
        failing.send(completion: .failure(Failure()))
        #expect(completion == .failure(Failure()))
        #expect(isCancelled)
        cancellable.cancel()
    }

    @Test("combineLatest keeps the latest values for a subscriber without demand")
    func combineDemand() {
        let first = CurrentValueSubject<Int, Never>(1)
        let second = CurrentValueSubject<Int, Never>(10)
        let subscriber = ManualSubscriber<(Int, Int)>()
        first.combineLatest(second).subscribe(subscriber)
        subscriber.request(1)
        first.send(2)
        first.send(3)
        #expect(subscriber.values.map(\.0) == [1])
        subscriber.request(1)
        #expect(subscriber.values.map(\.0) == [1, 3])
        first.send(4)
        first.send(completion: .finished)
        second.send(completion: .finished)
        #expect(!subscriber.isFinished)
        subscriber.request(1)
        #expect(subscriber.values.map(\.0) == [1, 3, 4])
        #expect(subscriber.isFinished)
    }

    @Test("merge publishes in the order of arrival and finishes with the last publisher")
    func merge() {
        let first = PassthroughSubject<Int, Never>()
        let second = PassthroughSubject<Int, Never>()
        var values: [Int] = []
        var isFinished = false
        let cancellable = first.merge(with: second.map { $0 * 10 }, Just(7))
            .sink { _ in
                isFinished = true
            } receiveValue: {
                values.append($0)
            }
        first.send(1)
        second.send(2)
        first.send(completion: .finished)
        second.send(3)
        #expect(values == [7, 1, 20, 30] && !isFinished)
        second.send(completion: .finished)
        #expect(isFinished)
        cancellable.cancel()
        var many: [Int] = []
        _ = Publishers.MergeMany([1, 2].publisher, [3].publisher).sink { many.append($0) }
        #expect(many == [1, 2, 3])
        var none = false
        _ = Publishers.MergeMany([Just<Int>]()).sink { _ in
            none = true
        } receiveValue: { _ in
        }
        #expect(none)
    }

    @Test("merge takes no more from its publishers than the subscriber requests")
    func mergeDemand() {
        let subscriber = ManualSubscriber<Int>()
        [1, 2, 3].publisher.merge(with: [10, 20, 30].publisher).subscribe(subscriber)
        #expect(subscriber.values.isEmpty)
        subscriber.request(2)
        #expect(subscriber.values.count == 2)
        subscriber.request(3)
        #expect(subscriber.values.count == 5 && !subscriber.isFinished)
        subscriber.request(5)
        #expect(subscriber.values.sorted() == [1, 2, 3, 10, 20, 30])
        #expect(subscriber.isFinished)
    }

    @Test("merge fails with the first failure and cancels the others")
    func mergeFailure() {
        let failing = PassthroughSubject<Int, Failure>()
        var isCancelled = false
        var completion: Subscribers.Completion<Failure>?
        let other = PassthroughSubject<Int, Failure>().handleEvents(receiveCancel: { isCancelled = true })
        let cancellable = failing.merge(with: other).sink {
            completion = $0
        } receiveValue: { _ in
        }
        failing.send(completion: .failure(Failure()))
        #expect(completion == .failure(Failure()) && isCancelled)
        cancellable.cancel()
    }
}

@Suite("Combine: schedulers and objects")
struct SchedulerTests {
    private final class Counter: ObservableObject {
        @Published var value = 0
    }

    private final class Target {
        var value = 0
    }

    @Test("@Published announces a change before it is made, and assign(to:on:) sets a property")
    func objects() {
        let counter = Counter()
        let target = Target()
        var announced: [Int] = []
        let first = counter.objectWillChange.sink { announced.append(counter.value) }
        let second = counter.$value.assign(to: \.value, on: target)
        counter.value = 5
        #expect(announced == [0])
        #expect(target.value == 5)
        first.cancel()
        second.cancel()
    }

    @Test("values are delivered on the main queue")
    func mainQueue() async {
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            let box = CancellableBox()
            let publisher = Just(1).receive(on: DispatchQueue.main).sink { _ in
                dispatchPrecondition(condition: .onQueue(.main))
                box.release()
                continuation.resume()
            }
            box.hold(publisher)
        }
    }

    enum Combination: CaseIterable { case latest, nested, merged }

    @Test(
        "two properties that change on two threads block neither where the subscriber cancels while it receives a value",
        .timeLimit(.minutes(1)), arguments: Combination.allCases)
    func cancellation(_ combination: Combination) {
        let (first, second) = (Lamp(), Lamp())
        let isArmed = Flag()
        let (receives, isInside, isDone) = (
            DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
        )
        // The thread of the first property is inside its publisher when the subscriber cancels on the thread of the second.
        let one = first.publisher(for: \.level).map { level -> Int in
            guard isArmed.isSet else { return level }
            receives.wait()
            isInside.signal()
            return level
        }
        let other = second.publisher(for: \.level)
        let combined: AnyPublisher<Int, Never>
        switch combination {
        case .latest: combined = one.combineLatest(other).map { $0 + $1 }.eraseToAnyPublisher()
        case .nested:
            combined = one.combineLatest(Just(1).append(Empty(completeImmediately: false))).map { $0 + $1 }
                .combineLatest(other).map { $0 + $1 }.eraseToAnyPublisher()
        case .merged: combined = one.merge(with: other).eraseToAnyPublisher()
        }
        let box = CancellableBox()
        box.hold(
            combined.sink { _ in
                guard isArmed.isSet else { return }
                receives.signal()
                isInside.wait()
                box.release()
            })
        isArmed.set()
        for lamp in [first, second] {
            Thread.detachNewThread {
                lamp.level = 1
                isDone.signal()
            }
        }
        for _ in 0..<2 { #expect(isDone.wait(timeout: .now() + 20) == .success) }
    }

    /// Holds a subscription until it has delivered its value.
    private final class CancellableBox: @unchecked Sendable {
        // Sendable: guarded by the lock.
        private let lock = NSLock()
        private var cancellable: AnyCancellable?
        func hold(_ cancellable: AnyCancellable) { lock.withLock { self.cancellable = cancellable } }
        func release() {
            // The subscription ends outside of the lock.
            let ended = lock.withLock {
                defer { cancellable = nil }
                return cancellable
            }
            withExtendedLifetime(ended) {}
        }
    }

    private final class Flag: @unchecked Sendable {
        // Sendable: guarded by the lock.
        private let lock = NSLock()
        private var value = false
        var isSet: Bool { lock.withLock { value } }
        func set() { lock.withLock { value = true } }
    }
}
