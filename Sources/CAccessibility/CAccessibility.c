#include "CAccessibility.h"

#include <atk-bridge.h>
#include <atk/atk.h>
#include <stdlib.h>
#include <string.h>

static AccessibleCallbacks ask;

typedef struct {
    AtkObject object;
    void *node;
    // Strings that ATK's callers borrow; each is valid until the next call for the same property.
    char *name, *description, *action_name, *action_label, *action_description;
} Accessible;

typedef struct {
    AtkObjectClass parent;
} AccessibleClass;

static GObjectClass *parent_class;

static void *node_of(gpointer object) { return ((Accessible *)object)->node; }

static const char *keep(char **place, char *text) {
    free(*place);
    *place = text;
    return text;
}

static const gchar *get_name(AtkObject *object) { return keep(&((Accessible *)object)->name, ask.name(node_of(object))); }

static const gchar *get_description(AtkObject *object) {
    return keep(&((Accessible *)object)->description, ask.description(node_of(object)));
}

static AtkRole get_role(AtkObject *object) { return ask.role(node_of(object)); }
static AtkObject *get_parent(AtkObject *object) { return ask.parent(node_of(object)); }
static gint get_n_children(AtkObject *object) { return ask.child_count(node_of(object)); }
static gint get_index_in_parent(AtkObject *object) { return ask.index_in_parent(node_of(object)); }

static AtkObject *ref_child(AtkObject *object, gint index) {
    AtkObject *child = ask.child(node_of(object), index);
    return child ? g_object_ref(child) : NULL;
}

static AtkStateSet *ref_state_set(AtkObject *object) {
    AtkStateSet *set = atk_state_set_new();
    uint64_t bits = ask.states(node_of(object));
    for (int state = 0; state < 64 && state < ATK_STATE_LAST_DEFINED; state++)
        if (bits & (1ull << state)) atk_state_set_add_state(set, (AtkStateType)state);
    return set;
}

static void get_extents(AtkComponent *component, gint *x, gint *y, gint *width, gint *height, AtkCoordType type) {
    int own[4] = {0}, base[4] = {0};
    ask.extents(node_of(component), own);
    if (type != ATK_XY_SCREEN) {
        // Relative to the parent, or to the window, which is the last ancestor below the application node.
        AtkObject *ancestor = ask.parent(node_of(component));
        AtkObject *window = type == ATK_XY_PARENT ? ancestor : ATK_OBJECT(component);
        while (type == ATK_XY_WINDOW && ancestor && ask.parent(node_of(ancestor))) {
            window = ancestor;
            ancestor = ask.parent(node_of(ancestor));
        }
        if (window) ask.extents(node_of(window), base);
    }
    if (x) *x = own[0] - base[0];
    if (y) *y = own[1] - base[1];
    if (width) *width = own[2];
    if (height) *height = own[3];
}

static gboolean grab_focus(AtkComponent *component) { return ask.grab_focus(node_of(component)) != 0; }

static void component_init(gpointer interface, gpointer unused) {
    (void)unused;
    AtkComponentIface *component = interface;
    component->get_extents = get_extents;
    component->grab_focus = grab_focus;
}

static gint get_n_actions(AtkAction *action) { return ask.action_count(node_of(action)); }
static gboolean do_action(AtkAction *action, gint index) { return ask.perform_action(node_of(action), index) != 0; }

// The bridge holds all of these strings at the same time, so each has a field of its own.
static const gchar *action_get_name(AtkAction *action, gint index) {
    return keep(&((Accessible *)action)->action_name, ask.action_name(node_of(action), index));
}

static const gchar *action_get_label(AtkAction *action, gint index) {
    return keep(&((Accessible *)action)->action_label, ask.action_label(node_of(action), index));
}

static const gchar *action_get_description(AtkAction *action, gint index) {
    return keep(&((Accessible *)action)->action_description, ask.action_label(node_of(action), index));
}

static const gchar *action_get_keybinding(AtkAction *action, gint index) {
    (void)action;
    (void)index;
    return "";
}

static void action_init(gpointer interface, gpointer unused) {
    (void)unused;
    AtkActionIface *action = interface;
    action->get_n_actions = get_n_actions;
    action->do_action = do_action;
    action->get_name = action_get_name;
    action->get_localized_name = action_get_label;
    action->get_description = action_get_description;
    action->get_keybinding = action_get_keybinding;
}

static void get_value_and_text(AtkValue *value, gdouble *number, gchar **text) {
    double numbers[4] = {0};
    char *said = NULL;
    ask.value(node_of(value), numbers, &said);
    if (number) *number = numbers[0];
    if (text) *text = said ? g_strdup(said) : NULL;
    free(said);
}

