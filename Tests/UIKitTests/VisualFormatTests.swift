import CoreGraphics
import Testing

@testable import UIKit

@MainActor
struct VisualFormatTests {
    private let root = UIView(frame: CGRect(x: 0, y: 0, width: 400, height: 300))

    private func views(_ names: String...) -> [String: Any] {
        var made: [String: Any] = [:]
        for name in names {
            let view = UIView()
            view.translatesAutoresizingMaskIntoConstraints = false
            root.addSubview(view)
            made[name] = view
        }
        return made
    }

    private func frame(_ views: [String: Any], _ name: String) -> CGRect { (views[name] as? UIView)?.frame ?? .null }

    @Test("a visual format with views, sizes and distances creates the layout that it describes")
    func row() {
        let views = views("a", "b")
        NSLayoutConstraint.activate(
            NSLayoutConstraint.constraints(
                withVisualFormat: "H:|-20-[a(100)]-gap-[b(==a)]", metrics: ["gap": 30], views: views)
                + NSLayoutConstraint.constraints(
                    withVisualFormat: "V:|[a(50)]", options: [], metrics: nil, views: views)
                + NSLayoutConstraint.constraints(withVisualFormat: "V:|-[b]-|", views: views))
        root.layoutIfNeeded()
        #expect(frame(views, "a") == CGRect(x: 20, y: 0, width: 100, height: 50))
        #expect(frame(views, "b") == CGRect(x: 150, y: 8, width: 100, height: 284))
    }

    @Test("relations, priorities and alignment options are parsed")
    func conditions() throws {
        let views = views("a", "b")
        let made = NSLayoutConstraint.constraints(
            withVisualFormat: "[a(>=80,<=b@750)]-(>=5)-[b]", options: .alignAllTop, metrics: nil, views: views)
        #expect(made.count == 4)
        #expect(made[0].relation == .greaterThanOrEqual && made[0].constant == 80)
        #expect(made[1].relation == .lessThanOrEqual && made[1].priority == .defaultHigh)
        #expect(made[1].secondItem === views["b"] as? UIView)
        #expect(made[2].firstAttribute == .leading && made[2].secondAttribute == .trailing && made[2].constant == 5)
        #expect(made[3].firstAttribute == .top && made[3].secondAttribute == .top)
    }

    @Test(
        "an invalid visual format throws an error with the problem and its position",
        arguments: [
            ("H:|-[a", "closing bracket"), ("[]", "name of a view"), ("H:[a]-5[b]", "hyphen"),
            ("[a(>=)]", "a number or a name"), (" ", "brackets"), ("[a]|x", "Unexpected text"),
            ("[a]-zz-[b]", "neither"),
            ("[nobody]", "No view"),
        ])
    func problems(format: String, expected: String) {
        let views = views("a", "b")
        #expect {
            _ = try NSLayoutConstraint.makeConstraints(format, [], [:], views)
        } throws: { error in
            "\(error)".contains(expected) && "\(error)".contains(format)
        }
    }
}
