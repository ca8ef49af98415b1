import SwiftSyntax

/// The attributes that only Objective-C gives a meaning.
enum DroppedAttributes {
    /// Attributes that make a declaration known to Objective-C.
    static let exposing: Set<String> = [
        "objc", "IBAction", "IBOutlet", "IBInspectable", "IBSegueAction", "GKInspectable", "NSManaged",
    ]
    static let all: Set<String> = exposing.subtracting(["NSManaged"]).union([
        "objcMembers", "nonobjc", "IBDesignable", "NSCopying",
    ])
    static let entryPoints: Set<String> = ["UIApplicationMain", "NSApplicationMain"]
}

extension Converter {
    func convertAttribute(_ node: AttributeSyntax) -> SyntaxVisitorContinueKind {
        let name = node.name
        if DroppedAttributes.all.contains(name) {
            if wrapperPlaces.contains(node.id) {
                edits.replace(node, with: Self.dynamicWrapper)
            } else {
                edits.remove(node)
            }
            if name == "NSCopying" {
                report(
                    .warning, .attribute, at: node,
                    "the property keeps the assigned object: @NSCopying needs Objective-C",
                    suggestion: "copy the object before assigning it")
            }
            return .skipChildren
        }
        if DroppedAttributes.entryPoints.contains(name) {
            edits.replace(node, with: "@main")
        } else if name == "NSManaged" {
            report(
                .error, .attribute, at: node, "@NSManaged is left as it was: Core Data does not exist on Linux",
                suggestion: "declare a stored property, and load its value from a store of your own")
        } else if name == "convention", node.arguments?.trimmedText == "block" {
            report(
                .error, .attribute, at: node,
                "@convention(block) is left as it was: blocks of Objective-C do not exist on Linux",
                suggestion: "remove @convention(block), and pass a Swift closure")
        }
        return .visitChildren
    }
}
