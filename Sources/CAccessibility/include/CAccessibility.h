// The GObject classes that ATK wants and Swift cannot define: an accessible object that asks Swift for everything.
#ifndef CACCESSIBILITY_H
#define CACCESSIBILITY_H

#include <stdint.h>

// Which interfaces an object has; AT-SPI clients show those and no others.
enum {
    ACCESSIBLE_HAS_VALUE = 1,
    ACCESSIBLE_HAS_ACTIONS = 2,
    ACCESSIBLE_IS_WINDOW = 4,
    ACCESSIBLE_KINDS = 8,
};

// Objects are AtkObject, roles AtkRole and states AtkStateType; their header stays out, so that Swift knows the types of
// GLib from one module only.

// Answers about a node. Strings come from malloc and are freed here; objects are borrowed unless said otherwise.
// A node that is gone answers with NULL and 0.
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
    int (*action_count)(void *node);
    char *(*action_name)(void *node, int index);
    char *(*action_label)(void *node, int index);
    int (*perform_action)(void *node, int index);
    int (*grab_focus)(void *node);
    void (*release)(void *node);
} AccessibleCallbacks;

// Once, before the first object. The table is copied.
void accessible_set_callbacks(const AccessibleCallbacks *table);

// An object for `node`, which is handed to `release` when the object dies. The caller owns one reference.
void *accessible_new(void *node, int kind, const char *identifier);

// Makes `root` what AT-SPI clients see as the program, and connects to the accessibility bus. 0 on success.
int accessible_start(void *root, const char *toolkit, const char *version);

// Signals are variadic, so that Swift cannot send them.
void accessible_notify_name(void *object);
void accessible_notify_value(void *object);
void accessible_notify_bounds(void *object);
void accessible_notify_focus(void *object);
void accessible_notify_state(void *object, int state, int on);
void accessible_notify_child(void *object, int added, int index, void *child);
void accessible_notify_window(void *object, const char *signal);

// A macro with a cast.
void accessible_unref(void *object);

#endif
