public import Foundation

extension NotificationCenter {
    /// Returns the notifications of a name as an asynchronous sequence, which starts with the call and does not end by itself.
    ///
    /// The object is not retained. Can be called on any thread. Foundation on Linux lacks the function.
    /// - Parameter object: the sender whose notifications are delivered; nil: those of every sender.
    public func notifications(named name: Notification.Name, object: AnyObject? = nil) -> Notifications {
        Notifications(center: self, name: name, object: object)
    }

    /// Notifications in the order in which they are posted.
    ///
    /// Apple: the number of buffered notifications is limited. Here: each one is buffered until an iterator returns it.
    public final class Notifications: AsyncSequence, Sendable {
        public typealias Element = Notification
        public typealias Failure = Never

        private let stream: AsyncStream<Box>
        private let observation: Observation

        /// `@unchecked`: a notification is passed on, from the thread that posts it to the task that waits for it, as Apple's is.
        fileprivate struct Box: @unchecked Sendable {
            let notification: Notification
        }

        fileprivate init(center: NotificationCenter, name: Notification.Name, object: AnyObject?) {
            let (stream, continuation) = AsyncStream<Box>.makeStream()
            self.stream = stream
            observation = Observation(
                center: center,
                token: center.addObserver(forName: name, object: object, queue: nil) {
                    continuation.yield(Box(notification: $0))
                })
        }

        public func makeAsyncIterator() -> Iterator {
            Iterator(iterator: stream.makeAsyncIterator(), observation: observation)
        }

        public struct Iterator: AsyncIteratorProtocol {
            fileprivate var iterator: AsyncStream<Box>.Iterator
            /// The observation ends with the sequence and its iterators.
            fileprivate let observation: Observation

            /// Returns the next notification, or nil after the task was cancelled.
            public mutating func next() async -> Notification? { await iterator.next()?.notification }

            /// Returns the next notification, or nil after the task was cancelled.
            public mutating func next(isolation actor: isolated (any Actor)?) async -> Notification? {
                await iterator.next(isolation: actor)?.notification
            }
        }

        /// An observation that ends with this object. `@unchecked`: the token is only passed to its center, which any thread may do.
        fileprivate final class Observation: @unchecked Sendable {
            private let center: NotificationCenter
            private let token: any NSObjectProtocol

            init(center: NotificationCenter, token: any NSObjectProtocol) {
                self.center = center
                self.token = token
            }

            deinit { center.removeObserver(token as Any) }
        }
    }
}