static AtkRange *get_range(AtkValue *value) {
    double numbers[4] = {0};
    char *said = NULL;
    ask.value(node_of(value), numbers, &said);
    free(said);
    return atk_range_new(numbers[1], numbers[2], NULL);
}

static gdouble get_increment(AtkValue *value) {
    double numbers[4] = {0};
    char *said = NULL;
    ask.value(node_of(value), numbers, &said);
    free(said);
    return numbers[3];
}

static void set_value(AtkValue *value, gdouble number) { ask.set_value(node_of(value), number); }

static void value_init(gpointer interface, gpointer unused) {
    (void)unused;
    AtkValueIface *value = interface;
    value->get_value_and_text = get_value_and_text;
    value->get_range = get_range;
    value->get_increment = get_increment;
    value->set_value = set_value;
}

// The text of a node is one line, which the caller frees.
static gchar *line_of(AtkText *text) {
    char *said = ask.text(node_of(text));
    gchar *line = g_strdup(said ? said : "");
    free(said);
    return line;
}

static gint get_character_count(AtkText *text) {
    g_autofree gchar *line = line_of(text);
    return (gint)g_utf8_strlen(line, -1);
}

static gchar *get_text(AtkText *text, gint start, gint end) {
    g_autofree gchar *line = line_of(text);
    gint count = (gint)g_utf8_strlen(line, -1);
    if (end < 0 || end > count) end = count;
    start = CLAMP(start, 0, end);
    return g_utf8_substring(line, start, end);
}

static gunichar get_character_at_offset(AtkText *text, gint offset) {
    g_autofree gchar *line = line_of(text);
    if (offset < 0 || offset >= g_utf8_strlen(line, -1)) return 0;
    return g_utf8_get_char(g_utf8_offset_to_pointer(line, offset));
}

// A word extends to the start of the next one; larger units are the whole line.
static gchar *unit_at(AtkText *text, gint offset, gboolean is_character, gboolean is_word, gint *start, gint *end) {
    g_autofree gchar *line = line_of(text);
    gint count = (gint)g_utf8_strlen(line, -1);
    offset = CLAMP(offset, 0, count);
    gint first = 0, last = count;
    if (is_character) {
        first = offset;
        last = MIN(offset + 1, count);
    } else if (is_word) {
        const gchar *character = line;
        gboolean after_space = FALSE;
        for (gint index = 0; index < count; index++, character = g_utf8_next_char(character)) {
            gboolean is_space = g_unichar_isspace(g_utf8_get_char(character));
            if (after_space && !is_space) {
                if (index > offset) {
                    last = index;
                    break;
                }
                first = index;
            }
            after_space = is_space;
        }
    }
    if (start) *start = first;
    if (end) *end = last;
    return g_utf8_substring(line, first, last);
}

static gchar *get_text_at_offset(AtkText *text, gint offset, AtkTextBoundary boundary, gint *start, gint *end) {
    return unit_at(text, offset, boundary == ATK_TEXT_BOUNDARY_CHAR,
                   boundary == ATK_TEXT_BOUNDARY_WORD_START || boundary == ATK_TEXT_BOUNDARY_WORD_END, start, end);
}

static gchar *get_string_at_offset(AtkText *text, gint offset, AtkTextGranularity unit, gint *start, gint *end) {
    return unit_at(text, offset, unit == ATK_TEXT_GRANULARITY_CHAR, unit == ATK_TEXT_GRANULARITY_WORD, start, end);
}

static gint get_caret_offset(AtkText *text) {
    int numbers[3] = {0};
    return ask.edited_range(node_of(text), numbers) ? numbers[0] : -1;
}

static gint get_n_selections(AtkText *text) {
    int numbers[3] = {0};
    return ask.edited_range(node_of(text), numbers) && numbers[1] < numbers[2];
}

static gchar *get_selection(AtkText *text, gint index, gint *start, gint *end) {
    int numbers[3] = {0};
    if (index != 0 || !get_n_selections(text)) return NULL;
    ask.edited_range(node_of(text), numbers);
    if (start) *start = numbers[1];
    if (end) *end = numbers[2];
    return get_text(text, numbers[1], numbers[2]);
}

static gboolean set_caret_offset(AtkText *text, gint offset) { return ask.select_text(node_of(text), offset, offset) != 0; }

static gboolean set_selection(AtkText *text, gint index, gint start, gint end) {
    return index == 0 && ask.select_text(node_of(text), start, end) != 0;
}

static gboolean add_selection(AtkText *text, gint start, gint end) { return set_selection(text, 0, start, end); }

static gboolean remove_selection(AtkText *text, gint index) {
    int numbers[3] = {0};
    return index == 0 && ask.edited_range(node_of(text), numbers) && set_caret_offset(text, numbers[0]);
}

