#if Combine
    import Foundation
    import OpenCombine

    /// A subscription that is fed by several publishers: it holds their subscriptions and their completions.
    ///
    /// No lock is needed to cancel but the one of the state, which is not held during calls: a thread that cancels must not wait for one
    /// that waits, with a value, for a lock of the first thread.
    class UpstreamGroup<Failure: Error>: Subscription {
        /// Protects the state. Not held during calls of the subscriber and of the upstream subscriptions.
        let lock = NSRecursiveLock()
        /// Held while the subscriber receives a value or the completion, so that it receives one at a time. Recursive, because the subscriber
        /// may request, or cause another value, meanwhile. Never taken while `lock` is held.
        let delivery = NSRecursiveLock()
        private var subscriptions: [(any Subscription)?]
        private var hasFinished: [Bool]
        private var isCancelled = false
        /// What each publisher is asked for when it has subscribed; nil before the subscriber has requested values.
        private var initialDemand: Subscribers.Demand?

        init(count: Int) {
            subscriptions = Array(repeating: nil, count: count)
            hasFinished = Array(repeating: false, count: count)
        }

        var allFinished: Bool { hasFinished.allSatisfy { $0 } }

        // Called by the subclass

        /// Requests values from every publisher, now and as each of them subscribes. Only the first call has an effect.
        func start(_ demand: Subscribers.Demand) {
            lock.lock()
            let isFirst = initialDemand == nil && !isCancelled
            if isFirst { initialDemand = demand }
            let started = isFirst ? subscriptions.compactMap { $0 } : []
            lock.unlock()
            for subscription in started { subscription.request(demand) }
        }

        /// Requests values from one publisher.
        func request(_ demand: Subscribers.Demand, from index: Int) {
            lock.lock()
            let subscription = subscriptions[index]
            lock.unlock()
            subscription?.request(demand)
        }

        func cancelUpstreams() {
            lock.lock()
            isCancelled = true
            let ended = subscriptions.compactMap { $0 }
            subscriptions = subscriptions.map { _ in nil }
            lock.unlock()
            for subscription in ended { subscription.cancel() }
        }

        // Called by the publishers

        func receive(_ subscription: any Subscription, _ index: Int) {
            lock.lock()
            guard !isCancelled, subscriptions[index] == nil, !hasFinished[index] else {
                lock.unlock()
                subscription.cancel()
                return
            }
            subscriptions[index] = subscription
            let demand = initialDemand
            lock.unlock()
            if let demand { subscription.request(demand) }
        }

        func receive(_ completion: Subscribers.Completion<Failure>, _ index: Int) {
            lock.lock()
            let isNew = !isCancelled && !hasFinished[index]
            hasFinished[index] = true
            subscriptions[index] = nil
            lock.unlock()
            guard isNew else { return }
            switch completion {
            case .finished: upstreamFinished(index)
            case .failure(let error):
                cancelUpstreams()
                upstreamFailed(error)
            }
        }

        // Overridden by the subclass

        func upstreamFinished(_ index: Int) {}
        func upstreamFailed(_ error: Failure) {}
        func request(_ newDemand: Subscribers.Demand) {}
        func cancel() { cancelUpstreams() }
    }

    /// The subscriber of one publisher of a group.
    struct UpstreamSubscriber<Group: UpstreamGroup<Failure>, Input, Failure: Error>: Subscriber {
        private let group: Group
        private let index: Int
        private let receiveValue: (Group, Input) -> Subscribers.Demand
        let combineIdentifier = CombineIdentifier()

        init(_ group: Group, _ index: Int, _ receiveValue: @escaping (Group, Input) -> Subscribers.Demand) {
            self.group = group
            self.index = index
            self.receiveValue = receiveValue
        }

        func receive(subscription: any Subscription) { group.receive(subscription, index) }
        func receive(_ input: Input) -> Subscribers.Demand { receiveValue(group, input) }
        func receive(completion: Subscribers.Completion<Failure>) { group.receive(completion, index) }
    }
#endif
