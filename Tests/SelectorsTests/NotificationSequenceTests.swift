import Foundation
import Selectors
import Testing

struct NotificationSequenceTests {
    private let center = NotificationCenter()
    private let name = Notification.Name("NotificationSequenceTests")

    @Test("a sequence has the notifications of its name and object that are posted after it was made, in order")
    func order() async {
        let (sender, other) = (NSObject(), NSObject())
        center.post(name: name, object: sender, userInfo: ["number": 0])
        let notifications = center.notifications(named: name, object: sender)
        center.post(name: name, object: other, userInfo: ["number": 1])
        center.post(name: Notification.Name("other"), object: sender, userInfo: ["number": 2])
        for number in 3...5 { center.post(name: name, object: sender, userInfo: ["number": number]) }
        var numbers: [Int] = []
        for await notification in notifications {
            numbers.append(notification.userInfo?["number"] as? Int ?? -1)
            if numbers.count == 3 { break }
        }
        #expect(numbers == [3, 4, 5])
    }

    @Test("a cancelled task leaves the sequence")
    func cancelled() async {
        let notifications = center.notifications(named: name)
        let task = Task {
            var count = 0
            for await _ in notifications { count += 1 }
            return count
        }
        task.cancel()
        #expect(await task.value == 0)
    }

    @Test("the first notification that matches is found")
    func first() async {
        let notifications = center.notifications(named: name)
        for number in 0..<3 { center.post(name: name, object: nil, userInfo: ["number": number]) }
        let found = await notifications.compactMap { $0.userInfo?["number"] as? Int }.first { $0 > 1 }
        #expect(found == 2)
    }

    @Test("a sequence that has ended retains neither its observation nor the notifications' objects")
    func released() {
        weak var value: NSObject?
        do {
            let object = NSObject()
            value = object
            let notifications = center.notifications(named: name)
            center.post(name: name, object: nil, userInfo: ["object": object])
            _ = notifications
        }
        #expect(value == nil)
    }
}
