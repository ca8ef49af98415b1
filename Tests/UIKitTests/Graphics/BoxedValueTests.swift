import CoreGraphics
import Foundation
import QuartzCore
import Testing

@testable import UIKit

struct BoxedValueTests {
    @Test(
        "points, sizes, rectangles, transforms and insets are returned from their boxes, which are compared by content")
    func contents() {
        let transform = CGAffineTransform(rotationAngle: 1)
        let insets = UIEdgeInsets(top: 1, left: 2, bottom: 3, right: 4)
        #expect(NSValue(cgPoint: CGPoint(x: 1, y: 2)).cgPointValue == CGPoint(x: 1, y: 2))
        #expect(NSValue(cgSize: CGSize(width: 1, height: 2)).cgSizeValue == CGSize(width: 1, height: 2))
        let rect = CGRect(x: 1, y: 2, width: 3, height: 4)
        #expect(NSValue(cgRect: rect).cgRectValue == rect)
        #expect(NSValue(cgAffineTransform: transform).cgAffineTransformValue == transform)
        #expect(NSValue(caTransform3D: CATransform3DMakeScale(1, 2, 3)).caTransform3DValue.m22 == 2)
        #expect(NSValue(uiEdgeInsets: insets).uiEdgeInsetsValue == insets)
        #expect(NSValue(uiOffset: UIOffset(horizontal: 1, vertical: 2)).uiOffsetValue.vertical == 2)
        #expect(NSValue(cgRect: rect) == NSValue(cgRect: rect) && NSValue(cgRect: rect) != NSValue(cgRect: .zero))
        #expect(NSValue(cgRect: rect).cgPointValue == .zero)
    }

    @Test("an animation between boxed points and the layer's boxed values move the layer")
    func animation() {
        let layer = CALayer()
        layer.setValue(NSValue(cgPoint: CGPoint(x: 8, y: 9)), forKeyPath: "position")
        #expect(layer.position == CGPoint(x: 8, y: 9))
        let move = CABasicAnimation(keyPath: "position")
        move.fromValue = NSValue(cgPoint: .zero)
        move.toValue = NSValue(cgPoint: CGPoint(x: 100, y: 50))
        move.duration = 2
        move.beginTime = 10
        layer.add(move, forKey: "move")
        #expect(layer.presentation(at: 11).position == CGPoint(x: 50, y: 25))
    }
}
