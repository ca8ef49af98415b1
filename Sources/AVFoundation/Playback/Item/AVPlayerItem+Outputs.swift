/// Outputs of what an item plays.
extension AVPlayerItem {
    public nonisolated var outputs: [AVPlayerItemOutput] { core.read { $0.outputs } }

    /// - Parameter output: must not be in an item.
    public nonisolated func add(_ output: AVPlayerItemOutput) {
        // The misuse that Apple answers with an exception.
        precondition(output.item == nil, "An AVPlayerItemOutput can be in one AVPlayerItem only.")
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
