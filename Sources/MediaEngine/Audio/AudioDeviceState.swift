/// The playback state of the audio device, with the serial of the audio that it refers to.
struct AudioDeviceState: Sendable {
    var serial: Int
    /// The media time that is audible now and its rate; nil before the first sample is played.
    var audible: (time: Nanoseconds, rate: Double)?
    /// Whether the last sample of this serial has been played.
    var isFinished = false
    /// Whether all decoded samples have been passed to the device.
    var isPassedToDevice = false
    /// The duration that the device still has to play, in seconds.
    var secondsLeft = 0.0
    /// Whether the ring buffer is empty.
    var isQueueEmpty = false
}
