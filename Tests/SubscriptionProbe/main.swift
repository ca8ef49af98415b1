import Foundation
import VideoSubscriberAccount

// An app that registers subscriptions. It reads commands from standard input, answers each with a line, and ends with the input:
//   register LEVEL TIERS BILLING SECONDS   LEVEL paid or free; TIERS separated by commas, or -; BILLING or -; SECONDS from now, or -
//   remove                                 the user has signed out
//   account LEVEL TIERS                    the newer API
//   loop                                   registers the tiers 1, 2, 3 … for ever, and prints each number after its registration

func answer(_ text: String) {
    FileHandle.standardOutput.write(Data((text + "\n").utf8))
}

func subscription(_ words: [Substring]) -> VSSubscription {
    let subscription = VSSubscription()
    subscription.accessLevel = words[1] == "paid" ? .paid : .freeWithAccount
    if words[2] != "-" { subscription.tierIdentifiers = words[2].split(separator: ",").map(String.init) }
    if words[3] != "-" { subscription.billingIdentifier = String(words[3]) }
    if let seconds = Double(words[4]) { subscription.expirationDate = Date(timeIntervalSinceNow: seconds) }
    return subscription
}

let center = VSSubscriptionRegistrationCenter.default()
while let line = readLine() {
    let words = line.split(separator: " ")
    switch words.first {
    case "register" where words.count == 5: center.setCurrentSubscription(subscription(words))
    case "remove": center.setCurrentSubscription(nil)
    case "account" where words.count == 3:
        var account = VSUserAccount(accountType: words[1] == "paid" ? .paid : .free, updateURL: nil)
        account.tierIdentifiers = words[2].split(separator: ",").map(String.init)
        do { try await VSUserAccountManager.shared.update(account) } catch { answer("\(error.localizedDescription)") }
    case "loop":
        for number in 1... {
            let subscription = VSSubscription()
            subscription.accessLevel = .paid
            subscription.tierIdentifiers = [String(number)]
            center.setCurrentSubscription(subscription)
            answer(String(number))
        }
    default: answer("unknown command")
    }
    answer("done")
}
