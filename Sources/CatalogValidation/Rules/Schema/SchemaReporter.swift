import UniversalMediaCatalog

/// Creates findings from schema mistakes.
struct SchemaReporter {
    let shape: SchemaShape

    func report(_ mistakes: [SchemaMistake], _ findings: inout Findings) {
        for mistake in mistakes { report(mistake, &findings) }
    }

    private func report(_ mistake: SchemaMistake, _ findings: inout Findings) {
        let node = mistake.node
        let described = shape.program.described[mistake.element]
        let silent = shape.silentElements[mistake.element]
        switch mistake.kind {
        case .unknownElement:
            findings.report(
                UnknownNames.info, at: node, remedy: unknownRemedy(node.spelling, elementNames(mistake.element)),
                unknownElement(mistake))
        case .unexpectedItems:
            findings.report(
                UnknownNames.info, at: node, "`item` is not allowed directly in `\(node.spelling)`")
        case .unknownAttribute:
            var spelling: String { node.attributes[mistake.place].spelling }
            findings.report(
                UnknownNames.info, at: node,
                remedy: unknownRemedy(spelling, described.attributes.map(\.name.rawValue)),
                "`\(node.spelling)` has an attribute `\(cut(spelling))`, which is not defined for it"
                    + (described.attributes.isEmpty ? "; it has no attributes" : ""))
        case .misplacedBefore, .misplacedBehind:
            guard !silent.contains(.order) else { return }
            let other = shape.program.described[mistake.other].name.rawValue
            let isBehind = mistake.kind == .misplacedBehind
            // A legacy layout has to be converted anyway.
            let isError = mistake.isOrderKnown && !shape.isLegacy
            findings.report(
                ChildOrder.info, at: node, level: isError ? .error : shape.isLegacy ? .info : .warning,
                tag: mistake.isOrderKnown ? shape.program.describedSlots[mistake.subject].order : "D",
                "`\(described.name.rawValue)` is \(isBehind ? "after" : "before") `\(other)`, but belongs "
                    + (isBehind ? "before it" : "after it"))
        case .repeated:
            guard !shape.silentElements[shape.slotElements[mistake.subject]].contains(.repeated),
                !findings.reportedNodes.contains(node.index)
            else { return }
            let slot = shape.program.describedSlots[mistake.subject]
            findings.report(
                RepeatedElements.info, at: node, tag: described.tag,
                "there are \(mistake.place) of \(slot.names) in `\(parentName(mistake.element))`; "
                    + "the maximum is \(slot.maximum)")
        case .missing: reportMissing(mistake, &findings)
        case .missingAttribute:
            guard !shape.silentAttributes[mistake.subject].contains(.missing) else { return }
            let attribute = shape.program.describedAttributes[mistake.subject]
            findings.report(
                MissingParts.info, at: node, tag: attribute.tag,
                remedy: "add \(attribute.name.rawValue)=\"…\": \(attribute.type.expectation)",
                "`\(described.name.rawValue)` has no attribute `\(attribute.name.rawValue)`")
        case .text:
            // Findings about an element with children may be about any of the children.
            guard !described.slots.isEmpty || !findings.reportedNodes.contains(node.index) else { return }
            findings.report(
                StrayText.info, at: node, tag: described.tag,
                "there is text directly in `\(described.name.rawValue)`"
                    + (node.text.isBlank ? "" : ": \(quoted(node.text))")
                    + (described.slots.isEmpty ? ", which must be empty" : ", which may contain only elements"))
        case .value, .empty, .noContent, .digitForBoolean, .noOffset, .unlisted, .brokenListPart:
            reportValue(mistake, &findings)
        case .attributeValue, .emptyAttribute, .digitForBooleanAttribute, .unlistedAttribute, .brokenListPartAttribute:
            reportAttributeValue(mistake, &findings)
        }
    }

    private func reportMissing(_ mistake: SchemaMistake, _ findings: inout Findings) {
        let first = shape.slotElements[mistake.subject]
        guard !shape.silentElements[first].contains(.missing) else { return }
        let slot = shape.program.describedSlots[mistake.subject]
        var expected = ""
        if case .text(let type) = slot.elements[0].content { expected = ": \(type.expectation)" }
        findings.report(
            MissingParts.info, at: mistake.node, tag: slot.elements[0].tag, remedy: "add \(slot.names)\(expected)",
            "`\(mistake.node.spelling)` has no \(slot.names)")
    }

    private func reportValue(_ mistake: SchemaMistake, _ findings: inout Findings) {
        let described = shape.program.described[mistake.element]
        let type: LexicalType = if case .text(let type) = described.content { type } else { .text(255) }
        let slot = shape.program.describedSlots[
            shape.program.elements[shape.program.parents[mistake.element]].firstSlot
                + shape.program.elements[mistake.element].slot]
        reportValue(
            mistake, shape.silentElements[mistake.element], "`\(described.name.rawValue)`", mistake.node.text, type,
            tag: described.tag, level: described.valueLevel, isRequired: slot.minimum > 0, &findings)
    }

    private func reportAttributeValue(_ mistake: SchemaMistake, _ findings: inout Findings) {
        let attribute = shape.program.describedAttributes[mistake.subject]
        reportValue(
            mistake, shape.silentAttributes[mistake.subject],
            "attribute `\(attribute.name.rawValue)` of `\(mistake.node.spelling)`",
            mistake.node[attribute.name] ?? .none, attribute.type, tag: attribute.tag, level: attribute.valueLevel,
            isRequired: attribute.isRequired, &findings)
    }

    private func reportValue(
        _ mistake: SchemaMistake, _ silent: CanonicalRules.Kinds, _ place: String, _ text: FeedText,
        _ type: LexicalType, tag: EvidenceTag, level: Level, isRequired: Bool, _ findings: inout Findings
    ) {
        // Another rule has reported the node with a more specific message.
        guard !findings.reportedNodes.contains(mistake.node.index) else { return }
        let node = mistake.node
        switch mistake.kind {
        case .value, .attributeValue, .brokenListPart, .brokenListPartAttribute:
            guard !silent.contains(.value) else { return }
            findings.report(
                WrongValues.info, at: node, level: level, tag: tag, remedy: "write \(type.expectation)",
                "\(place) is \(quoted(text))\(hint(text, type)), where \(type.expectation) is expected")
        case .empty, .noContent, .emptyAttribute:
            guard !silent.contains(.value) else { return }
            findings.report(
                EmptyValues.info, at: node, level: isRequired ? level : .warning, tag: tag,
                remedy: isRequired ? "write \(type.expectation)" : nil,
                "\(place) is empty, where \(type.expectation) is expected")
        case .noOffset:
            guard !silent.contains(.offset) else { return }
            findings.report(MissingOffsets.info, at: node, "\(place) is \(quoted(text)), without a UTC offset")
        case .unlisted, .unlistedAttribute:
            guard !silent.contains(.unlisted) else { return }
            findings.report(
                UnlistedCodes.info, at: node, tag: tag, remedy: "use \(type.expectation)",
                "\(place) is \(quoted(text)), which is not a known code")
        default:
            findings.report(DigitsForBooleans.info, at: node, "\(place) is \(quoted(text))")
        }
    }
}
