import SwiftSyntax

/// Overrides of observable properties report reads and changes.
///
/// On Apple's platforms each setter of an observed object notifies observers, also that of a client's subclass such as a mock of AVPlayer. Here
/// the framework's own setter does it, which the override replaces.
extension Converter {
    func convertOverriddenProperty(_ node: VariableDeclSyntax) {
        guard node.modifiers.contains(where: { $0.name.text == "override" }), node.bindings.count == 1,
            let binding = node.bindings.first, let block = binding.accessorBlock, block.isComputed,
            let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text,
            Self.observableProperties.contains(name), let type = node.enclosingTypes.first,
            index.hasSuperclass(in: Self.observableClasses, type.name)
        else { return }
        let key = SelectorName.key(ofAppleProperty: name)
        if case .getter(let statements) = block.accessors {
            noteAccess(statements, after: block.leftBrace, key: key)
        } else if case .accessors(let accessors) = block.accessors {
            for accessor in accessors {
                guard let body = accessor.body else { continue }
                switch accessor.accessorSpecifier.text {
                case "get": noteAccess(body.statements, after: body.leftBrace, key: key)
                case "set": noteChange(body, key: key)
                default: break
                }
            }
        }
    }

    /// `override var value: (NSCopying & NSObjectProtocol)?` of a mock of AVMetadataItem, whose property has the type `Any?` on Linux.
    func convertOverriddenValue(_ node: VariableDeclSyntax) {
        guard node.modifiers.contains(where: { $0.name.text == "override" }), node.bindings.count == 1,
            let binding = node.bindings.first,
            binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text == "value",
            let annotation = binding.typeAnnotation, let type = node.enclosingTypes.first,
            index.hasSuperclass(in: ["AVMetadataItem", "AVMutableMetadataItem"], type.name),
            annotation.type.tokens(viewMode: .sourceAccurate).contains(where: { $0.text == "NSCopying" })
        else { return }
        edits.replace(annotation.type, with: "Any?")
    }

    private func noteAccess(_ statements: CodeBlockItemListSyntax, after brace: TokenSyntax, key: String) {
        guard !statements.isEmpty, !statements.names(contain: ["_access", "super"]),
            !statements.tokens(viewMode: .sourceAccurate).contains(where: { $0.text.hasPrefix(ExtensionMember.prefix) })
        else { return }
        edits.insert(" _access(\"\(key)\");", after: brace)
        if statements.count == 1, let expression = statements.first?.item.as(ExprSyntax.self) {
            edits.insert("return ", before: expression)
        }
    }

    private func noteChange(_ body: CodeBlockSyntax, key: String) {
        guard !body.statements.names(contain: ["willChangeValue", "super"]) else { return }
        edits.insert(
            " willChangeValue(forKey: \"\(key)\"); defer { didChangeValue(forKey: \"\(key)\") };", after: body.leftBrace
        )
    }

    private static let observableClasses: Set<String> = [
        "AVPlayer", "AVQueuePlayer", "AVPlayerItem", "AVPlayerLayer", "AVPlayerViewController", "AVPlayerLooper",
        "AVAudioSession", "AVPictureInPictureController",
    ]

    private static let observableProperties: Set<String> = [
        "actionAtItemEnd", "currentItem", "defaultRate", "duration", "isExternalPlaybackActive", "isMuted",
        "isPictureInPictureActive", "isPictureInPicturePossible", "isPlaybackBufferEmpty", "isPlaybackBufferFull",
        "isPlaybackLikelyToKeepUp", "isReadyForDisplay", "loadedTimeRanges", "loopCount", "outputVolume", "player",
        "presentationSize", "rate", "reasonForWaitingToPlay", "seekableTimeRanges", "status", "timeControlStatus",
        "timedMetadata", "tracks", "videoBounds", "videoRect", "volume",
    ]
}

extension CodeBlockItemListSyntax {
    fileprivate func names(contain names: Set<String>) -> Bool {
        tokens(viewMode: .sourceAccurate).contains { names.contains($0.text) }
    }
}
