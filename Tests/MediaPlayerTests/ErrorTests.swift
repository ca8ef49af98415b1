import Foundation
import Testing

@testable import MediaPlayer

struct ErrorTests {
    @Test("an MPError is caught as NSError with its sentence, and an NSError of its domain casts to MPError")
    func casts() {
        do {
            throw MPError(.notFound)
        } catch let error as NSError where error.domain == MPErrorDomain {
            #expect(error.code == 4 && error.localizedDescription == "The item was not found.")
        } catch {
            Issue.record("\(error)")
        }
        let errors: [any Error] = [NSError(domain: MPErrorDomain, code: 6), NSError(domain: MPErrorDomain, code: 99)]
        #expect(errors.map { ($0 as? MPError)?.code } == [.cancelled, .unknown])
    }
}
