#if Combine
    import Foundation
    public import OpenCombine

    // OpenCombine 0.14 lacks these operators of Combine.

    extension Publishers {
        /// A publisher of the latest values of two publishers as a tuple, from when both have published one.
        public struct CombineLatest<A: Publisher, B: Publisher>: Publisher where A.Failure == B.Failure {
            public typealias Output = (A.Output, B.Output)
            public typealias Failure = A.Failure

            public let a: A
            public let b: B

            public init(_ a: A, _ b: B) {
                self.a = a
                self.b = b
            }

            public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
                let latest = LatestValues<A.Output, B.Output, S>(subscriber)
                subscriber.receive(subscription: latest)
                a.subscribe(UpstreamSubscriber(latest, 0) { $0.receiveFirst($1) })
                b.subscribe(UpstreamSubscriber(latest, 1) { $0.receiveSecond($1) })
            }
        }

        /// A publisher of the latest values of three publishers as a tuple.
        public struct CombineLatest3<A: Publisher, B: Publisher, C: Publisher>: Publisher
        where A.Failure == B.Failure, B.Failure == C.Failure {
            public typealias Output = (A.Output, B.Output, C.Output)
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
                CombineLatest(CombineLatest(a, b), c).map { ($0.0, $0.1, $1) }.receive(subscriber: subscriber)
            }
        }

        /// A publisher of the latest values of four publishers as a tuple.
        public struct CombineLatest4<A: Publisher, B: Publisher, C: Publisher, D: Publisher>: Publisher
        where A.Failure == B.Failure, B.Failure == C.Failure, C.Failure == D.Failure {
            public typealias Output = (A.Output, B.Output, C.Output, D.Output)
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
                CombineLatest(CombineLatest(a, b), CombineLatest(c, d)).map { ($0.0, $0.1, $1.0, $1.1) }
                    .receive(subscriber: subscriber)
            }
        }
    }

    extension Publishers.CombineLatest: Equatable where A: Equatable, B: Equatable {}
    extension Publishers.CombineLatest3: Equatable where A: Equatable, B: Equatable, C: Equatable {}
    extension Publishers.CombineLatest4: Equatable where A: Equatable, B: Equatable, C: Equatable, D: Equatable {}

    extension Publisher {
        /// Combines this publisher's latest value with that of another publisher.
        public func combineLatest<P: Publisher>(_ other: P) -> Publishers.CombineLatest<Self, P>
        where P.Failure == Failure {
            Publishers.CombineLatest(self, other)
        }

        /// Combines this publisher's latest value with that of another publisher, and publishes the results of a closure.
        public func combineLatest<P: Publisher, T>(_ other: P, _ transform: @escaping (Output, P.Output) -> T)
            -> Publishers.Map<Publishers.CombineLatest<Self, P>, T>
        where P.Failure == Failure {
            Publishers.CombineLatest(self, other).map { transform($0, $1) }
        }

        /// Combines this publisher's latest value with those of two other publishers.
        public func combineLatest<P: Publisher, Q: Publisher>(_ publisher1: P, _ publisher2: Q)
            -> Publishers.CombineLatest3<Self, P, Q>
        where P.Failure == Failure, Q.Failure == Failure {
            Publishers.CombineLatest3(self, publisher1, publisher2)
        }

        /// Combines this publisher's latest value with those of two other publishers, and publishes the results of a closure.
        public func combineLatest<P: Publisher, Q: Publisher, T>(
            _ publisher1: P, _ publisher2: Q, _ transform: @escaping (Output, P.Output, Q.Output) -> T
        ) -> Publishers.Map<Publishers.CombineLatest3<Self, P, Q>, T> where P.Failure == Failure, Q.Failure == Failure {
            Publishers.CombineLatest3(self, publisher1, publisher2).map { transform($0, $1, $2) }
        }

        /// Combines this publisher's latest value with those of three other publishers.
        public func combineLatest<P: Publisher, Q: Publisher, R: Publisher>(
            _ publisher1: P, _ publisher2: Q, _ publisher3: R
        ) -> Publishers.CombineLatest4<Self, P, Q, R>
        where P.Failure == Failure, Q.Failure == Failure, R.Failure == Failure {
            Publishers.CombineLatest4(self, publisher1, publisher2, publisher3)
        }

        /// Combines this publisher's latest value with those of three other publishers, and publishes the results of a closure.
        public func combineLatest<P: Publisher, Q: Publisher, R: Publisher, T>(
            _ publisher1: P, _ publisher2: Q, _ publisher3: R,
            _ transform: @escaping (Output, P.Output, Q.Output, R.Output) -> T
        ) -> Publishers.Map<Publishers.CombineLatest4<Self, P, Q, R>, T>
        where P.Failure == Failure, Q.Failure == Failure, R.Failure == Failure {
            Publishers.CombineLatest4(self, publisher1, publisher2, publisher3).map { transform($0, $1, $2, $3) }
        }
    }

    /// The latest values of two publishers, and the subscription that publishes them as tuples.
    ///
    /// A tuple that the subscriber has not requested is replaced by the next one. The publisher finishes when both have finished, or when
    /// one has finished without a value.
    private final class LatestValues<First, Second, Downstream: Subscriber>: UpstreamGroup<Downstream.Failure>
    where Downstream.Input == (First, Second) {
        private var first: First?
        private var second: Second?
        private var subscriber: Downstream?
        private var demand = Subscribers.Demand.none
        /// Whether a tuple waits for demand.
        private var isPending = false

        init(_ subscriber: Downstream) {
            self.subscriber = subscriber
            super.init(count: 2)
        }

        func receiveFirst(_ value: First) -> Subscribers.Demand { receive { $0.first = value } }

        func receiveSecond(_ value: Second) -> Subscribers.Demand { receive { $0.second = value } }

        private func receive(_ store: (LatestValues) -> Void) -> Subscribers.Demand {
            delivery.lock()
            defer { delivery.unlock() }
            lock.lock()
            store(self)
            isPending = first != nil && second != nil
            lock.unlock()
            publish()
            return .none
        }

        /// Called with `delivery` held.
        private func publish() {
            lock.lock()
            guard isPending, demand > .none, let subscriber, let first, let second else { return lock.unlock() }
            isPending = false
            demand -= 1
            lock.unlock()
            let more = subscriber.receive((first, second))
            lock.lock()
            demand += more
            lock.unlock()
        }

        override func request(_ newDemand: Subscribers.Demand) {
            delivery.lock()
            lock.lock()
            demand += newDemand
            lock.unlock()
            publish()
            finishIfComplete()
            delivery.unlock()
            if newDemand > .none { start(.unlimited) }
        }

        override func upstreamFinished(_ index: Int) {
            delivery.lock()
            lock.lock()
            let hasValue = index == 0 ? first != nil : second != nil
            isComplete = isComplete || !hasValue || allFinished
            let endsUpstreams = isComplete
            lock.unlock()
            finishIfComplete()
            delivery.unlock()
            if endsUpstreams { cancelUpstreams() }
        }

        override func upstreamFailed(_ error: Downstream.Failure) {
            delivery.lock()
            defer { delivery.unlock() }
            takeSubscriber()?.receive(completion: .failure(error))
        }

        private var isComplete = false

        /// Called with `delivery` held.
        private func finishIfComplete() {
            lock.lock()
            let finished = isComplete && !isPending ? subscriber : nil
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
