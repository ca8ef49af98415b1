import CoreGraphics
import Foundation

extension NSLayoutConstraint {
    /// The alignment, perpendicular to the layout direction, of the views in a visual format string.
    public struct FormatOptions: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let alignAllLeft = FormatOptions(rawValue: 1 << 1)
        public static let alignAllRight = FormatOptions(rawValue: 1 << 2)
        public static let alignAllTop = FormatOptions(rawValue: 1 << 3)
        public static let alignAllBottom = FormatOptions(rawValue: 1 << 4)
        public static let alignAllLeading = FormatOptions(rawValue: 1 << 5)
        public static let alignAllTrailing = FormatOptions(rawValue: 1 << 6)
        public static let alignAllCenterX = FormatOptions(rawValue: 1 << 9)
        public static let alignAllCenterY = FormatOptions(rawValue: 1 << 10)
        public static let alignAllLastBaseline = FormatOptions(rawValue: 1 << 11)
        public static let alignAllFirstBaseline = FormatOptions(rawValue: 1 << 12)
        public static let directionLeadingToTrailing: FormatOptions = []

        var attributes: [Attribute] {
            let all: [(FormatOptions, Attribute)] = [
                (.alignAllLeft, .left), (.alignAllRight, .right), (.alignAllTop, .top), (.alignAllBottom, .bottom),
                (.alignAllLeading, .leading), (.alignAllTrailing, .trailing), (.alignAllCenterX, .centerX),
                (.alignAllCenterY, .centerY), (.alignAllLastBaseline, .lastBaseline),
                (.alignAllFirstBaseline, .firstBaseline),
            ]
            return all.filter { contains($0.0) }.map(\.1)
        }
    }

    /// The standard distance between two views, in points. The standard distance to a superview's edge is its layout
    /// margin.
    static let standardSpacing: CGFloat = 8

    /// Creates constraints from a visual format string such as `H:|-[title(>=80)]-8-[button]|`. The constraints are
    /// inactive.
    ///
    /// A syntax error, or a name that is missing in `views`, is a programming error and stops the program, as on
    /// Apple's platforms.
    public class func constraints(
        withVisualFormat format: String, options opts: FormatOptions = [], metrics: [String: Any]? = nil,
        views: [String: Any]
    ) -> [NSLayoutConstraint] {
        do {
            return try makeConstraints(format, opts, metrics ?? [:], views)
        } catch {
            preconditionFailure("\(error)")
        }
    }

    /// Creates the constraints for `constraints(withVisualFormat:options:metrics:views:)`, or throws the problem with
    /// the format.
    class func makeConstraints(
        _ format: String, _ options: FormatOptions, _ metrics: [String: Any], _ views: [String: Any]
    ) throws(VisualFormat.Problem) -> [NSLayoutConstraint] {
        let line = try VisualFormat(format) { name in
            switch metrics[name] {
            case let value as NSNumber: CGFloat(value.doubleValue)
            case let value as CGFloat: value
            case let value as Double: CGFloat(value)
            case let value as Float: CGFloat(value)
            case let value as Int: CGFloat(value)
            default: nil
            }
        }
        func problem(_ reason: String) -> VisualFormat.Problem { .init(reason: reason, format: format, offset: 0) }
        func view(_ name: String) throws(VisualFormat.Problem) -> UIView {
            guard let view = views[name] as? UIView else { throw problem("No view is named \(name)") }
            return view
        }
        let isRow = line.axis == .horizontal
        let (near, far, size): (Attribute, Attribute, Attribute) =
            isRow ? (.leading, .trailing, .width) : (.top, .bottom, .height)
        var made: [NSLayoutConstraint] = []
        func add(
            _ item: AnyObject, _ attribute: Attribute, _ predicate: VisualFormat.Predicate, _ other: AnyObject?,
            _ otherAttribute: Attribute, multiplier: CGFloat, constant: CGFloat
        ) {
            let one = NSLayoutConstraint(
                item: item, attribute: attribute, relatedBy: predicate.relation, toItem: other,
                attribute: otherAttribute, multiplier: multiplier, constant: constant)
            one.priority = predicate.priority
            made.append(one)
        }
        var shown: [UIView?] = []
        for item in line.items {
            guard case .view(let name, let predicates) = item else {
                shown.append(nil)
                continue
            }
            let subject = try view(name)
            shown.append(subject)
            for predicate in predicates {
                switch predicate.object {
                case .number(let number):
                    add(
                        subject, size, predicate, nil, .notAnAttribute, multiplier: 1,
                        constant: number * predicate.multiplier)
                case .view(let other):
                    add(
                        subject, size, predicate, try view(other), size, multiplier: predicate.multiplier,
                        constant: predicate.constant)
                }
            }
        }
        for (index, connection) in line.connections.enumerated() {
            let (before, after) = (shown[index], shown[index + 1])
            guard let superview = (before ?? after)?.superview else { throw problem("A view has no superview") }
            let usesMargin = connection == .standard && (before == nil || after == nil)
            let edge: AnyObject = usesMargin ? superview.layoutMarginsGuide : superview
            let (start, startAttribute): (AnyObject, Attribute) = before.map { ($0, far) } ?? (edge, near)
            let (end, endAttribute): (AnyObject, Attribute) = after.map { ($0, near) } ?? (edge, far)
            let predicates: [VisualFormat.Predicate]
            switch connection {
            case .flush: predicates = [.init(object: .number(0))]
            case .standard: predicates = [.init(object: .number(usesMargin ? 0 : standardSpacing))]
            case .predicates(let given): predicates = given
            }
            for predicate in predicates {
                guard case .number(let distance) = predicate.object else {
                    throw problem("A distance is neither a number nor the name of a metric")
                }
                add(
                    end, endAttribute, predicate, start, startAttribute, multiplier: 1,
                    constant: distance * predicate.multiplier)
            }
        }
        let aligned = shown.compactMap { $0 }
        for attribute in options.attributes {
            for (first, second) in zip(aligned, aligned.dropFirst()) {
                add(
                    first, attribute, .init(object: .number(0)), second, attribute, multiplier: 1, constant: 0)
            }
        }
        return made
    }
}
