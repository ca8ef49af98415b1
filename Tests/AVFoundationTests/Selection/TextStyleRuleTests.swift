import CoreMedia
import Foundation
import MediaTesting
import Synchronization
import Testing

@testable import AVFoundation

struct TextStyleRuleTests {
    private static let red = [1.0, 1.0, 0, 0]
    private static let blue = [1.0, 0, 0, 1.0]

    @Test("a rule has known attributes of the right types only, and survives as a property list")
    func rule_isChecked() throws {
        let attributes: [String: Any] = [
            kCMTextMarkupAttribute_ForegroundColorARGB: Self.red, kCMTextMarkupAttribute_BoldStyle: true,
            kCMTextMarkupAttribute_RelativeFontSize: 150.0, kCMTextMarkupAttribute_FontFamilyName: "Serif",
        ]
        let rule = try #require(AVTextStyleRule(textMarkupAttributes: attributes))
        let list = AVTextStyleRule.propertyList(for: [rule])
        let read = try #require(AVTextStyleRule.textStyleRules(fromPropertyList: list)?.first)
        #expect(NSDictionary(dictionary: read.textMarkupAttributes) == NSDictionary(dictionary: attributes))
        #expect(AVTextStyleRule.textStyleRules(fromPropertyList: ["x"]) == nil)
        #expect(AVTextStyleRule(textMarkupAttributes: ["unknown": true]) == nil)
        #expect(AVTextStyleRule(textMarkupAttributes: [kCMTextMarkupAttribute_BoldStyle: "yes"]) == nil)
        #expect(AVTextStyleRule(textMarkupAttributes: [kCMTextMarkupAttribute_ForegroundColorARGB: [1.0]]) == nil)
    }

    @Test("a rule takes integers as numbers, and has the base size and the edges of characters")
    func rule_takesIntegers() throws {
        let size = kCMTextMarkupAttribute_BaseFontSizePercentageRelativeToVideoHeight
        let color = kCMTextMarkupAttribute_ForegroundColorARGB
        let edge = kCMTextMarkupAttribute_CharacterEdgeStyle
        let rule = try #require(
            AVTextStyleRule(textMarkupAttributes: [
                size: 8, color: [1, 1, 0, 0], edge: kCMTextMarkupCharacterEdgeStyle_Uniform,
            ]))
        #expect(rule.textMarkupAttributes[size] as? Double == 8)
        #expect(rule.textMarkupAttributes[color] as? [Double] == Self.red)
        #expect(rule.textMarkupAttributes[edge] as? String == kCMTextMarkupCharacterEdgeStyle_Uniform)
        #expect(AVTextStyleRule(textMarkupAttributes: [size: true]) == nil)
        #expect(AVTextStyleRule(textMarkupAttributes: [color: ["a", "b", "c", "d"]]) == nil)
    }

    @Test("rules style text that has no style of its own; of several rules the last one wins")
    func rules_applyBelowSource() throws {
        let color = NSAttributedString.Key(kCMTextMarkupAttribute_ForegroundColorARGB)
        let text = NSMutableAttributedString(string: "plain ")
        text.append(NSAttributedString(string: "red", attributes: [color: Self.red]))
        let rules = try [Self.red, Self.blue].map {
            try #require(AVTextStyleRule(textMarkupAttributes: [color.rawValue: $0]))
        }
        let styled = rules.applied(to: text)
        #expect(styled.string == "plain red")
        #expect(styled.attributes(at: 0, effectiveRange: nil)[color] as? [Double] == Self.blue)
        #expect(styled.attributes(at: 7, effectiveRange: nil)[color] as? [Double] == Self.red)
        let selected = try #require(
            AVTextStyleRule(textMarkupAttributes: [color.rawValue: Self.blue], textSelector: "v"))
        #expect([selected].applied(to: text) == text)
    }

    @Test(
        "rules that are set while a caption is displayed deliver the caption again",
        .enabled(if: StreamMaker.isAvailable))
    func rules_restyleDisplayedCaption() async throws {
        final class Receiver: NSObject, AVPlayerItemLegibleOutputPushDelegate {
            let colors = Mutex<[[Double]?]>([])

            func legibleOutput(
                _ output: AVPlayerItemLegibleOutput, didOutputAttributedStrings strings: [NSAttributedString],
                nativeSampleBuffers nativeSamples: [Any], forItemTime itemTime: CMTime
            ) {
                guard let text = strings.first, text.length > 0 else { return }
                let key = NSAttributedString.Key(kCMTextMarkupAttribute_ForegroundColorARGB)
                let color = text.attributes(at: 0, effectiveRange: nil)[key] as? [Double]
                colors.withLock { $0.append(color) }
            }
        }
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("rules-\(UUID().uuidString).srt")
        try Data("1\n00:00:00,000 --> 00:00:30,000\nx\n".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let item = AVPlayerItem(url: try await StreamMaker.shared.clip(.marked(frames: 96)))
        let player = AVPlayer(playerItem: item)
        player.isMuted = true
        #expect(await eventually { item.status == .readyToPlay })
        let option = try await item.addCaptions(from: file)
        let (output, receiver) = (AVPlayerItemLegibleOutput(), Receiver())
        output.setDelegate(receiver, queue: DispatchQueue(label: "captions"))
        item.add(output)
        item.select(option, in: try #require(try await item.asset.loadMediaSelectionGroup(for: .legible)))
        #expect(await eventually { receiver.colors.withLock { $0.last == .some(nil) } })
        item.textStyleRules = [
            try #require(
                AVTextStyleRule(textMarkupAttributes: [kCMTextMarkupAttribute_ForegroundColorARGB: Self.red]))
        ]
        #expect(await eventually { receiver.colors.withLock { $0.last == .some(Self.red) } })
        #expect(item.textStyleRules?.count == 1)
        withExtendedLifetime(player) {}
    }
}
