extension AVPlayerItem {
    /// The styles of captions that have none of their own; later rules win. They apply to the presentation and to legible outputs.
    public nonisolated var textStyleRules: [AVTextStyleRule]? {
        get { core.read { $0.timed.styleRules } }
        set { core.setTextStyleRules(newValue) }
    }
}

extension ItemCore {
    func setTextStyleRules(_ rules: [AVTextStyleRule]?) {
        let outputs = adjust { state in
            state.timed.styleRules = rules
            return state.outputs
        }
        // The captions that are displayed are delivered again.
        for output in outputs { (output as? AVPlayerItemLegibleOutput)?.deliverAgain() }
        followCaptions()
    }
}
