/// A connection that follows an audio server and gives it commands.
///
/// Any thread may call it. While the server is absent, commands have no effect and the connection is retried.
package protocol AudioServerLink: AnyObject, Sendable {
    /// The last reported state; nil while the server is not connected.
    var state: AudioServerState? { get }

    /// Starts to connect and returns at once; a second call has no effect.
    /// - Parameter handler: receives each new state, in order and on one queue; nil: the server is gone.
    func start(_ handler: @escaping @Sendable (AudioServerState?) -> Void)
    /// Waits until the first state is known, or the server is known to be absent.
    func waitUntilSettled(seconds: Double)

    /// Publishes the audio session of this process to the others; repeated after each connection.
    func publish(_ session: SessionMark)
    /// Moves streams to another output, without a gap in their media.
    func move(streams: [UInt32], to sink: UInt32)
    func setVolume(_ volume: Float, of stream: UInt32)
    /// Sets the volume of an output for all programs.
    func setVolume(_ volume: Float, ofSink sink: AudioSink)
    /// Waits until the server has received all commands.
    func flush(seconds: Double)
}

extension AudioServerLink {
    package func setVolume(_ volume: Float, ofSink sink: AudioSink) {}
}
