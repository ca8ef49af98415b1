/// The keys of the keyboard on the screen that suit a text.
public enum UIKeyboardType: Int, Sendable {
    case `default` = 0
    case asciiCapable, numbersAndPunctuation, URL, numberPad, phonePad, namePhonePad, emailAddress, decimalPad, twitter
    case webSearch, asciiCapableNumberPad

    public static let alphabet = UIKeyboardType.asciiCapable
}

/// The colors of the keyboard on the screen.
public enum UIKeyboardAppearance: Int, Sendable {
    case `default` = 0
    case dark, light

    public static let alert = UIKeyboardAppearance.dark
}

/// The title of the Return key on the screen.
public enum UIReturnKeyType: Int, Sendable {
    case `default` = 0
    case go, google, join, next, route, search, send, yahoo, done, emergencyCall, `continue`
}
