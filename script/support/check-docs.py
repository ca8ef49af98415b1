"""Checks links, symbol links and citations of the documentation; script/docs --check runs it.

usage: check-docs.py TOP

  1. Links of Markdown files lead to files and headings of the repository. URLs of other hosts are not requested.
  2. Paths in backticks that begin with script/, data/, docs/, Sources/, Tests/, Benchmarks/ or Examples/ exist.
  3. Citations of docs/spec in code, tests, data and documents name a page and a section, row or rule of it:
     `hls.md 6`, `hls.md sections 5 and 6`, `semantics 7`, `semantics section 7`, `umc-catalog.md C10`.
  4. Symbol links (two backticks) of DocC articles and of doc comments name a declaration of the package.
  5. The ids of rules in docs/spec/semantics.md are those of data/semantics.tsv.
  6. Each target with Swift files has an article, except for targets without content of their own.
"""

import os
import re
import sys

PAGE_NAMES = ("hls", "semantics", "umc-catalog", "umc-availability", "umc-manifest", "umc-validation")
PATHS = ("script", "data", "docs", "Sources", "Tests", "Benchmarks", "Examples")
WITHOUT_ARTICLE = re.compile(r"^_Testing_")
# Generated while tests or programs run.
OPTIONAL_PATHS = {"docs/changes/"}

LINK = re.compile(r"(?<!\!)\[(?:[^\[\]]|\[[^\]]*\])*\]\(<?([^()\s>]+)>?\)|!\[[^\]]*\]\(([^()\s]+)\)")
HEADING = re.compile(r"^(#{1,6})\s+(.*?)\s*#*\s*$")
CITED_PATH = re.compile(r"`((?:%s)/[A-Za-z0-9_./-]*)`" % "|".join(PATHS))
DECLARATION = re.compile(
    r"\b(?:func|var|let|case|struct|class|enum|protocol|actor|typealias|associatedtype|macro)\s+`?(\w+)")
CASES = re.compile(r"^\s*(?:indirect\s+)?case\s+([^:\n]*?)(?:\s*//.*)?$", re.M)
NUMBER = r"\d+(?:\.\d+)*"
LIST = rf"{NUMBER}(?:(?:, | and | to | or |, and ){NUMBER}(?![\w%]))*"
CITATION = re.compile(
    r"(?<![\w/.-])`?(?:docs/)?(?:spec/)?(?P<page>[a-z][a-z-]*)\.md`?(?:\)|\([^)]*\))?,?"
    rf"(?: sections? (?P<sections>{LIST})| (?P<plain>{NUMBER}(?: and {NUMBER})?)(?![\w%-])| (?P<row>(?:C|A|M|X|O|F|MF|V)\d+)(?!\w))?")
SHORT_CITATION = re.compile(
    rf"(?<![\w/.-])(?P<page>semantics|hls|design),? (?:sections? (?P<sections>{LIST})|(?P<plain>{NUMBER})(?![\w%-]))")


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


class Page:
    """The headings, numbered sections and rows of a Markdown file."""

    def __init__(self, text):
        self.anchors, self.sections, self.rows = set(), set(), set()
        section, seen, code = None, {}, False
        for line in text.split("\n"):
            if line.startswith("```"):
                code = not code
            if code:
                continue
            heading = HEADING.match(line)
            if heading:
                slug = re.sub(r"[^\w\- ]", "", re.sub(r"[`*]|\[|\]\([^)]*\)", "", heading.group(2)).lower()).replace(" ", "-")
                count = seen.get(slug, 0)
                seen[slug] = count + 1
                self.anchors.add(slug if count == 0 else f"{slug}-{count}")
                number = re.match(rf"({NUMBER})\.?\s", heading.group(2) + " ")
                if number:
                    section = number.group(1)
                    self.sections.add(section)
            item = re.match(r"(\d+)\. ", line)
            if item and section:
                self.sections.add(f"{section}.{item.group(1)}")
            self.sections |= set(re.findall(r"\bS(\d+\.\d+)\b", line))
            row = re.match(r"\| `?([A-Z]+(?:-[A-Z]+)*\d*)`? \|", line)
            if row:
                self.rows.add(row.group(1))


def without_code(text):
    return re.sub(r"^```.*?^```", lambda found: "\n" * found.group(0).count("\n"), text, flags=re.M | re.S)