// The text is spoken, not displayed, so that each character has the place of the whole element.
static void get_character_extents(AtkText *text, gint offset, gint *x, gint *y, gint *width, gint *height,
                                  AtkCoordType type) {
    (void)offset;
    get_extents(ATK_COMPONENT(text), x, y, width, height, type);
}

static gint get_offset_at_point(AtkText *text, gint x, gint y, AtkCoordType type) {
    gint left, top, width, height;
    get_extents(ATK_COMPONENT(text), &left, &top, &width, &height, type);
    return x >= left && x < left + width && y >= top && y < top + height ? 0 : -1;
}

static void text_init(gpointer interface, gpointer unused) {
    (void)unused;
    AtkTextIface *text = interface;
    text->get_text = get_text;
    text->get_text_at_offset = get_text_at_offset;
    text->get_string_at_offset = get_string_at_offset;
    text->get_character_at_offset = get_character_at_offset;
    text->get_character_count = get_character_count;
    text->get_caret_offset = get_caret_offset;
    text->get_n_selections = get_n_selections;
    text->get_selection = get_selection;
    text->set_selection = set_selection;
    text->add_selection = add_selection;
    text->remove_selection = remove_selection;
    text->set_caret_offset = set_caret_offset;
    text->get_character_extents = get_character_extents;
    text->get_offset_at_point = get_offset_at_point;
}

static void set_text_contents(AtkEditableText *text, const gchar *string) {
    ask.replace_text(node_of(text), 0, -1, string);
}

static void insert_text(AtkEditableText *text, const gchar *string, gint length, gint *position) {
    g_autofree gchar *inserted = length < 0 ? g_strdup(string) : g_strndup(string, (gsize)length);
    if (!g_utf8_validate(inserted, -1, NULL) || *position < 0) return;
    if (ask.replace_text(node_of(text), *position, *position, inserted)) *position += (gint)g_utf8_strlen(inserted, -1);
}

static void delete_text(AtkEditableText *text, gint start, gint end) { ask.replace_text(node_of(text), start, end, ""); }

static void editable_text_init(gpointer interface, gpointer unused) {
    (void)unused;
    AtkEditableTextIface *text = interface;
    text->set_text_contents = set_text_contents;
    text->insert_text = insert_text;
    text->delete_text = delete_text;
}

static void finalize(GObject *object) {
    Accessible *accessible = (Accessible *)object;
    ask.release(accessible->node);
    free(accessible->name);
    free(accessible->description);
    free(accessible->action_name);
    free(accessible->action_label);
    free(accessible->action_description);
    parent_class->finalize(object);
}

static void class_init(gpointer class, gpointer unused) {
    (void)unused;
    AtkObjectClass *atk = class;
    parent_class = g_type_class_ref(ATK_TYPE_OBJECT);
    G_OBJECT_CLASS(class)->finalize = finalize;
    atk->get_name = get_name;
    atk->get_description = get_description;
    atk->get_role = get_role;
    atk->get_parent = get_parent;
    atk->get_n_children = get_n_children;
    atk->get_index_in_parent = get_index_in_parent;
    atk->ref_child = ref_child;
    atk->ref_state_set = ref_state_set;
}

static GType type_of_kind(int kind) {
    static GType types[ACCESSIBLE_KINDS];
    if (types[kind]) return types[kind];
    static const GInterfaceInfo component = {component_init, NULL, NULL};
    static const GInterfaceInfo value = {value_init, NULL, NULL};
    static const GInterfaceInfo action = {action_init, NULL, NULL};
    static const GInterfaceInfo window = {NULL, NULL, NULL};
    static const GInterfaceInfo text = {text_init, NULL, NULL};
    static const GInterfaceInfo editable_text = {editable_text_init, NULL, NULL};
    GTypeInfo info = {
        .class_size = sizeof(AccessibleClass),
        .class_init = class_init,
        .instance_size = sizeof(Accessible),
    };
    char name[] = "LayerAccessibleA";
    // The kinds behind Z have the lower case letters.
    name[sizeof name - 2] = (char)(kind < 26 ? 'A' + kind : 'a' + kind - 26);
    GType type = g_type_register_static(ATK_TYPE_OBJECT, name, &info, 0);
    g_type_add_interface_static(type, ATK_TYPE_COMPONENT, &component);
    if (kind & ACCESSIBLE_HAS_VALUE) g_type_add_interface_static(type, ATK_TYPE_VALUE, &value);
    if (kind & ACCESSIBLE_HAS_ACTIONS) g_type_add_interface_static(type, ATK_TYPE_ACTION, &action);
    if (kind & ACCESSIBLE_IS_WINDOW) g_type_add_interface_static(type, ATK_TYPE_WINDOW, &window);
    if (kind & ACCESSIBLE_HAS_TEXT) g_type_add_interface_static(type, ATK_TYPE_TEXT, &text);
    if (kind & ACCESSIBLE_HAS_EDITED_TEXT) g_type_add_interface_static(type, ATK_TYPE_EDITABLE_TEXT, &editable_text);
    types[kind] = type;
    return type;
}

