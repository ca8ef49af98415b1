#!/usr/bin/env python3
"""Lists the public names of the modules with Apple's names, and compares them with Apple's.

usage: script/public-names [--check] [--update] [--all]

A name that Apple's module does not have makes a client's own declaration of it ambiguous or illegal. Reads the declarations in Sources/
and prints those that are neither in data/apple-symbols.tsv nor underscored nor in data/public-names.tsv. Conformances of Apple's types to
protocols of the standard library count as names.

  --check   exits with 1 if there is such a name, or if data/public-names.tsv has a line that is no longer needed
  --update  adds such names to data/public-names.tsv as 'review', and removes names that are no longer needed
  --all     prints every public name

Columns of data/public-names.tsv: module, type (empty: functions, constants and types), 'apple' or 'ours', names, reason. 'apple': Apple
declares the names, and the table of symbols does not list them. 'ours': Apple does not declare them; the reason says why they are public.
A name that begins with a colon is a conformance. The members that a conformance to RawRepresentable, OptionSet or a protocol of copying
and coding brings along are not listed.
"""

import os
import re
import sys

MODULES = [
    "AVFAudio", "AVFoundation", "AVKit", "AVRouting", "CoreGraphics", "CoreMedia", "CoreVideo", "MediaPlayer", "QuartzCore", "UIKit",
    "VideoSubscriberAccount", "MediaAccessibility",
]
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
ACCESS = re.compile(r"\b(public|open|package|internal|private|fileprivate)\b(?!\()")
MODIFIERS = (
    r"(?:(?:@\w+(?:\([^)]*\))?|public|open|package|internal|private|fileprivate|final|static|class|indirect|override|mutating|nonmutating"
    r"|required|convenience|weak|unowned|lazy|nonisolated|isolated|dynamic|optional|async|borrowing|consuming|prefix|postfix|infix)"
    r"(?:\([^)]*\))?\s+)*"
)
DECLARATION = re.compile(
    "(" + MODIFIERS + r")(class|struct|enum|protocol|extension|actor|func|var|let|init|case|typealias|subscript|associatedtype|import)\b")
# Conformances that a client may add to its own use of a type, and which would then exist twice.
CONFORMANCES = {
    "Equatable", "Hashable", "Comparable", "Codable", "Decodable", "Encodable", "Identifiable", "CustomStringConvertible",
    "CustomDebugStringConvertible", "RawRepresentable", "OptionSet", "SetAlgebra", "Sequence", "Collection", "Strideable",
    "AdditiveArithmetic", "Numeric", "ExpressibleByIntegerLiteral", "ExpressibleByFloatLiteral", "ExpressibleByStringLiteral",
    "ExpressibleByArrayLiteral", "ExpressibleByDictionaryLiteral", "Error", "LocalizedError", "CustomNSError", "NSCopying",
    "NSMutableCopying", "NSCoding", "NSSecureCoding", "CaseIterable",
}


def stripped(text):
    """The text with comments and the contents of string literals blanked; line breaks stay."""
    out = []
    position = 0
    token = re.compile(r'//[^\n]*|/\*.*?\*/|#*"""[\s\S]*?"""#*|#"[^\n]*?"#|"(?:\\\((?:[^()"]|"[^"\n]*"|\((?:[^()]|\([^()]*\))*\))*\)|\\.|[^"\\\n])*"', re.S)
    for match in token.finditer(text):
        out.append(text[position:match.start()])
        lines = match.group(0).count("\n")
        out.append(("" if match.group(0).startswith("/") else '""') + "\n" * lines)
        position = match.end()
    out.append(text[position:])
    return "".join(out)


def closing(text, start, opening, end):
    depth = 0
    for index in range(start, len(text)):
        if text[index] == opening:
            depth += 1
        elif text[index] == end:
            depth -= 1
            if depth == 0:
                return index
    return len(text)


def labels(parameters):
    """The argument labels of a parameter list, such as 'to:completionHandler:'."""
    depth = 0
    part, parts = "", []
    for character in parameters.replace("->", "→"):
        if character in "([{<":
            depth += 1
        elif character in ")]}>":
            depth -= 1
        if character == "," and depth == 0:
            parts.append(part)
            part = ""
        else:
            part += character
    if part.strip():
        parts.append(part)
    names = []
    for part in parts:
        match = re.match(r"\s*(?:@\w+(?:\([^)]*\))?\s+)*`?(\w+)`?", part)
        names.append((match.group(1) if match else "_") + ":")
    return "".join(names)