class Checker:
    def __init__(self, top):
        self.top, self.faults, self.pages = top, [], {}
        self.markdown, self.code = [], []
        for folder, folders, names in os.walk(top):
            folders[:] = sorted(name for name in folders if not name.startswith(".") or name == ".ci")
            for name in sorted(names):
                path = os.path.relpath(os.path.join(folder, name), top)
                if name.endswith(".md"):
                    self.markdown.append(path)
                elif name.endswith((".swift", ".tsv", ".h", ".c", ".txt", ".pl")) or path.startswith(("script/", ".ci/")):
                    if not path.endswith((".pyc", "check-docs.py")):
                        self.code.append(path)
        self.texts = {}
        for path in self.markdown + self.code:
            try:
                self.texts[path] = read(os.path.join(top, path))
            except UnicodeDecodeError:
                pass

    def report(self, path, text, position, message):
        self.faults.append(f"{path}:{text.count(chr(10), 0, position) + 1}: {message}")

    def page(self, path):
        if path not in self.pages:
            self.pages[path] = Page(self.texts[path])
        return self.pages[path]

    def check_links(self):
        for path in self.markdown:
            text = without_code(self.texts[path])
            for found in LINK.finditer(text):
                target = found.group(1) or found.group(2)
                if re.match(r"[a-z]+:", target):
                    continue
                file, _, anchor = target.partition("#")
                goal = os.path.normpath(os.path.join(os.path.dirname(path), file)) if file else path
                if not os.path.exists(os.path.join(self.top, goal)):
                    self.report(path, text, found.start(), f"the link to {target} leads nowhere")
                elif anchor and goal in self.texts and anchor not in self.page(goal).anchors:
                    self.report(path, text, found.start(), f"{goal} has no heading #{anchor}")
            for found in CITED_PATH.finditer(text):
                if found.group(1) not in OPTIONAL_PATHS and not os.path.exists(os.path.join(self.top, found.group(1))):
                    self.report(path, text, found.start(), f"{found.group(1)} does not exist")

    def check_citations(self):
        spec = {name: f"docs/spec/{name}.md" for name in PAGE_NAMES}
        names = {os.path.basename(path) for path in self.texts if path.endswith(".md")}
        count = 0
        for path, text in self.texts.items():
            for pattern in (CITATION, SHORT_CITATION):
                for found in pattern.finditer(text):
                    name, short = found.group("page"), pattern is SHORT_CITATION
                    groups = found.groupdict()
                    if name not in spec:
                        if short or f"{name}.md" not in names:
                            self.report(path, text, found.start(), f"'{found.group(0).strip()}' cites a page that does not exist")
                        continue
                    count += 1
                    page = self.page(spec[name])
                    for number in re.findall(NUMBER, groups.get("sections") or groups.get("plain") or ""):
                        if number not in page.sections:
                            self.report(path, text, found.start(), f"{spec[name]} has no section {number}")
                    row = groups.get("row")
                    if row and row not in page.rows:
                        self.report(path, text, found.start(), f"{spec[name]} has no row {row}")
            for found in re.finditer(r"docs/decisions/(\d{4})", text):
                decisions = os.path.join(self.top, "docs/decisions")
                if not any(name.startswith(found.group(1)) for name in os.listdir(decisions)):
                    self.report(path, text, found.start(), f"there is no decision {found.group(1)}")
        return count

    def check_symbols(self):
        declared, targets = set(), set(os.listdir(os.path.join(self.top, "Sources")))
        for path, text in self.texts.items():
            if path.startswith("Sources/") and path.endswith(".swift"):
                declared |= set(DECLARATION.findall(text))
                for cases in CASES.findall(text):
                    declared |= set(re.findall(r"(?:^|,)\s*`?(\w+)", cases))
        declared |= {target.replace("-", "_") for target in targets} | {"init", "subscript"}
        count = 0
        for path, text in self.texts.items():
            if not path.startswith("Sources/"):
                continue
            if path.endswith(".md"):
                area = without_code(text)
            elif path.endswith(".swift"):
                area = re.sub(r"^(?![ \t]*///).*$", "", text, flags=re.M)
            else:
                continue
            for found in re.finditer(r"(?<!`)``([^`\n]+)``(?!`)", area):
                count += 1
                for part in found.group(1).split("/"):
                    base = re.match(r"\w+", part)
                    if base and base.group(0) not in declared:
                        self.report(path, area, found.start(), f"no declaration for the symbol link ``{found.group(1)}``")
                        break
            for found in re.finditer(r"<doc:([\w-]+)>", area):
                if not any(os.path.basename(other) == found.group(1) + ".md" for other in self.markdown) and found.group(1) not in targets:
                    self.report(path, area, found.start(), f"no article for <doc:{found.group(1)}>")
        return count

    def check_rules(self):
        table, page = self.texts.get("data/semantics.tsv"), "docs/spec/semantics.md"
        if table is None:
            return
        known = set(re.findall(r"^(S\d+\.\d+)\t", table, re.M))
        stated = set(re.findall(r"^(?:- |\d+\. )?\**\|? ?(S\d+\.\d+)\b", self.texts[page], re.M))
        self.faults += [f"{page}: {rule} of data/semantics.tsv is missing" for rule in sorted(known - stated)]
        self.faults += [f"{page}: {rule} is not in data/semantics.tsv" for rule in sorted(stated - known)]

    def check_articles(self):
        for target in sorted(os.listdir(os.path.join(self.top, "Sources"))):
            if WITHOUT_ARTICLE.match(target):
                continue
            if any(path.startswith(f"Sources/{target}/") and path.endswith(".swift") for path in self.texts):
                path = f"Sources/{target}/{target}.docc/{target}.md"
                if path not in self.texts:
                    self.faults.append(f"Sources/{target}: the target has no article; write {path}")
                elif not self.texts[path].startswith("# ``" + target.replace("-", "_") + "``\n"):
                    self.faults.append(f"{path}:1: the title is not ``{target.replace('-', '_')}``")


def main():
    checker = Checker(sys.argv[1])
    checker.check_links()
    citations = checker.check_citations()
    symbols = checker.check_symbols()
    checker.check_rules()
    checker.check_articles()
    for fault in sorted(set(checker.faults)):
        print(f"script/docs: {fault}", file=sys.stderr)
    if checker.faults:
        sys.exit(1)
    print(f"{len(checker.markdown)} pages, {citations} citations and {symbols} symbol links are correct")


main()
