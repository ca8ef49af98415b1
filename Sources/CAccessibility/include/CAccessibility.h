// The GObject classes that ATK requires and Swift cannot define: accessible objects that call back into Swift for every property.
#ifndef CACCESSIBILITY_H
#define CACCESSIBILITY_H

#include <stdint.h>

// The interfaces of an object, as bits; AT-SPI clients see only these.
enum {
    ACCESSIBLE_HAS_VALUE = 1,
    ACCESSIBLE_HAS_ACTIONS = 2,
    ACCESSIBLE_IS_WINDOW = 4,
    ACCESSIBLE_HAS_TEXT = 8,
    ACCESSIBLE_HAS_EDITED_TEXT = 16,
    ACCESSIBLE_KINDS = 32,
};

// Objects are AtkObject, roles AtkRole and states AtkStateType. Their header is not included here, so that Swift imports GLib's types from
// one module only.

// Callbacks for the properties of a node. Strings are allocated by malloc and freed by this module; returned objects are borrowed. For a
// node that no longer exists, the callbacks return NULL or 0.
typedef struct {
    char *(*name)(void *node);
    char *(*description)(void *node);
    int (*role)(void *node);
    // One bit for each AtkStateType.
    uint64_t (*states)(void *node);
    // x, y, width, height in pixels of the screen.
    int (*extents)(void *node, int *rectangle);
    void *(*parent)(void *node);
    int (*child_count)(void *node);
    void *(*child)(void *node, int index);
    int (*index_in_parent)(void *node);
    // current, minimum, maximum, step.
    int (*value)(void *node, double *numbers, char **text);
    int (*set_value)(void *node, double number);
    // One line, UTF-8.
    char *(*text)(void *node);
    // Caret, and start and end of the selection, in characters. Returns 0 where no text is edited.
    int (*edited_range)(void *node, int *numbers);
    // Replaces the characters from `start` to `end`; all behind `start` where `end` is negative.
    int (*replace_text)(void *node, int start, int end, const char *text);
    int (*select_text)(void *node, int start, int end);
    int (*action_count)(void *node);
    char *(*action_name)(void *node, int index);
    char *(*action_label)(void *node, int index);
    int (*perform_action)(void *node, int index);
    int (*grab_focus)(void *node);
    void (*release)(void *node);
} AccessibleCallbacks;

// Sets the callbacks. Call once, before the first object is created. The table is copied.
void accessible_set_callbacks(const AccessibleCallbacks *table);

// Creates an object for `node`, which is passed to `release` when the object is finalized. The caller owns one reference.
void *accessible_new(void *node, int kind, const char *identifier);

// Sets `root` as the application's root object for AT-SPI clients and connects to the accessibility bus. Returns 0 on success.
int accessible_start(void *root, const char *toolkit, const char *version);

// Wrappers of GLib's signal functions, which are variadic and therefore not callable from Swift.
void accessible_notify_name(void *object);
void accessible_notify_value(void *object);
void accessible_notify_bounds(void *object);
void accessible_notify_focus(void *object);
void accessible_notify_state(void *object, int state, int on);
// Reports a part of an edited text that was inserted or removed; `position` and `length` are in characters.
void accessible_notify_text(void *object, int is_insertion, int position, int length, const char *text);
void accessible_notify_caret(void *object, int position);
void accessible_notify_child(void *object, int added, int index, void *child);
void accessible_notify_window(void *object, const char *signal);
// Passes a text on to be spoken. Returns 0 where the installed ATK has no such signal (before 2.46).
int accessible_announce(void *object, const char *text);

// A key that was pressed or released, with the X server's numbers and GDK's bits of the state.
typedef struct {
    int is_press;
    uint32_t state, symbol;
    uint16_t code;
    uint32_t time;
    // The character or the symbol's name; borrowed for the call.
    const char *text;
} AccessibleKey;

// Whether the bridge listens to keys, because a client of AT-SPI is connected.
int accessible_hears_keys(void);
// Passes a key on to the clients that have requested keys, waits for their answer, and returns whether one of them has taken the key.
// Properties of objects may be requested meanwhile.
int accessible_report_key(AccessibleKey key);

// Wraps g_object_unref, a macro with a cast.
void accessible_unref(void *object);

#endif