class Scope:
    def __init__(self, end, type_name, default, is_enum=False, is_body=False):
        self.end, self.type_name, self.default, self.is_enum, self.is_body = end, type_name, default, is_enum, is_body


def public_names(module, path):
    """Yields (type, name, kind, line) for each public declaration of a file."""
    text = stripped(open(path, encoding="utf-8").read())
    scopes = [Scope(len(text), "", None)]
    position = 0
    pattern = re.compile(r"\s+|\{|\}|" + DECLARATION.pattern + r"|[\w@#$`.]+|.", re.S)
    pending = None
    while position < len(text):
        match = pattern.match(text, position)
        token = match.group(0)
        if token == "{":
            scopes.append(pending or Scope(None, scopes[-1].type_name, None, is_body=True))
            pending = None
            position = match.end()
            continue
        if token == "}":
            if len(scopes) > 1:
                scopes.pop()
            position = match.end()
            continue
        kind = match.group(2)
        if not kind:
            position = match.end()
            continue
        start = position
        position = match.end()
        scope = scopes[-1]
        if scope.is_body or kind == "import":
            continue
        line = text.count("\n", 0, start) + 1
        found = ACCESS.search(match.group(1))
        access = found.group(1) if found else scope.default
        is_public = access in ("public", "open")
        if kind in ("class", "struct", "enum", "protocol", "extension", "actor"):
            head = re.compile(r"\s+`?([\w.]+)`?([^{]*)").match(text, position)
            if not head:
                continue
            name, rest = head.group(1), head.group(2)
            position = head.end()
            full = f"{scope.type_name}.{name}" if scope.type_name and kind != "extension" else name
            if kind != "extension" and is_public:
                yield (scope.type_name, name, kind, line)
            inherited = re.match(r"\s*(?:<[^>]*>)?\s*:\s*(.*?)(?:\bwhere\b|$)", rest, re.S)
            if inherited and (is_public or kind == "extension") and kind != "protocol":
                for parent in re.findall(r"\b\w+\b", inherited.group(1)):
                    if parent in CONFORMANCES:
                        yield (full, ":" + parent, "conformance" if kind == "extension" else "own conformance", line)
            default = None
            if kind == "protocol":
                default = "public" if is_public else "internal"
            elif kind == "extension":
                default = found.group(1) if found else None
            elif kind == "enum" and is_public:
                default = None
            pending = Scope(None, full, default, is_enum=kind == "enum" and is_public)
            if kind != "extension" and not is_public:
                pending.default = "internal"
            if kind == "protocol":
                pending.default = default
            continue
        if kind == "case":
            if scope.is_enum:
                body = re.compile(r"([^\n}]*)").match(text, position)
                cases = re.sub(r"\([^)]*\)", "", body.group(1))
                cases = re.sub(r"=\s*[^,]*", "", cases)
                for name in re.findall(r"`?(\w+)`?", cases):
                    yield (scope.type_name, name, "case", line)
                position = body.end()
            continue
        if kind in ("func", "init", "subscript"):
            if kind == "func":
                head = re.compile(r"\s+`?(\w+|[-+*/=<>!&|^%~.]+)`?").match(text, position)
                if not head:
                    continue
                name = head.group(1)
                position = head.end()
            else:
                name = kind
            generic = re.compile(r"\s*[?!]?\s*(?:<[^({]*>)?\s*\(").match(text, position)
            if not generic:
                continue
            end = closing(text, generic.end() - 1, "(", ")")
            parameters = text[generic.end():end]
            position = end
            if is_public and not re.search(r"\boverride\b", match.group(1)):
                yield (scope.type_name, f"{name}({labels(parameters)})", kind, line)
            continue
        if kind in ("typealias", "associatedtype"):
            head = re.compile(r"\s+`?(\w+)").match(text, position)
            if is_public and head:
                yield (scope.type_name, head.group(1), kind, line)
            continue
        head = re.compile(r"\s+([^\n={}:]+)").match(text, position)
        if head:
            position = head.end()
            names = head.group(1)
            if is_public and not re.search(r"\boverride\b", match.group(1)):
                for name in re.findall(r"`?(\w+)`?", names):
                    yield (scope.type_name, name, "property", line)


def read_table():
    """Apple's symbols: members by type and base name, and names without a type."""
    names = {}
    with open(os.path.join(ROOT, "data/apple-symbols.tsv"), encoding="utf-8") as file:
        for row in file:
            if row.startswith("#") or not row.strip():
                continue
            module, type_name, member = row.rstrip("\n").split("\t")[:3]
            if member:
                names.setdefault(type_name, set()).add(re.sub(r"\(.*", "", member).lower())
            else:
                parent, _, name = type_name.rpartition(".")
                names.setdefault(parent, set()).add(name.lower())
    return names


