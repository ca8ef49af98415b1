/// Compares elements with the description. Valid elements cost one look-up and no memory.
package struct SchemaWalker {
    package let program: SchemaProgram

    package init(program: SchemaProgram) { self.program = program }

    /// Checks a node and its descendants.
    /// - Parameter element: the index of the node's description.
    package func walk(_ node: FeedNode, _ element: Int, _ mistakes: inout [SchemaMistake]) {
        walk(node.tree, node.index, element, &mistakes)
    }

    private func walk(_ tree: FeedTreeView, _ index: Int, _ element: Int, _ mistakes: inout [SchemaMistake]) {
        let described = program.elements[element]
        checkAttributes(tree, index, element, described, &mistakes)
        let end = Int(tree.nodes[index].end)
        guard described.hasElements else {
            if end > index + 1 {
                explainChildren(tree[index], element, children(of: tree[index]), &mistakes)
            } else {
                checkText(tree, index, element, described, &mistakes)
            }
            return
        }
        if tree.nodes[index].isMixed, !described.hasText {
            mistakes.append(SchemaMistake(kind: .text, node: tree[index], element: element))
        }
        if end == index + 1 {
            let text = tree[index].text
            if described.hasText {
                if text.isBlank {
                    mistakes.append(SchemaMistake(kind: .noContent, node: tree[index], element: element))
                }
            } else if !text.isBlank {
                mistakes.append(SchemaMistake(kind: .text, node: tree[index], element: element))
            }
        }
        var slot = -1
        var count = 0
        var isRegular = true
        var next = index + 1
        while next < end {
            let name = tree.nodes[next].name
            let row = Int(program.rows[described.firstRow + name.code])
            if row == 0 {
                isRegular = false
            } else {
                let place = program.elements[row].slot
                if place == slot {
                    count += 1
                    if count > program.slots[described.firstSlot + slot].maximum { isRegular = false }
                } else if place > slot {
                    slot += 1
                    while slot < place {
                        if program.slots[described.firstSlot + slot].minimum > 0 { isRegular = false }
                        slot += 1
                    }
                    count = 1
                } else {
                    isRegular = false
                }
                walk(tree, next, row, &mistakes)
            }
            next = Int(tree.nodes[next].end)
        }
        slot += 1
        while slot < described.slotCount {
            if program.slots[described.firstSlot + slot].minimum > 0 { isRegular = false }
            slot += 1
        }
        if !isRegular { explainChildren(tree[index], element, children(of: tree[index]), &mistakes) }
    }

    package func checkAttributes(
        _ tree: FeedTreeView, _ index: Int, _ element: Int, _ described: SchemaProgram.Element,
        _ mistakes: inout [SchemaMistake]
    ) {
        let first = Int(tree.nodes[index].firstAttribute)
        var seen: UInt32 = 0
        for position in first..<first + Int(tree.nodes[index].attributeCount) {
            let attribute = tree.attributes[position]
            var number = described.firstAttribute
            let last = number + described.attributeCount
            while number < last, program.attributes[number].name != attribute.name { number += 1 }
            guard number < last else {
                mistakes.append(
                    SchemaMistake(
                        kind: .unknownAttribute, node: tree[index], element: element, place: position - first))
                continue
            }
            seen |= 1 << UInt32(number - described.firstAttribute)
            let matcher = program.attributes[number].value
            let value = tree.text(attribute.start, Int(attribute.count))
            let kind: SchemaMistake.Kind? =
                if !matcher.matches(value) {
                    value.isBlank ? .emptyAttribute : .attributeValue
                } else {
                    switch matcher.kind {
                    case .boolean where value.trimmed.count == 1: .digitForBooleanAttribute
                    case .code where !matcher.isKnownCode(value): .unlistedAttribute
                    case .localeList where hasBrokenPart(value): .brokenListPartAttribute
                    default: nil
                    }
                }
            if let kind {
                mistakes.append(SchemaMistake(kind: kind, node: tree[index], element: element, subject: number))
            }
        }
        let missing = described.requiredAttributes & ~seen
        if missing != 0 {
            for number in 0..<described.attributeCount where missing & (1 << UInt32(number)) != 0 {
                mistakes.append(
                    SchemaMistake(
                        kind: .missingAttribute, node: tree[index], element: element,
                        subject: described.firstAttribute + number))
            }
        }
    }

    private func checkText(
        _ tree: FeedTreeView, _ index: Int, _ element: Int, _ described: SchemaProgram.Element,
        _ mistakes: inout [SchemaMistake]
    ) {
        let text = tree[index].text
        let kind: SchemaMistake.Kind
        if described.text.matches(text) {
            switch described.text.kind {
            case .boolean where text.trimmed.count == 1: kind = .digitForBoolean
            case .dateTime where text.trimmed.count < 20 || !hasOffset(text.trimmed): kind = .noOffset
            case .code where !described.text.isKnownCode(text): kind = .unlisted
            case .localeList where hasBrokenPart(text): kind = .brokenListPart
            default: return
            }
        } else if described.text.kind == .nothing {
            kind = .text
        } else {
            kind = text.isBlank ? .empty : .value
        }
        mistakes.append(SchemaMistake(kind: kind, node: tree[index], element: element))
    }

    private func hasOffset(_ text: FeedText) -> Bool {
        text[text.count - 1] == UInt8(ascii: "Z")
            || text[text.count - 3] == UInt8(ascii: ":")
                && (text[text.count - 6] == UInt8(ascii: "+") || text[text.count - 6] == UInt8(ascii: "-"))
    }

    private func hasBrokenPart(_ text: FeedText) -> Bool {
        var start = 0
        for index in 0...text.count where index == text.count || text[index] == UInt8(ascii: ",") {
            if !LocaleSyntax.isWellFormed(text[start..<index].trimmed) { return true }
            start = index + 1
        }
        return false
    }
}
