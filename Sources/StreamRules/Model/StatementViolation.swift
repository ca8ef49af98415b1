/// A statement of a specification that a file violates, found where the file was read.
package struct StatementViolation: Sendable, Hashable, Codable {
    package var statement: Statement
    /// What was found.
    package var message: String

    package init(_ statement: Statement, _ message: String) {
        self.statement = statement
        self.message = message
    }
}

/// The statements of specifications that are checked while files are read.
package enum Statement: String, Sendable, Hashable, Codable, CaseIterable {
    // Initialization sections.
    case initializationSamples, initializationConfiguration, parameterSets, unitLength, trackSize
    case protectionBoxes, clearEntry, dolbyConfiguration, jointObjects, soundConfiguration
    case fileType, movieExtends, colorDescription, editList, trackHandler, timescale, repeatedTrack, frameSize,
        disabledTrack
    // Fragments.
    case movieInSegment, dataOffset, segmentIndex, eventMessage, sampleProtection, blankSamples, unusedBytes
    // Transport streams.
    case clockInterval, clockOrder, clockPacket, absentStream, repeatedStream, discontinuityMark, accessUnits
    case missingTimes, clearStreamType, packetParameterSets, nullPackets
    // PES packets and their audio frames.
    case packetStart, packetLength, streamIdentifier, decodeAfterPresentation, streamType, audioFrames
    // Packed audio.
    case audioGap
    // Resources beside media.
    case chapters, steeringReload, steeringClone, steeringCloneMissing, interstitialAsset
}