def read_list(path):
    rows = {}
    if os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            for number, row in enumerate(file, 1):
                if row.startswith("#") or not row.strip():
                    continue
                fields = row.rstrip("\n").split("\t")
                if len(fields) != 5 or fields[2] not in ("apple", "ours", "review"):
                    sys.exit(f"{path}:{number}: expected module, type, 'apple' or 'ours', names and a reason, separated by tabs")
                for name in fields[3].split():
                    rows[(fields[0], fields[1], name)] = (fields[2], fields[4], number)
    return rows


# Members that follow from a conformance that the declaration of a type states.
IMPLIED = {
    "rawValue", "init(rawValue:)", "init(_:)", "==(a:b:)", "hash(into:)", "copy(with:)", "mutableCopy(with:)", "encode(with:)",
    "init(coder:)", "supportsSecureCoding", ":RawRepresentable", ":OptionSet", ":NSCopying", ":NSMutableCopying", ":NSCoding",
    ":NSSecureCoding", ":Error",
}


def main():
    arguments = sys.argv[1:]
    if "-h" in arguments or "--help" in arguments:
        print(__doc__)
        return 0
    for argument in arguments:
        if argument not in ("--check", "--update", "--all"):
            print(__doc__, file=sys.stderr)
            return 2
    table = read_table()
    list_path = os.path.join(ROOT, "data/public-names.tsv")
    listed = read_list(list_path)
    needed, foreign = set(), {}
    for module in MODULES:
        own_types = set()
        declarations = []
        for folder, _, files in sorted(os.walk(os.path.join(ROOT, "Sources", module))):
            for name in sorted(files):
                if name.endswith(".swift"):
                    path = os.path.join(folder, name)
                    for declaration in public_names(module, path):
                        declarations.append(declaration + (os.path.relpath(path, ROOT),))
        raw = {entry[0] for entry in declarations if entry[1] == ":RawRepresentable"}
        for type_name, name, kind, line, path in declarations:
            if "--all" in arguments:
                print(f"{path}:{line}: {kind} {type_name}{'.' if type_name else ''}{name}")
            base = re.sub(r"\(.*", "", name)
            if any(part.startswith("_") for part in f"{type_name}.{base}".split(".") if part):
                continue
            if name in IMPLIED and kind != "conformance" or name == ":Hashable" and type_name in raw:
                continue
            # The members of a type of ours are listed with the type.
            parents = [type_name]
            while "." in parents[-1]:
                parents.append(parents[-1].rpartition(".")[0])
            ours = [split(parent) for parent in parents if parent]
            ours = [parent for parent in ours if listed.get((module, *parent), ("",))[0] == "ours"]
            if ours:
                needed |= {(module, *parent) for parent in ours}
                continue
            if base.lstrip(":").lower() in table.get(type_name, ()):
                continue
            key = (module, type_name, name)
            if key in listed:
                needed.add(key)
            else:
                foreign.setdefault(key, f"{path}:{line}: {kind}")
    unneeded = [key for key in listed if key not in needed and key not in foreign]
    if "--update" in arguments:
        rows = {}
        for key, value in listed.items():
            if key in needed:
                rows.setdefault((key[0], key[1], value[0], value[1]), []).append(key[2])
        for key in foreign:
            rows.setdefault((key[0], key[1], "review", ""), []).append(key[2])
        with open(list_path, "w", encoding="utf-8") as file:
            file.write("# module, type (empty: functions, constants and types), 'apple' or 'ours', names, reason; script/public-names reads it\n")
            for module, type_name, kind, reason in sorted(rows):
                names = " ".join(sorted(rows[(module, type_name, kind, reason)]))
                file.write("\t".join((module, type_name, kind, names, reason)) + "\n")
        return 0
    for key, place in foreign.items():
        print(f"{place} {key[1]}{'.' if key[1] else ''}{key[2]} is no name of Apple's {key[0]}")
    for key in unneeded:
        print(f"data/public-names.tsv:{listed[key][2]}: {key[1]}{'.' if key[1] else ''}{key[2]} is not declared any more, or Apple's table has it")
    reviews = [key for key, row in listed.items() if row[0] == "review"]
    for key in reviews:
        print(f"data/public-names.tsv:{listed[key][2]}: replace 'review' by 'apple' or 'ours' and give the reason")
    return 1 if "--check" in arguments and (foreign or unneeded or reviews) else 0


def split(full):
    parent, _, name = full.rpartition(".")
    return parent, name


if __name__ == "__main__":
    sys.exit(main())
