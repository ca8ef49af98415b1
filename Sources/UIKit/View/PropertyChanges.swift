import CoreGraphics
import Foundation
import QuartzCore

/// The changes of layer properties that blocks make, recorded instead of animated at once. The properties have their new values at once.
@MainActor final class PropertyChanges {
    struct Change {
        let layer: CALayer
        let key: String
        /// The displayed value before the change; nil where the property had none.
        let from: Any?
        var to: Any?
        /// The part of the whole animation in which the change is animated, as fractions of its duration.
        var span: ClosedRange<Double>
    }

    private(set) var changes: [Change] = []

    /// Calls a closure with the changes of each property, in the order in which the properties were first changed.
    static func forEachProperty(_ changes: [Change], _ body: ([Change]) -> Void) {
        var rest = changes
        while let first = rest.first {
            body(rest.filter { $0.layer === first.layer && $0.key == first.key })
            rest.removeAll { $0.layer === first.layer && $0.key == first.key }
        }
    }

    private var span = 0.0...1.0
    private var firstOfStep = 0

    /// Records the changes of `body` for a part of the animation.
    func record(_ span: ClosedRange<Double>, _ body: () -> Void) {
        finishStep()
        let outer = self.span
        self.span = span
        body()
        finishStep()
        self.span = outer
    }

    /// Called before a property of a layer changes. A property that changes twice within a step has one change.
    func willChange(_ layer: CALayer, _ key: String) {
        guard key != "contents", key != "hidden",
            !changes[firstOfStep...].contains(where: { $0.layer === layer && $0.key == key })
        else { return }
        let isMoving = layer.animation(forKey: key) != nil
        let hasChanged = changes.contains { $0.layer === layer && $0.key == key }
        let start = isMoving && !hasChanged ? layer.presentation() ?? layer : layer
        changes.append(Change(layer: layer, key: key, from: start.value(forKeyPath: key), to: nil, span: span))
    }

    private func finishStep() {
        for index in changes.indices.dropFirst(firstOfStep) {
            changes[index].to = changes[index].layer.value(forKeyPath: changes[index].key)
        }
        firstOfStep = changes.count
    }
}
