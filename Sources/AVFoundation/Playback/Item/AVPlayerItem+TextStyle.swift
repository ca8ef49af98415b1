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
