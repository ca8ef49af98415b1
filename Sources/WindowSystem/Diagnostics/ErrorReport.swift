import Foundation

/// Writes a line to standard error, for errors that no caller receives.
func reportError(_ message: String) { FileHandle.standardError.write(Data((message + "\n").utf8)) }
