import CDesktop

func releaseGLib(_ value: OpaquePointer) { g_variant_unref(value) }
