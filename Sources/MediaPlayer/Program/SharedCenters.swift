extension MPNowPlayingInfoCenter {
    /// The centre of the app.
    public class func `default`() -> MPNowPlayingInfoCenter { NowPlayingProgram.shared.infoCenter }
}

extension MPRemoteCommandCenter {
    /// The centre of the app.
    public class func shared() -> MPRemoteCommandCenter { NowPlayingProgram.shared.commandCenter }
}
