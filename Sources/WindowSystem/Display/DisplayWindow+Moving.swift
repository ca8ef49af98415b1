import CSDL
package import Foundation

extension DisplayWindow {
    /// The rectangle of the content, in points of the desktop, in which the window with its frame fills the work area of its display.
    package var workArea: CGRect? {
        guard let handle = systemHandle else { return nil }
        var space = SDL_Rect()
        guard SDL_GetDisplayUsableBounds(max(0, SDL_GetWindowDisplayIndex(handle)), &space) == 0, space.w > 0,
            space.h > 0
        else { return nil }
        var (top, left, bottom, right): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
        if SDL_GetWindowBordersSize(handle, &top, &left, &bottom, &right) != 0 {
            (top, left, bottom, right) = (0, 0, 0, 0)
        }
        return CGRect(
            x: CGFloat(space.x + left) / scale, y: CGFloat(space.y + top) / scale,
            width: CGFloat(max(1, space.w - left - right)) / scale,
            height: CGFloat(max(1, space.h - top - bottom)) / scale)
    }

    /// Begins to move the window with the pointer, whose primary button is pressed. Where a window manager offers it, it moves the window by
    /// itself; otherwise each call of `continueMove()` does.
    package func beginMove() {
        guard let handle = systemHandle else { return }
        moveOffset = nil
        guard sdl_x11_begin_move(handle) == 0 else { return }
        let (pointer, position) = (Self.pointer(scale), position)
        moveOffset = CGPoint(x: pointer.x - position.x, y: pointer.y - position.y)
    }

    package func continueMove() {
        guard let moveOffset else { return }
        let pointer = Self.pointer(scale)
        position = CGPoint(x: pointer.x - moveOffset.x, y: pointer.y - moveOffset.y)
    }

    /// The pointer's position in points of the desktop.
    private static func pointer(_ scale: CGFloat) -> CGPoint {
        var x: Int32 = 0
        var y: Int32 = 0
        SDL_GetGlobalMouseState(&x, &y)
        return CGPoint(x: CGFloat(x) / scale, y: CGFloat(y) / scale)
    }
}
