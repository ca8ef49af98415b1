import Foundation

/// The delegate of a search bar's field, which passes its calls on to the delegate of the bar.
final class SearchFieldDelegate: NSObject, UITextFieldDelegate {
    private weak var bar: UISearchBar?

    init(_ bar: UISearchBar) { self.bar = bar }

    private func ask(_ question: (UISearchBar, any UISearchBarDelegate) -> Bool) -> Bool {
        guard let bar, let delegate = bar.delegate else { return true }
        return question(bar, delegate)
    }

    private func tell(_ message: (UISearchBar, any UISearchBarDelegate) -> Void) {
        if let bar, let delegate = bar.delegate { message(bar, delegate) }
    }

    func textFieldShouldBeginEditing(_ textField: UITextField) -> Bool {
        ask { $1.searchBarShouldBeginEditing($0) }
    }

    func textFieldDidBeginEditing(_ textField: UITextField) { tell { $1.searchBarTextDidBeginEditing($0) } }

    func textFieldShouldEndEditing(_ textField: UITextField) -> Bool { ask { $1.searchBarShouldEndEditing($0) } }

    func textFieldDidEndEditing(_ textField: UITextField) { tell { $1.searchBarTextDidEndEditing($0) } }

    func textField(
        _ textField: UITextField, shouldChangeCharactersIn range: NSRange, replacementString string: String
    ) -> Bool {
        ask { $1.searchBar($0, shouldChangeTextIn: range, replacementText: string) }
    }

    func textFieldShouldReturn(_ textField: UITextField) -> Bool {
        tell { $1.searchBarSearchButtonClicked($0) }
        return true
    }
}
