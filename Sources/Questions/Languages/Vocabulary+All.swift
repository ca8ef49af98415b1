extension Vocabulary {
    /// The tables of all languages. The first is used where an asker's language has none.
    static let all: [Vocabulary] = [.english, .german, .french, .spanish, .japanese, .arabic]
}
