import AppIdentity
import Foundation

/// The name of the app for the viewer.
enum AppName {
    /// The name of this process's app.
    static let current = name(of: .current)

    /// Returns `CFBundleDisplayName` or `CFBundleName` of the Info.plist, else the program's name.
    static func name(of app: AppIdentity, program: String = ProcessInfo.processInfo.processName) -> String {
        ["CFBundleDisplayName", "CFBundleName"].lazy.compactMap { app[$0]?.string }.first { !$0.isEmpty } ?? program
    }
}
