#if !Combine
    // Without the trait the module is empty. These names turn 'cannot find type' into a sentence that says what to do.

    /// Available with the package trait `Combine`.
    @available(
        *, unavailable, message: "enable the trait: .package(url: …, traits: [\"Combine\"]) for the package OpenAVKit"
    )
    public final class AnyCancellable {}

    /// Available with the package trait `Combine`.
    @available(
        *, unavailable, message: "enable the trait: .package(url: …, traits: [\"Combine\"]) for the package OpenAVKit"
    )
    public struct AnyPublisher<Output, Failure: Error> {}

    /// Available with the package trait `Combine`.
    @available(
        *, unavailable, message: "enable the trait: .package(url: …, traits: [\"Combine\"]) for the package OpenAVKit"
    )
    public final class PassthroughSubject<Output, Failure: Error> {}

    /// Available with the package trait `Combine`.
    @available(
        *, unavailable, message: "enable the trait: .package(url: …, traits: [\"Combine\"]) for the package OpenAVKit"
    )
    public final class CurrentValueSubject<Output, Failure: Error> {}

    /// Available with the package trait `Combine`.
    @available(
        *, unavailable, message: "enable the trait: .package(url: …, traits: [\"Combine\"]) for the package OpenAVKit"
    )
    public protocol ObservableObject: AnyObject {}

    /// Available with the package trait `Combine`.
    @available(
        *, unavailable, message: "enable the trait: .package(url: …, traits: [\"Combine\"]) for the package OpenAVKit"
    )
    @propertyWrapper
    public struct Published<Value> {
        public var wrappedValue: Value
        public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
    }
#endif
