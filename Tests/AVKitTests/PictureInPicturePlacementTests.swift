import CoreGraphics
import Testing

@testable import AVKit

struct PictureInPicturePlacementTests {
    private let area = CGRect(x: 0, y: 30, width: 1600, height: 870)
    private let wide = CGSize(width: 1280, height: 720)

    @Test("a new window is in the lower right corner of the work area, in the video's aspect ratio")
    func initial() {
        let placement = PictureInPicturePlacement(video: wide, in: area)
        #expect(placement.frame == CGRect(x: 1180, y: 655, width: 400, height: 225))
        let tall = PictureInPicturePlacement(video: CGSize(width: 720, height: 1280), in: area)
        #expect(abs(tall.size.height * 9 - tall.size.width * 16) <= 16)
        #expect(tall.frame.maxX == area.maxX - 20 && tall.frame.maxY == area.maxY - 20)
        #expect(tall.size.height <= area.height * 0.34 + 1)
    }

    @Test(
        "videos without a size, and extreme ones, give a window of a usable shape",
        arguments: [
            CGSize.zero, CGSize(width: CGFloat.nan, height: 5), CGSize(width: 10000, height: 1),
            CGSize(width: 1, height: 10000),
        ])
    func strangeVideos(video: CGSize) {
        let placement = PictureInPicturePlacement(video: video, in: area)
        #expect(placement.size.width >= 100 && placement.size.height >= 60)
        #expect(area.contains(placement.frame))
    }

    @Test("a dropped window snaps to the nearest corner, also from outside of the work area")
    func dropping() {
        var placement = PictureInPicturePlacement(video: wide, in: area)
        for (point, corner) in [
            (CGPoint(x: -300, y: -300), PictureInPicturePlacement.Corner.topLeft), (CGPoint(x: 1500, y: 0), .topRight),
            (CGPoint(x: 100, y: 800), .bottomLeft), (CGPoint(x: 2000, y: 2000), .bottomRight),
        ] {
            placement.drop(at: CGRect(origin: point, size: placement.size), in: area)
            #expect(placement.corner == corner)
            #expect(area.contains(placement.frame))
        }
    }

    @Test("a window that is dropped on another display snaps to a corner of that display")
    func otherDisplay() {
        var placement = PictureInPicturePlacement(video: wide, in: area)
        let other = CGRect(x: 1600, y: 0, width: 1280, height: 1024)
        placement.drop(at: CGRect(x: 1700, y: 600, width: 400, height: 225), in: other)
        #expect(placement.corner == .bottomLeft && placement.frame == CGRect(x: 1620, y: 779, width: 400, height: 225))
    }

    @Test("resizing by an edge or a corner keeps the ratio, the opposite edges and the limits")
    func resizing() {
        let placement = PictureInPicturePlacement(video: wide, in: area)
        let start = placement.frame
        let larger = placement.resized(start, dragging: [.left, .top], by: CGPoint(x: -160, y: -20))
        #expect(larger == CGRect(x: 1020, y: 565, width: 560, height: 315))
        let smaller = placement.resized(start, dragging: .right, by: CGPoint(x: -1000, y: 0))
        #expect(smaller.size == placement.smallest && smaller.origin == start.origin)
        let largest = placement.resized(start, dragging: .bottom, by: CGPoint(x: 0, y: 5000))
        #expect(largest.size == placement.largest && largest.minY == start.minY)
    }

    @Test("the wheel changes the size within the limits; the window stays in its corner")
    func scaling() {
        var placement = PictureInPicturePlacement(video: wide, in: area)
        let corner = CGPoint(x: placement.frame.maxX, y: placement.frame.maxY)
        for factor in [1.1, 2, 100, 0.5, 0.001, .nan, -1] {
            placement.scale(by: CGFloat(factor))
            #expect(placement.frame.maxX == corner.x && placement.frame.maxY == corner.y)
            #expect(placement.size.width >= placement.smallest.width && placement.size.width <= placement.largest.width)
        }
    }

    @Test("another video changes the ratio and keeps the corner and about the area")
    func anotherVideo() {
        var placement = PictureInPicturePlacement(video: wide, in: area, corner: .topLeft)
        let before = placement.size.width * placement.size.height
        placement.setVideo(CGSize(width: 640, height: 640))
        #expect(placement.size.width == placement.size.height)
        #expect(abs(placement.size.width * placement.size.height / before - 1) < 0.05)
        #expect(placement.frame.origin == CGPoint(x: 20, y: 50))
    }
}
