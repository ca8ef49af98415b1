import GRDB
import Logging
import NIOCore
import NIOEmbedded
import OpenCombine

/// Which modules with Apple's names this target sees, which depends on none of them.
public var visibleModules: [String] {
    var names: [String] = []
    #if canImport(Combine)
        names.append("Combine")
    #endif
    #if canImport(os)
        names.append("os")
    #endif
    #if canImport(OSLog)
        names.append("OSLog")
    #endif
    #if canImport(Network)
        names.append("Network")
    #endif
    #if canImport(SystemConfiguration)
        names.append("SystemConfiguration")
    #endif
    #if canImport(UniformTypeIdentifiers)
        names.append("UniformTypeIdentifiers")
    #endif
    return names
}

/// Counts rows with GRDB.
public func countRows(_ titles: [String]) throws -> Int {
    let queue = try DatabaseQueue()
    return try queue.write { database in
        try database.create(table: "film") { $0.column("title", .text) }
        for title in titles { try database.execute(sql: "INSERT INTO film VALUES (?)", arguments: [title]) }
        return try Int.fetchOne(database, sql: "SELECT COUNT(*) FROM film") ?? 0
    }
}

/// Reads back what SwiftNIO wrote.
public func throughChannel(_ text: String) throws -> String? {
    let channel = EmbeddedChannel()
    try channel.writeInbound(channel.allocator.buffer(string: text))
    let buffer: ByteBuffer? = try channel.readInbound()
    return buffer.map { String(buffer: $0) }
}

/// The label of a logger of swift-log.
public func label() -> String { Logging.Logger(label: "beside").label }

/// What OpenCombine's own Foundation-free operators give.
public func doubled(_ numbers: [Int]) -> [Int] {
    var result: [Int] = []
    _ = numbers.publisher.map { $0 * 2 }.sink { result.append($0) }
    return result
}
