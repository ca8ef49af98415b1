#if Combine
    import Foundation
    public import OpenCombine

    // OpenCombine 0.14 lacks these operators of Combine.

    extension Publishers {
        /// A publisher of the values of several publishers of one type, in the order of their arrival.
        public struct MergeMany<Upstream: Publisher>: Publisher {
            public typealias Output = Upstream.Output
            public typealias Failure = Upstream.Failure

            public let publishers: [Upstream]

            public init(_ upstream: Upstream...) { publishers = upstream }

            public init<S: Swift.Sequence>(_ upstream: S) where S.Element == Upstream { publishers = Array(upstream) }

            public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
                let merged = MergedValues(subscriber, count: publishers.count)
                for (index, publisher) in publishers.enumerated() { merged.subscribe(to: publisher, index) }
            }

            /// Returns a publisher that also publishes the values of another publisher.
            public func merge(with other: Upstream) -> MergeMany<Upstream> { MergeMany(publishers + [other]) }
        }

        /// A publisher of the values of two publishers, in the order of their arrival.
        public struct Merge<A: Publisher, B: Publisher>: Publisher
        where B.Output == A.Output, B.Failure == A.Failure {
            public typealias Output = A.Output
            public typealias Failure = A.Failure

            public let a: A
            public let b: B

            public init(_ a: A, _ b: B) {
                self.a = a
                self.b = b
            }

            public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
                let merged = MergedValues(subscriber, count: 2)
                merged.subscribe(to: a, 0)
                merged.subscribe(to: b, 1)
            }
        }

        /// A publisher of the values of three publishers, in the order of their arrival.
        public struct Merge3<A: Publisher, B: Publisher, C: Publisher>: Publisher
        where B.Output == A.Output, B.Failure == A.Failure, C.Output == A.Output, C.Failure == A.Failure {
            public typealias Output = A.Output
            public typealias Failure = A.Failure

            public let a: A
            public let b: B
            public let c: C

            public init(_ a: A, _ b: B, _ c: C) {
                self.a = a
                self.b = b
                self.c = c
            }

            public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
                let merged = MergedValues(subscriber, count: 3)
                merged.subscribe(to: a, 0)
                merged.subscribe(to: b, 1)
                merged.subscribe(to: c, 2)
            }
        }

        /// A publisher of the values of four publishers, in the order of their arrival.
        public struct Merge4<A: Publisher, B: Publisher, C: Publisher, D: Publisher>: Publisher
        where
            B.Output == A.Output, B.Failure == A.Failure, C.Output == A.Output, C.Failure == A.Failure,
            D.Output == A.Output, D.Failure == A.Failure
        {
            public typealias Output = A.Output
            public typealias Failure = A.Failure

            public let a: A
            public let b: B
            public let c: C
            public let d: D

            public init(_ a: A, _ b: B, _ c: C, _ d: D) {
                self.a = a
                self.b = b
                self.c = c
                self.d = d
            }

            public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
                let merged = MergedValues(subscriber, count: 4)
                merged.subscribe(to: a, 0)
                merged.subscribe(to: b, 1)
                merged.subscribe(to: c, 2)
                merged.subscribe(to: d, 3)
            }
        }

        /// A publisher of the values of five publishers, in the order of their arrival.
        public struct Merge5<A: Publisher, B: Publisher, C: Publisher, D: Publisher, E: Publisher>: Publisher
        where
            B.Output == A.Output, B.Failure == A.Failure, C.Output == A.Output, C.Failure == A.Failure,
            D.Output == A.Output, D.Failure == A.Failure, E.Output == A.Output, E.Failure == A.Failure
        {
            public typealias Output = A.Output
            public typealias Failure = A.Failure

            public let a: A
            public let b: B
            public let c: C
            public let d: D
            public let e: E

            public init(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E) {
                self.a = a
                self.b = b
                self.c = c
                self.d = d
                self.e = e
            }

            public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
                let merged = MergedValues(subscriber, count: 5)
                merged.subscribe(to: a, 0)
                merged.subscribe(to: b, 1)
                merged.subscribe(to: c, 2)
                merged.subscribe(to: d, 3)
                merged.subscribe(to: e, 4)
            }
        }

        /// A publisher of the values of six publishers, in the order of their arrival.
        public struct Merge6<A: Publisher, B: Publisher, C: Publisher, D: Publisher, E: Publisher, F: Publisher>:
            Publisher
        where
            B.Output == A.Output, B.Failure == A.Failure, C.Output == A.Output, C.Failure == A.Failure,
            D.Output == A.Output, D.Failure == A.Failure, E.Output == A.Output, E.Failure == A.Failure,
            F.Output == A.Output, F.Failure == A.Failure
        {
            public typealias Output = A.Output
            public typealias Failure = A.Failure

            public let a: A
            public let b: B
            public let c: C
            public let d: D
            public let e: E
            public let f: F

            public init(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F) {
                self.a = a
                self.b = b
                self.c = c
                self.d = d
                self.e = e
                self.f = f
            }

            public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
                let merged = MergedValues(subscriber, count: 6)
                merged.subscribe(to: a, 0)
                merged.subscribe(to: b, 1)
                merged.subscribe(to: c, 2)
                merged.subscribe(to: d, 3)
                merged.subscribe(to: e, 4)
                merged.subscribe(to: f, 5)
            }
        }

        /// A publisher of the values of seven publishers, in the order of their arrival.
        public struct Merge7<
            A: Publisher, B: Publisher, C: Publisher, D: Publisher, E: Publisher, F: Publisher, G: Publisher
        >: Publisher
        where
            B.Output == A.Output, B.Failure == A.Failure, C.Output == A.Output, C.Failure == A.Failure,
            D.Output == A.Output, D.Failure == A.Failure, E.Output == A.Output, E.Failure == A.Failure,
            F.Output == A.Output, F.Failure == A.Failure, G.Output == A.Output, G.Failure == A.Failure
        {
            public typealias Output = A.Output
            public typealias Failure = A.Failure

            public let a: A
            public let b: B
            public let c: C
            public let d: D
            public let e: E
            public let f: F
            public let g: G

            public init(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G) {
                self.a = a
                self.b = b
                self.c = c
                self.d = d
                self.e = e
                self.f = f
                self.g = g
            }

            public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
                let merged = MergedValues(subscriber, count: 7)
                merged.subscribe(to: a, 0)
                merged.subscribe(to: b, 1)
                merged.subscribe(to: c, 2)
                merged.subscribe(to: d, 3)
                merged.subscribe(to: e, 4)
                merged.subscribe(to: f, 5)
                merged.subscribe(to: g, 6)
            }
        }

        /// A publisher of the values of eight publishers, in the order of their arrival.
        public struct Merge8<
            A: Publisher, B: Publisher, C: Publisher, D: Publisher, E: Publisher, F: Publisher, G: Publisher,
            H: Publisher
        >: Publisher
        where
            B.Output == A.Output, B.Failure == A.Failure, C.Output == A.Output, C.Failure == A.Failure,
            D.Output == A.Output, D.Failure == A.Failure, E.Output == A.Output, E.Failure == A.Failure,
            F.Output == A.Output, F.Failure == A.Failure, G.Output == A.Output, G.Failure == A.Failure,
            H.Output == A.Output, H.Failure == A.Failure
        {
            public typealias Output = A.Output
            public typealias Failure = A.Failure

            public let a: A
            public let b: B
            public let c: C
            public let d: D
            public let e: E
            public let f: F
            public let g: G
            public let h: H

            public init(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G, _ h: H) {
                self.a = a
                self.b = b
                self.c = c
                self.d = d
                self.e = e
                self.f = f
                self.g = g
                self.h = h
            }

            public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
                let merged = MergedValues(subscriber, count: 8)
                merged.subscribe(to: a, 0)
                merged.subscribe(to: b, 1)
                merged.subscribe(to: c, 2)
                merged.subscribe(to: d, 3)
                merged.subscribe(to: e, 4)
                merged.subscribe(to: f, 5)
                merged.subscribe(to: g, 6)
                merged.subscribe(to: h, 7)
            }
        }
    }

    extension Publishers.MergeMany: Equatable where Upstream: Equatable {}
    extension Publishers.Merge: Equatable where A: Equatable, B: Equatable {}
    extension Publishers.Merge3: Equatable where A: Equatable, B: Equatable, C: Equatable {}
    extension Publishers.Merge4: Equatable where A: Equatable, B: Equatable, C: Equatable, D: Equatable {}
    extension Publishers.Merge5: Equatable where A: Equatable, B: Equatable, C: Equatable, D: Equatable, E: Equatable {}
    extension Publishers.Merge6: Equatable
    where A: Equatable, B: Equatable, C: Equatable, D: Equatable, E: Equatable, F: Equatable {}
    extension Publishers.Merge7: Equatable
    where A: Equatable, B: Equatable, C: Equatable, D: Equatable, E: Equatable, F: Equatable, G: Equatable {}
    extension Publishers.Merge8: Equatable
    where A: Equatable, B: Equatable, C: Equatable, D: Equatable, E: Equatable, F: Equatable, G: Equatable, H: Equatable
    {}

    extension Publisher {
        /// Publishes also the values of another publisher of the same type.
        public func merge(with other: Self) -> Publishers.MergeMany<Self> { Publishers.MergeMany(self, other) }

        /// Publishes also the values of another publisher, in the order of their arrival.
        public func merge<B: Publisher>(with other: B) -> Publishers.Merge<Self, B>
        where B.Output == Output, B.Failure == Failure {
            Publishers.Merge(self, other)
        }

        /// Publishes also the values of two other publishers, in the order of their arrival.
        public func merge<B: Publisher, C: Publisher>(with b: B, _ c: C) -> Publishers.Merge3<Self, B, C>
        where B.Output == Output, B.Failure == Failure, C.Output == Output, C.Failure == Failure {
            Publishers.Merge3(self, b, c)
        }

        /// Publishes also the values of three other publishers, in the order of their arrival.
        public func merge<B: Publisher, C: Publisher, D: Publisher>(with b: B, _ c: C, _ d: D)
            -> Publishers.Merge4<Self, B, C, D>
        where
            B.Output == Output, B.Failure == Failure, C.Output == Output, C.Failure == Failure, D.Output == Output,
            D.Failure == Failure
        {
            Publishers.Merge4(self, b, c, d)
        }

        /// Publishes also the values of four other publishers, in the order of their arrival.
        public func merge<B: Publisher, C: Publisher, D: Publisher, E: Publisher>(with b: B, _ c: C, _ d: D, _ e: E)
            -> Publishers.Merge5<Self, B, C, D, E>
        where
            B.Output == Output, B.Failure == Failure, C.Output == Output, C.Failure == Failure, D.Output == Output,
            D.Failure == Failure, E.Output == Output, E.Failure == Failure
        {
            Publishers.Merge5(self, b, c, d, e)
        }

        /// Publishes also the values of five other publishers, in the order of their arrival.
        public func merge<B: Publisher, C: Publisher, D: Publisher, E: Publisher, F: Publisher>(
            with b: B, _ c: C, _ d: D, _ e: E, _ f: F
        ) -> Publishers.Merge6<Self, B, C, D, E, F>
        where
            B.Output == Output, B.Failure == Failure, C.Output == Output, C.Failure == Failure, D.Output == Output,
            D.Failure == Failure, E.Output == Output, E.Failure == Failure, F.Output == Output, F.Failure == Failure
        {
            Publishers.Merge6(self, b, c, d, e, f)
        }

        /// Publishes also the values of six other publishers, in the order of their arrival.
        public func merge<B: Publisher, C: Publisher, D: Publisher, E: Publisher, F: Publisher, G: Publisher>(
            with b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G
        ) -> Publishers.Merge7<Self, B, C, D, E, F, G>
        where
            B.Output == Output, B.Failure == Failure, C.Output == Output, C.Failure == Failure, D.Output == Output,
            D.Failure == Failure, E.Output == Output, E.Failure == Failure, F.Output == Output, F.Failure == Failure,
            G.Output == Output, G.Failure == Failure
        {
            Publishers.Merge7(self, b, c, d, e, f, g)
        }

        /// Publishes also the values of seven other publishers, in the order of their arrival.
        public func merge<
            B: Publisher, C: Publisher, D: Publisher, E: Publisher, F: Publisher, G: Publisher, H: Publisher
        >(with b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G, _ h: H) -> Publishers.Merge8<Self, B, C, D, E, F, G, H>
        where
            B.Output == Output, B.Failure == Failure, C.Output == Output, C.Failure == Failure, D.Output == Output,
            D.Failure == Failure, E.Output == Output, E.Failure == Failure, F.Output == Output, F.Failure == Failure,
            G.Output == Output, G.Failure == Failure, H.Output == Output, H.Failure == Failure
        {
            Publishers.Merge8(self, b, c, d, e, f, g, h)
        }
    }

    /// The subscription that publishes what arrives from several publishers.
    ///
    /// A subscriber with limited demand is served from one value of each publisher, which is requested when the previous one has been
    /// published. The publisher finishes when all of them have.
    private final class MergedValues<Downstream: Subscriber>: UpstreamGroup<Downstream.Failure> {
        private var subscriber: Downstream?
        private var demand = Subscribers.Demand.none
        /// Whether the publishers were asked for all of their values at once; nil before they were asked.
        private var isUnlimited: Bool?
        /// Values without demand, at most one of each publisher.
        private var waiting: [(value: Downstream.Input, index: Int)] = []

        init(_ subscriber: Downstream, count: Int) {
            self.subscriber = subscriber
            super.init(count: count)
            subscriber.receive(subscription: self)
            if count == 0 { finishIfComplete() }
        }

        func subscribe<Upstream: Publisher>(to upstream: Upstream, _ index: Int)
        where Upstream.Output == Downstream.Input, Upstream.Failure == Downstream.Failure {
            upstream.subscribe(
                UpstreamSubscriber<MergedValues, Upstream.Output, Upstream.Failure>(self, index) { group, value in
                    group.receive(value, from: index)
                })
        }

        private func receive(_ value: Downstream.Input, from index: Int) -> Subscribers.Demand {
            delivery.lock()
            defer { delivery.unlock() }
            lock.lock()
            guard let subscriber else {
                lock.unlock()
                return .none
            }
            guard demand > .none else {
                waiting.append((value, index))
                lock.unlock()
                return .none
            }
            demand -= 1
            lock.unlock()
            add(subscriber.receive(value))
            lock.lock()
            defer { lock.unlock() }
            return isUnlimited == true ? .none : .max(1)
        }

        private func add(_ more: Subscribers.Demand) {
            lock.lock()
            demand += more
            lock.unlock()
        }

        /// Takes the next value that waits, if there is demand.
        private func takeWaiting() -> (subscriber: Downstream, value: Downstream.Input, index: Int)? {
            lock.lock()
            defer { lock.unlock() }
            guard demand > .none, !waiting.isEmpty, let subscriber else { return nil }
            demand -= 1
            let (value, index) = waiting.removeFirst()
            return (subscriber, value, index)
        }

        override func request(_ newDemand: Subscribers.Demand) {
            delivery.lock()
            add(newDemand)
            var served: [Int] = []
            while let next = takeWaiting() {
                served.append(next.index)
                add(next.subscriber.receive(next.value))
            }
            lock.lock()
            if newDemand > .none, isUnlimited == nil { isUnlimited = newDemand == .unlimited }
            lock.unlock()
            finishIfComplete()
            delivery.unlock()
            for index in served { request(.max(1), from: index) }
            if newDemand > .none { start(newDemand == .unlimited ? .unlimited : .max(1)) }
        }

        override func upstreamFinished(_ index: Int) {
            delivery.lock()
            finishIfComplete()
            delivery.unlock()
        }

        override func upstreamFailed(_ error: Downstream.Failure) {
            delivery.lock()
            defer { delivery.unlock() }
            takeSubscriber()?.receive(completion: .failure(error))
        }

        /// Called with `delivery` held.
        private func finishIfComplete() {
            lock.lock()
            let finished = allFinished && waiting.isEmpty ? subscriber : nil
            if finished != nil { subscriber = nil }
            lock.unlock()
            finished?.receive(completion: .finished)
        }

        /// Returns the subscriber, which receives nothing afterwards. It is released without the lock, because its deallocation may run code
        /// of the client.
        @discardableResult
        private func takeSubscriber() -> Downstream? {
            lock.lock()
            defer {
                subscriber = nil
                waiting = []
                lock.unlock()
            }
            return subscriber
        }

        override func cancel() {
            takeSubscriber()
            super.cancel()
        }
    }
#endif
