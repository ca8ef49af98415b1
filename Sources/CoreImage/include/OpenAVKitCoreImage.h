#pragma once
// Empty: the declarations are in the Swift module of the same name.
