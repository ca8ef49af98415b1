/// Wraps a non-Sendable value so that a mutex can protect it.
struct UnsafeTransfer<Value>: @unchecked Sendable {
    // Sendable because the value is only used as the content of a Mutex, whose lock protects it.
    var value: Value
    init(_ value: Value) { self.value = value }
}
