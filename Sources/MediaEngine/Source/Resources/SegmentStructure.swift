/// What the container of an unencrypted segment says about where the segment ends, found while its bytes arrive in order.
struct SegmentStructure: Sendable {
    private static let transportPacketBytes = 188
    private static let transportSync: UInt8 = 0x47
    /// Boxes beside the samples that are kept are no longer than this.
    private static let maximumKeptBytes = 1 << 20

    private enum Container {
        case boxes(BoxState)
        case packets(isSpoilt: Bool)
    }

    private struct BoxState {
        /// Of the box under way; empty while its content is passed.
        var header: [UInt8] = []
        /// Bytes of its content that have not come; nil: it goes on to the end.
        var left: Int? = 0
        var isInside = false
        /// A length that there cannot be: nothing behind it can be found.
        var isBroken = false
        var hasMedia = false
        var isOfSegments = false
        var isFirst = true
        /// The box under way, where it is kept.
        var kept: [UInt8]?
    }

    private var container: Container?
    private(set) var count = 0
    /// Messages for the client, as boxes one behind the other.
    private(set) var messages: [UInt8] = []
    /// The first box that describes samples, once it is whole.
    private(set) var firstDescription: [UInt8]?

    init() {}

    init(_ bytes: ArraySlice<UInt8>) {
        bytes.withUnsafeBytes { append($0) }
    }

    enum Ending {
        /// The container ends with the bytes, or with fewer than a box's header behind it.
        case whole(isExact: Bool)
        case cut
        /// Packets do not begin where they should.
        case spoilt
    }

    /// What it means if no more bytes come.
    var ending: Ending {
        switch container {
        case nil: return .cut
        case .packets(let isSpoilt):
            if count % Self.transportPacketBytes != 0 { return .cut }
            return isSpoilt ? .spoilt : .whole(isExact: true)
        case .boxes(let state):
            let isOpen = state.isInside && state.left != nil || state.isBroken || state.header.count >= 8
            return state.hasMedia && !isOpen ? .whole(isExact: state.header.isEmpty && state.isOfSegments) : .cut
        }
    }

    /// Whether the container ends exactly with the bytes.
    var isAtEnd: Bool { if case .whole(isExact: true) = ending { true } else { false } }

    /// Whether something is wrong with the bytes so far, whatever follows.
    var isBroken: Bool {
        switch container {
        case nil: false
        case .packets(let isSpoilt): isSpoilt
        case .boxes(let state): state.isBroken
        }
    }

    mutating func append(_ bytes: UnsafeRawBufferPointer) {
        guard let first = bytes.first else { return }
        switch container ?? (first == Self.transportSync ? .packets(isSpoilt: false) : .boxes(BoxState())) {
        case .packets(let isSpoilt):
            let start = (Self.transportPacketBytes - count % Self.transportPacketBytes) % Self.transportPacketBytes
            let isSound = stride(from: start, to: bytes.count, by: Self.transportPacketBytes).allSatisfy {
                bytes[$0] == Self.transportSync
            }
            container = .packets(isSpoilt: isSpoilt || !isSound)
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

    /// Enters the content of a box once its header is here.
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
