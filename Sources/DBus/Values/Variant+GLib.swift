import CDesktop

// Conversion from and to GVariant, which is not visible outside of this target.
extension Variant {
    /// Creates a GVariant, which the caller owns.
    func makeGLibValue() throws(VariantError) -> OpaquePointer {
        try validate()
        return g_variant_ref_sink(floating())
    }

    /// Creates a GVariant with a floating reference, which a container consumes. The value must be valid: see `validate()`.
    private func floating() -> OpaquePointer {
        switch self {
        case .boolean(let value): return g_variant_new_boolean(value ? 1 : 0)
        case .byte(let value): return g_variant_new_byte(value)
        case .int16(let value): return g_variant_new_int16(value)
        case .uint16(let value): return g_variant_new_uint16(value)
        case .int32(let value): return g_variant_new_int32(value)
        case .uint32(let value): return g_variant_new_uint32(value)
        case .int64(let value): return g_variant_new_int64(gint64(value))
        case .uint64(let value): return g_variant_new_uint64(guint64(value))
        case .double(let value): return g_variant_new_double(value)
        case .string(let value): return g_variant_new_string(value)
        case .objectPath(let value): return g_variant_new_object_path(value)
        case .signature(let value): return g_variant_new_signature(value)
        case .handle(let value): return g_variant_new_handle(value)
        case .variant(let value): return g_variant_new_variant(value.floating())
        case .array(let type, let elements):
            let made: [OpaquePointer?] = elements.map { $0.floating() }
            return type.withGLibType { g_variant_new_array($0, made, gsize(made.count)) }
        case .maybe(let type, let element): return type.withGLibType { g_variant_new_maybe($0, element?.floating()) }
        case .tuple(let elements):
            let made: [OpaquePointer?] = elements.map { $0.floating() }
            return g_variant_new_tuple(made, gsize(made.count))
        case .dictionaryEntry(let key, let value): return g_variant_new_dict_entry(key.floating(), value.floating())
        }
    }

    /// Reads a GVariant, which stays owned by the caller.
    init(glib raw: OpaquePointer) throws(VariantTypeError) {
        self = try Self.read(raw, as: VariantType(String(cString: g_variant_get_type_string(raw))))
    }

    private static func read(_ raw: OpaquePointer, as type: VariantType) throws(VariantTypeError) -> Variant {
        switch type {
        case .boolean: return .boolean(g_variant_get_boolean(raw) != 0)
        case .byte: return .byte(g_variant_get_byte(raw))
        case .int16: return .int16(g_variant_get_int16(raw))
        case .uint16: return .uint16(g_variant_get_uint16(raw))
        case .int32: return .int32(g_variant_get_int32(raw))
        case .uint32: return .uint32(g_variant_get_uint32(raw))
        case .int64: return .int64(Int64(g_variant_get_int64(raw)))
        case .uint64: return .uint64(UInt64(g_variant_get_uint64(raw)))
        case .double: return .double(g_variant_get_double(raw))
        case .string: return .string(text(of: raw))
        case .objectPath: return .objectPath(text(of: raw))
        case .signature: return .signature(text(of: raw))
        case .handle: return .handle(g_variant_get_handle(raw))
        case .variant:
            guard let inner = g_variant_get_variant(raw) else { return .tuple([]) }
            defer { g_variant_unref(inner) }
            return .variant(try Variant(glib: inner))
        case .array(let element): return .array(of: element, try children(of: raw, as: { _ in element }))
        case .maybe(let element):
            return .maybe(of: element, try children(of: raw, as: { _ in element }).first)
        case .tuple(let elements): return .tuple(try children(of: raw, as: { elements[$0] }))
        case .dictionaryEntry(let key, let value):
            let pair = try children(of: raw, as: { $0 == 0 ? key : value })
            return .dictionaryEntry(pair[0], pair[1])
        }
    }

    private static func children(
        of raw: OpaquePointer, as type: (Int) -> VariantType
    ) throws(VariantTypeError) -> [Variant] {
        var children: [Variant] = []
        for index in 0..<Int(g_variant_n_children(raw)) {
            guard let child = g_variant_get_child_value(raw, gsize(index)) else { continue }
            defer { g_variant_unref(child) }
            children.append(try read(child, as: type(index)))
        }
        return children
    }

    private static func text(of raw: OpaquePointer) -> String {
        g_variant_get_string(raw, nil).map { String(cString: $0) } ?? ""
    }
}

extension VariantType {
    fileprivate func withGLibType<Result>(_ body: (OpaquePointer?) -> Result) -> Result {
        let type = g_variant_type_new(string)
        defer { g_variant_type_free(type) }
        return body(type)
    }
}

extension [Variant] {
    /// Creates the tuple for the body of a message, which the caller owns.
    func makeGLibBody() throws(VariantError) -> OpaquePointer {
        for (index, value) in enumerated() {
            try value.validate(place: "argument \(index)")
            guard value.type.isCarriedByMessages, value.carriesOnlyMessageTypes else {
                throw VariantError(place: "argument \(index)", reason: .notCarriedByMessages(value.type))
            }
        }
        return try Variant.tuple(self).makeGLibValue()
    }

    /// Reads the body of a message.
    init(glibBody raw: OpaquePointer) throws(VariantTypeError) {
        self = try Variant(glib: raw).elements ?? []
    }
}

extension Variant {
    /// Whether every nested `variant` holds a type that D-Bus messages can carry; the outer types are checked by the caller.
    fileprivate var carriesOnlyMessageTypes: Bool {
        switch self {
        case .variant(let inner): inner.type.isCarriedByMessages && inner.carriesOnlyMessageTypes
        case .array(_, let elements), .tuple(let elements): elements.allSatisfy(\.carriesOnlyMessageTypes)
        case .dictionaryEntry(_, let value): value.carriesOnlyMessageTypes
        default: true
        }
    }
}
