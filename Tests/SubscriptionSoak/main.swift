import AppIdentity
import Foundation
import SubscriptionRegistry

// Mutates stored subscriptions and files of capabilities and reads them: see script/soak subscriptions. A crash, or a file that takes longer
// than a second, is a failure.

let arguments = CommandLine.arguments.dropFirst()
guard let seconds = arguments.first.flatMap({ Double($0) }), arguments.count < 3 else {
    FileHandle.standardError.write(Data("usage: subscription-soak SECONDS [SEED]\n".utf8))
    exit(2)
}

/// Prints without a buffer, whose content a crash would lose.
func say(_ text: String) { FileHandle.standardOutput.write(Data((text + "\n").utf8)) }

/// A generator whose numbers follow from its seed.
struct Seeded: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}

let list = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0"><dict><key>org.openavkit.subscription-registration</key><true/><!-- c --><key>a</key>
    <array><integer>0x1F</integer><real>1.5</real><date>2026-12-24T18:00:00Z</date><data>AQID</data></array>
    <key>s</key><string>a&amp;&#x41;<![CDATA[<]]></string><key>d</key><dict><key>k</key><false/></dict></dict></plist>
    """
let fragments = [
    "<dict>", "</dict>", "<array>", "</array>", "<key>", "</key>", "<string>", "<![CDATA[", "]]>", "<!--", "-->", "&#",
    ";",
    "&#x10FFFF;", "<!DOCTYPE", "[", "<?", "<plist>", "\u{0}", "\"", "9223372036854775808", "1e999",
    "openavkit-subscription",
    "{", "}", "\"tiers\":[", "\"expiration\":1e308", "null", "-1", "18446744073709551615", " 1 ", "\n",
].map { Array($0.utf8) }

func mutated(_ bytes: [UInt8], _ generator: inout Seeded) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...6, using: &generator) {
        let place = Int.random(in: 0...bytes.count, using: &generator)
        let length = min(Int.random(in: 0...12, using: &generator), bytes.count - place)
        switch Int.random(in: 0..<6, using: &generator) {
        case 0: bytes.removeSubrange(place..<(place + length))
        case 1: bytes.removeSubrange(place...)
        case 2: bytes.insert(contentsOf: fragments.randomElement(using: &generator) ?? [], at: place)
        case 3 where place < bytes.count: bytes[place] = UInt8.random(in: 0...255, using: &generator)
        case 4:
            let piece = Array(bytes[place..<(place + length)])
            for _ in 0..<Int.random(in: 1...60, using: &generator) { bytes.insert(contentsOf: piece, at: place) }
        default: if place < bytes.count { bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator) }
        }
        if bytes.isEmpty { bytes = [0] }
    }
    return bytes
}

var content = SubscriptionContent(application: "com.example.soak")
content.generation = 3
content.registration = Registration(
    access: .paid, tiers: ["Sports", "Movies"],
    billing: BillingHash(hash: String(repeating: "ab", count: 32), salt: String(repeating: "cd", count: 16)),
    expiration: Date(timeIntervalSince1970: 1_900_000_000))
let file = Array(try SubscriptionFile.encode(content))
let body = Array(file[(file.firstIndex(of: 10)! + 1)...])

var seed = arguments.dropFirst().first.flatMap { UInt64($0) } ?? UInt64.random(in: 1...UInt64.max / 2)
let clock = ContinuousClock()
let end = clock.now + .seconds(seconds)
var counts = (files: 0, subscriptions: 0, lists: 0)
repeat {
    if counts.files.isMultiple(of: 50_000) { say("seed \(seed), \(counts.files) files") }
    var generator = Seeded(state: seed)
    let start = clock.now
    if let value = try? PropertyListParser.parse(Data(mutated(Array(list.utf8), &generator))) {
        counts.lists += 1
        _ = value["org.openavkit.subscription-registration"]?.boolean
    }
    // Half of the mutations have a valid first line, so that the content is decoded.
    let bytes =
        seed.isMultiple(of: 2)
        ? mutated(file, &generator) : Array(SubscriptionFile.framed(Data(mutated(body, &generator))))
    if let read = try? SubscriptionFile.decode(Data(bytes)) {
        counts.subscriptions += 1
        var machine = SubscriptionMachine()
        _ = machine.register(read.registration, now: Date(timeIntervalSince1970: 1_800_000_000))
        _ = try SubscriptionFile.encode(read)
    }
    if clock.now - start > .seconds(1) {
        say("seed \(seed) took \(clock.now - start)")
        exit(1)
    }
    counts.files += 1
    seed += 1
} while clock.now < end
say(
    "\(counts.files) files, of which \(counts.subscriptions) subscriptions and \(counts.lists) lists were valid; no crash"
)
