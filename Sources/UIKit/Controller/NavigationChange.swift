/// A change of the stack of a navigation controller.
@MainActor struct NavigationChange {
    let before: [UIViewController]
    let after: [UIViewController]
    let operation: UINavigationController.Operation
    let animated: Bool

    var from: UIViewController? { before.last }
    var to: UIViewController? { after.last }
    var added: [UIViewController] { after.filter { new in !before.contains { $0 === new } } }
    var removed: [UIViewController] { before.filter { old in !after.contains { $0 === old } } }
}
