import Foundation

/// First things first: until a viewer has the first picture, nothing is read or decoded that it does not need.
///
/// On two cores the decoder's threads, the reader and the window's thread would otherwise share the time in which the window draws
/// for the first time, and the picture comes tens of milliseconds later.
extension SessionCore {
    /// Read ahead of a picture decoder that has not given its first picture.
    private static let startingPackets = 24
    /// How long a viewer may take to draw the first picture before decoding goes on without.
    private static let drawingPatience: Nanoseconds = 60 * .millisecond

    /// Whether somebody waits to see the first picture. `gate` is held.
    var isStarting: Bool { !isStartOver && videoTrack != nil && video.hasViewers }

    /// Whether the reader should leave the processor to others. Never while the decoder has nothing to do. `gate` is held.
    var isReaderHeldBack: Bool {
        guard isStarting, request == nil, !awaitsSound, let index = videoTrack?.index, !cache[index].isDry else {
            return false
        }
        return hasFirstPicture || cache[index].end - cache[index].cursor >= Self.startingPackets
    }

    /// The first picture has been handed to the viewers. `gate` is held.
    func waitForViewer() {
        guard isStarting else {
            isStartOver = true
            return
        }
        video.setFirstDrawHandler { [weak self] in self?.endStart() }
        DispatchQueue.global().asyncAfter(deadline: .now() + .nanoseconds(Int(Self.drawingPatience))) { [weak self] in
            self?.endStart()
        }
    }

    private func endStart() {
        gate.withLock {
            guard !isStartOver else { return }
            isStartOver = true
            gate.broadcast()
        }
        video.setFirstDrawHandler(nil)
    }
}
