/// The letters that the keyboard on the screen types in upper case.
public enum UITextAutocapitalizationType: Int, Sendable {
    case none = 0
    case words, sentences, allCharacters
}

/// Whether the keyboard on the screen corrects words.
public enum UITextAutocorrectionType: Int, Sendable {
    case `default` = 0
    case no, yes
}

/// Whether the spelling is checked.
public enum UITextSpellCheckingType: Int, Sendable {
    case `default` = 0
    case no, yes
}
