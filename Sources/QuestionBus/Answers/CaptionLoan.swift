import DBus

/// Captions that are shown only until playback is back at the place where the viewer asked.
struct CaptionLoan: Sendable {
    let remote: PlayerRemote
    let option: PublishedPlayer.Language
    /// Seconds that playback went back.
    let interval: Double
    var pollInterval = Duration.milliseconds(500)

    /// A viewer who pauses meanwhile gets the captions back off after this time at the latest.
    private static let maximumWait = Duration.seconds(600)
    /// Playback this far before the repeated interval, in seconds, was sought there by the viewer.
    private static let margin = 5.0

    /// Waits for the end of the repeated interval, then switches the captions off, unless the viewer has selected others.
    func finish() async {
        let start = remote.player.position
        let end = ContinuousClock.now + Self.maximumWait
        var elapsed = 0.0
        // A player may report the seek as done before its position has changed.
        var hasGoneBack = false
        while !Task.isCancelled, ContinuousClock.now < end {
            guard let now = try? await remote.directory.player(remote.player.name) else {
                // The asker leaves during the call, or the player has left.
                if Task.isCancelled { break }
                return
            }
            if now.trackIdentifier != remote.player.trackIdentifier { break }
            if let start, let position = now.position {
                if position < start - interval - Self.margin || hasGoneBack && position >= start { break }
                hasGoneBack = hasGoneBack || position < start
            }
            // Without a position, the interval is played in real time.
            if !hasGoneBack, elapsed >= interval + (start == nil ? 0 : Self.margin) { break }
            elapsed += pollInterval / .seconds(1)
            try? await Task.sleep(for: pollInterval)
        }
        // Runs also in a cancelled task, whose own calls would fail at once.
        await Task.detached { [self] in
            guard let now = try? await remote.directory.player(remote.player.name) else { return }
            let isSelected = now.selectedLanguages?.contains { $0.kind == option.kind && $0.tag == option.tag }
            if isSelected == false { return }
            _ = await PlayerRemote(directory: remote.directory, player: now).disable(option)
        }.value
    }
}
