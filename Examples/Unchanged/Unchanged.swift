// The sources of this program lie in Originals/, as they were written for iOS and tvOS. The build plugin of Tools/Port converts them. SwiftPM
// asks for one file beside them.
