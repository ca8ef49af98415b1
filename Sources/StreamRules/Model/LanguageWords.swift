/// Counts the frequent words of languages in text, to tell which language it is in.
package enum LanguageWords {
    /// Words that are frequent in one of these languages, and are no words of the others.
    private static let lists: [String: String] = [
        "en": "the and you that this is was are have with not what for be my your we they he she it's i'm don't of to",
        "fr": "le les des est une dans que qui pas vous nous je c'est pour avec sur mais il elle ce cette avons où",
        "de": "der die das und ich nicht ist sie wir ein eine mit den dem auf für zu wo hast wie aber auch von",
        "es": "el los las una que por para con pero está muy yo usted qué como cuando donde porque del y es",
        "it": "il gli una che non per con sono della questo ma è cosa io lei noi anche perché di dove",
        "pt": "os uma que não para com mas você está muito eu isso como quando onde porque do da em é",
        "nl": "het een en niet ik je dat van is op te met voor maar wij zijn waar wat heb naar",
    ]

    /// The language of a word that no other list has.
    private static let languages: [String: String] = {
        var result: [String: [String]] = [:]
        for (language, words) in lists {
            for word in words.split(separator: " ") { result[String(word), default: []].append(language) }
        }
        return result.filter { $0.value.count == 1 && lists[$0.key] == nil }.compactMapValues(\.first)
    }()

    /// Returns the language that a word is frequent in; nil for words of several languages, and for codes of languages.
    package static func language(of word: String) -> String? { languages[word] }

    /// Adds the frequent words of a text to their counts; "" is the count of all words.
    package static func count(_ text: String, into counts: inout [String: Int]) {
        var isTag = false
        var word = ""
        func end() {
            defer { word = "" }
            guard word.contains(where: \.isLetter) else { return }
            counts["", default: 0] += 1
            if languages[word] != nil { counts[word, default: 0] += 1 }
        }
        for character in text.lowercased() {
            if character == "<" { isTag = true }
            if isTag {
                if character == ">" { isTag = false }
                continue
            }
            if character.isLetter || character == "'" || character == "’" {
                word.append(character == "’" ? "'" : character)
            } else {
                end()
            }
        }
        end()
    }
}
