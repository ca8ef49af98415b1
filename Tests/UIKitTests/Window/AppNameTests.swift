import AppIdentity
import Foundation
import Testing

@testable import UIKit

struct AppNameTests {
    @Test("a window is named after the Info.plist: its display name, else its name; without one after the program")
    func name_sources_haveAnOrder() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("name-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        func name(_ information: [String: String]?) throws -> String {
            let list = folder.appendingPathComponent("Info.plist")
            if let information {
                try PropertyListSerialization.data(fromPropertyList: information, format: .xml, options: 0)
                    .write(to: list)
            }
            let app = AppIdentity(environment: [:], executable: folder.appendingPathComponent("App"))
            return AppName.name(of: app, program: "App")
        }
        #expect(try name(nil) == "App")
        #expect(try name(["CFBundleName": "Short"]) == "Short")
        #expect(try name(["CFBundleName": "Short", "CFBundleDisplayName": "Northlight"]) == "Northlight")
        #expect(try name(["CFBundleDisplayName": "", "CFBundleName": "Short"]) == "Short")
    }
}
