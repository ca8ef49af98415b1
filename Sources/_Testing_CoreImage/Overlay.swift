// Empty. The Testing library of the toolchain asks for this module in every file that sees both it and a module called CoreImage, and
// on Linux the toolchain has none.
