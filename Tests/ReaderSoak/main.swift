import CatalogTestSupport
import Foundation

// Compares the readings of mutated feeds with and without the item scanner: see script/soak readers.

let arguments = CommandLine.arguments.dropFirst()
guard let count = arguments.first.flatMap({ Int($0) }), arguments.count < 3 else {
    FileHandle.standardError.write(Data("usage: reader-soak COUNT [SEED]\n".utf8))
    exit(2)
}
let seed = arguments.dropFirst().first.flatMap { UInt64($0) } ?? UInt64.random(in: 1...UInt64.max / 2)
print("\(count) documents from seed \(seed) on")
let result = ReaderComparison.compare(from: seed, count: count) { number in
    if number % 10_000 == 0 { print("\(number) documents, none read differently") }
}
if let difference = result.difference {
    print(difference)
    exit(1)
}
print("\(count) documents, \(result.scannedItems) items read by the item scanner, none read differently")
