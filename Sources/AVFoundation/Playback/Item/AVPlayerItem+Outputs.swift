/// The outputs of an item.
extension AVPlayerItem {
    public nonisolated var outputs: [AVPlayerItemOutput] { core.read { $0.outputs } }

    /// - Parameter output: must not belong to an item.
    public nonisolated func add(_ output: AVPlayerItemOutput) {
        // Apple raises an exception for this misuse.
        precondition(output.item == nil, "An AVPlayerItemOutput can belong to one AVPlayerItem only.")
        core.adjust { $0.outputs.append(output) }
        output.attach(to: core)
    }

    public nonisolated func remove(_ output: AVPlayerItemOutput) {
        let removed = core.adjust { state in
            let count = state.outputs.count
            state.outputs.removeAll { $0 === output }
            return state.outputs.count != count
        }
        guard removed else { return }
        output.attach(to: nil)
        core.followCaptions()
        core.followMetadata()
    }
}
