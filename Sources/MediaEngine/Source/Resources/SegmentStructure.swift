/// Parses the container structure of an unencrypted segment as its bytes arrive, to determine where the segment ends.
struct SegmentStructure: Sendable {
    private static let transportPacketBytes = 188
    private static let transportSync: UInt8 = 0x47
    /// The maximum size of boxes that are stored.
    private static let maximumKeptBytes = 1 << 20

    private enum Container {
        case boxes(BoxState)
        case packets(hasLostSync: Bool)
    }

    private struct BoxState {
        /// The header of the current box; empty while its content is skipped.
        var header: [UInt8] = []
        /// The number of content bytes that have not arrived; nil: the box extends to the end of the file.
        var left: Int? = 0
        var isInside = false
        /// Whether a box has an invalid length, so that the boxes after it cannot be located.
        var isBroken = false
        var hasMedia = false
        var isOfSegments = false
        var isFirst = true
        /// The bytes of the current box, if it is stored.
        var kept: [UInt8]?
    }

    private var container: Container?
    private(set) var count = 0
    /// The event message boxes (`emsg`), concatenated.
    private(set) var messages: [UInt8] = []
    /// The first `moof` box, once it is complete.
    private(set) var firstDescription: [UInt8]?

    init() {}

    init(_ bytes: ArraySlice<UInt8>) {
        bytes.withUnsafeBytes { append($0) }
    }

    enum Ending {
        /// The bytes end with a complete box or packet; if not exact, fewer bytes than a box header follow.
        case whole(isExact: Bool)
        case cut
        /// Packets do not start with a sync byte at the expected offsets.
        case lostSync
    }

    /// The state of the segment if no more bytes arrive.
    var ending: Ending {
        switch container {
        case nil: return .cut
        case .packets(let hasLostSync):
            if count % Self.transportPacketBytes != 0 { return .cut }
            return hasLostSync ? .lostSync : .whole(isExact: true)
        case .boxes(let state):
            let isOpen = state.isInside && state.left != nil || state.isBroken || state.header.count >= 8
            return state.hasMedia && !isOpen ? .whole(isExact: state.header.isEmpty && state.isOfSegments) : .cut
        }
    }

    /// Whether the container ends exactly with the bytes.
    var isAtEnd: Bool { if case .whole(isExact: true) = ending { true } else { false } }

    /// Whether the bytes received so far contain an error.
    var isBroken: Bool {
        switch container {
        case nil: false
        case .packets(let hasLostSync): hasLostSync
        case .boxes(let state): state.isBroken
        }
    }

    mutating func append(_ bytes: UnsafeRawBufferPointer) {
        guard let first = bytes.first else { return }
        switch container ?? (first == Self.transportSync ? .packets(hasLostSync: false) : .boxes(BoxState())) {
        case .packets(let hasLostSync):
            let start = (Self.transportPacketBytes - count % Self.transportPacketBytes) % Self.transportPacketBytes
            let isSound = stride(from: start, to: bytes.count, by: Self.transportPacketBytes).allSatisfy {
                bytes[$0] == Self.transportSync
            }
            container = .packets(hasLostSync: hasLostSync || !isSound)
        case .boxes(var state):
            container = nil
            append(bytes, to: &state)
            container = .boxes(state)
        }
        count += bytes.count
    }

    private mutating func append(_ bytes: UnsafeRawBufferPointer, to state: inout BoxState) {
        var rest = bytes[...]
        while !rest.isEmpty, !state.isBroken {
            guard state.isInside else {
                state.header.append(rest.removeFirst())
                begin(&state)
                continue
            }
            let taken = rest.prefix(state.left ?? rest.count)
            state.kept?.append(contentsOf: taken)
            rest = rest.dropFirst(taken.count)
            guard let left = state.left else { continue }
            state.left = left - taken.count
            if left == taken.count { end(&state) }
        }
    }

    /// Enters the content of a box once its header is complete.
    private mutating func begin(_ state: inout BoxState) {
        let header = state.header
        guard header.count >= 8, let size = header.number(at: 0, count: 4, before: 8) else { return }
        if size == 1, header.count < 16 { return }
        let length = size == 1 ? header.number(at: 8, count: 8, before: 16) : size
        guard let length, length == 0 || length >= header.count else {
            state.isBroken = true
            return
        }
        let type = String(decoding: header[4..<8], as: Unicode.ASCII.self)
        if state.isFirst { state.isOfSegments = BoxReader.isFragmented(header) }
        state.isFirst = false
        if type == "mdat" { state.hasMedia = true }
        let isKept = type == "emsg" || type == "moof" && firstDescription == nil
        state.kept = isKept && length > 0 && length <= Self.maximumKeptBytes ? header : nil
        state.header = []
        state.isInside = true
        state.left = length == 0 ? nil : length - header.count
        if state.left == 0 { end(&state) }
    }

    private mutating func end(_ state: inout BoxState) {
        state.isInside = false
        guard let kept = state.kept else { return }
        state.kept = nil
        if kept[4..<8].elementsEqual("moof".utf8) {
            firstDescription = kept
        } else if messages.count + kept.count <= Self.maximumKeptBytes {
            messages += kept
        }
    }
}