void accessible_set_callbacks(const AccessibleCallbacks *table) { ask = *table; }

void *accessible_new(void *node, int kind, const char *identifier) {
    Accessible *made = g_object_new(type_of_kind(kind & (ACCESSIBLE_KINDS - 1)), NULL);
    made->node = node;
    AtkObject *object = ATK_OBJECT(made);
    if (identifier && *identifier) atk_object_set_accessible_id(object, identifier);
    return object;
}

static AtkObject *the_root;
static char *the_toolkit, *the_version;

static AtkObject *get_root(void) { return the_root; }
static const gchar *get_toolkit_name(void) { return the_toolkit; }
static const gchar *get_toolkit_version(void) { return the_version; }

// The bridge's function that receives keys. The bridge installs one at a time.
static AtkKeySnoopFunc key_listener;
static gpointer key_listener_data;
static guint key_listener_number;

static guint add_key_listener(AtkKeySnoopFunc listener, gpointer data) {
    if (key_listener) return 0;
    key_listener = listener;
    key_listener_data = data;
    return ++key_listener_number;
}

static void remove_key_listener(guint number) {
    if (number == key_listener_number) key_listener = NULL;
}

int accessible_hears_keys(void) { return key_listener != NULL; }

int accessible_report_key(AccessibleKey key) {
    if (!key_listener) return 0;
    AtkKeyEventStruct event = {
        .type = key.is_press ? ATK_KEY_EVENT_PRESS : ATK_KEY_EVENT_RELEASE,
        .state = key.state,
        .keyval = key.symbol,
        .length = (gint)strlen(key.text),
        .string = (gchar *)key.text,
        .keycode = key.code,
        .timestamp = key.time,
    };
    return key_listener(&event, key_listener_data) != 0;
}

int accessible_start(void *root, const char *toolkit, const char *version) {
    the_root = g_object_ref(root);
    the_toolkit = g_strdup(toolkit);
    the_version = g_strdup(version);
    AtkUtilClass *util = g_type_class_ref(ATK_TYPE_UTIL);
    util->add_key_event_listener = add_key_listener;
    util->remove_key_event_listener = remove_key_listener;
    util->get_root = get_root;
    util->get_toolkit_name = get_toolkit_name;
    util->get_toolkit_version = get_toolkit_version;
    return atk_bridge_adaptor_init(NULL, NULL);
}

void accessible_notify_name(void *object) { g_object_notify(G_OBJECT(object), "accessible-name"); }

void accessible_notify_value(void *object) {
    double numbers[4] = {0};
    char *said = NULL;
    ask.value(node_of(object), numbers, &said);
    if (ATK_IS_VALUE(object)) g_signal_emit_by_name(object, "value-changed", numbers[0], said);
    g_object_notify(G_OBJECT(object), "accessible-value");
    free(said);
}

void accessible_notify_text(void *object, int is_insertion, int position, int length, const char *text) {
    g_signal_emit_by_name(object, is_insertion ? "text-insert" : "text-remove", position, length, text);
}

void accessible_notify_caret(void *object, int position) {
    g_signal_emit_by_name(object, "text-caret-moved", position);
    g_signal_emit_by_name(object, "text-selection-changed");
}

void accessible_notify_bounds(void *object) {
    int own[4] = {0};
    ask.extents(node_of(object), own);
    AtkRectangle rectangle = {own[0], own[1], own[2], own[3]};
    g_signal_emit_by_name(object, "bounds-changed", &rectangle);
}

void accessible_notify_focus(void *object) {
    atk_object_notify_state_change(object, ATK_STATE_FOCUSED, TRUE);
    g_signal_emit_by_name(object, "focus-event", TRUE);
}

void accessible_notify_state(void *object, int state, int on) {
    atk_object_notify_state_change(object, state, on != 0);
}

void accessible_notify_child(void *object, int added, int index, void *child) {
    g_signal_emit_by_name(object, added ? "children-changed::add" : "children-changed::remove", (guint)index, child);
}

void accessible_notify_window(void *object, const char *signal) { g_signal_emit_by_name(object, signal); }

int accessible_announce(void *object, const char *text) {
    if (!g_signal_lookup("announcement", ATK_TYPE_OBJECT)) return 0;
    g_signal_emit_by_name(object, "announcement", text);
    return 1;
}

void accessible_unref(void *object) { g_object_unref(object); }
