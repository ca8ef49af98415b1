/// What a text input does with a key that is pressed while it is edited.
enum TextKeyUse {
    /// The key edits the text, or types a character that arrives as text: no other responder receives it.
    case taken
    /// The key may be a key command; if not, it is taken.
    case takenUnlessCommand
    /// The key is none of the text input's.
    case passed
}
