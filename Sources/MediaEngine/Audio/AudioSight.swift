/// What the audio device has played, with the serial of the audio that it speaks of.
struct AudioSight: Sendable {
    var serial: Int
    /// The media that is heard now and how fast it goes by; nil before the first sample is heard.
    var heard: (time: Nanoseconds, rate: Double)?
    /// Whether the last sample of this serial has been heard.
    var isFinished = false
    /// Whether everything decoded has been given to the device.
    var isHandedOver = false
    /// Media time that the device still has to play, in seconds.
    var secondsLeft = 0.0
    /// Whether the queue before the device is empty.
    var isQueueEmpty = false
}
