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
            edits.remove(node)
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
        } else if name == "convention", node.arguments?.trimmedDescription == "block" {
            report(
                .error, .attribute, at: node,
                "@convention(block) is left as it was: blocks of Objective-C do not exist on Linux",
                suggestion: "remove @convention(block), and pass a Swift closure")
        }
        return .visitChildren
    }

    func convertDynamic(_ node: DeclModifierSyntax) {
        edits.remove(node)
        guard let variable = node.parent?.parent?.as(VariableDeclSyntax.self), variable.isMember else { return }
        let names = variable.bindings.map { $0.pattern.trimmedDescription }.joined(separator: ", ")
        report(
            .warning, .observation, at: node,
            "changes of '\(names)' are no longer reported to observers: 'dynamic' needs Objective-C",
            suggestion:
                "if '\(names)' is observed by key path, report its changes by a closure or a notification in 'didSet'")
    }
}
