import SwiftSyntax

/// Tests on the main actor, and their `setUp()` and `tearDown()`.
///
/// XCTest of Apple's platforms is written in Objective-C: its methods can be overridden on the main actor, and tests are called by name. On Linux
/// an override is on no actor, and a program with a test that is on the main actor and not `async` crashes when it lists its tests. XCTest calls
/// these methods on the main thread.
///
///     @MainActor class PlayerTests: XCTestCase { func testPlays() { player.play() } }
///
/// becomes
///
///     @MainActor class PlayerTests: XCTestCase { nonisolated func testPlays() { MainActor.assumeIsolated { () -> Void in player.play() }} }
extension Converter {
    private static let fixtureMethods: Set<String> = ["setUp", "setUpWithError", "tearDown", "tearDownWithError"]

    func isolateTestMethod(_ node: FunctionDeclSyntax) {
        let isFixture =
            Self.fixtureMethods.contains(node.name.text) && node.modifiers.contains { $0.name.text == "override" }
        let isTest =
            node.name.text.hasPrefix("test") && !node.modifiers.contains { Self.notOfTests.contains($0.name.text) }
        guard isFixture || isTest, node.signature.parameterClause.parameters.isEmpty,
            node.signature.returnClause == nil, let body = node.body,
            node.signature.effectSpecifiers?.asyncSpecifier == nil, let type = node.enclosingTypes.first,
            index.hasSuperclass(in: ["XCTestCase"], type.name)
        else { return }
        let attribute = node.attributes.first { $0.as(AttributeSyntax.self)?.name == "MainActor" }
        let isMainActor = index.isMainActor(type.name)
        guard attribute != nil || isMainActor, !body.statements.trimmedText.contains(Self.isolatedStart) else { return }
        if let attribute { edits.remove(attribute) }
        if isTest, isMainActor {
            if let first = node.modifiers.first {
                edits.insert("nonisolated ", before: first)
            } else {
                edits.insert("nonisolated ", before: node.funcKeyword)
            }
        }
        let isThrowing = node.signature.effectSpecifiers?.throwsClause != nil
        let (mark, effect) = isThrowing ? ("try ", "throws ") : ("", "")
        edits.insert(" \(mark)MainActor.assumeIsolated { () \(effect)-> Void in", after: body.leftBrace)
        edits.insert("}", before: body.rightBrace)
    }

    /// The start of a body that has been converted. `nonisolated(unsafe)`: a Regex is not Sendable, and this constant is only read.
    nonisolated(unsafe) private static let isolatedStart = #/^(?:try )?MainActor\.assumeIsolated /#
    private static let notOfTests: Set<String> = ["static", "class", "private", "fileprivate", "nonisolated"]
}
