"""Writes the tables of docs/now-playing.md, or checks them; script/now-playing-rules runs it.

usage: now-playing-page.py TOP TABLES [--check]
"""

import re
import sys

BEGIN, END = "<!-- rules -->", "<!-- /rules -->"
top, tables, check = sys.argv[1], sys.argv[2], "--check" in sys.argv[3:]
page_path = f"{top}/docs/now-playing.md"


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


text = read(tables)
rules = re.findall(r"^\| (NP\d+) \|", text[text.index("## Rules"):], re.M)
source = read(f"{top}/Tests/NowPlayingTestSupport/Mistake.swift")
mistakes = re.findall(r'Mistake\(\s*"([^"]+)", \.(np\d+), (\[[^\]]*\]|onDemand|ContentKind\.allCases)', source)
kinds = {"onDemand": "movie, episode", "ContentKind.allCases": "all"}
# NP5 compares a log with feeds.
elsewhere = {"NP5": [("`umc nowplaying`: Tests/NowPlayingFeedsTests", "all")]}
rows = {rule: list(elsewhere.get(rule, [])) for rule in rules}
for title, rule, where in mistakes:
    names = kinds.get(where) or ", ".join(re.findall(r"\.(\w+)", where))
    rows.setdefault(rule.upper(), []).append((title, names))
text += "\n## Tests\n\nEach of these mistakes is planted into a clean recording; the tests check that the validator finds the mistake, "
text += "names it by its rule,\nand reports nothing else.\n\n| rule | planted mistake | kinds |\n| --- | --- | --- |\n"
for rule in rules:
    for title, names in rows[rule]:
        text += f"| {rule} | {title} | {names} |\n"
untested = [rule for rule in rules if not rows[rule]]
if untested:
    sys.exit(f"script/now-playing-rules: no planted mistake tests {', '.join(untested)}")

page = read(page_path)
if page.count(BEGIN) != 1 or page.count(END) != 1:
    sys.exit(f"script/now-playing-rules: docs/now-playing.md must have {BEGIN} and {END} once")
new = page[:page.index(BEGIN) + len(BEGIN)] + "\n" + text + page[page.index(END):]
if check:
    if new != page:
        sys.exit("script/now-playing-rules: docs/now-playing.md is not up to date; run script/now-playing-rules and commit the page")
else:
    with open(page_path, "w", encoding="utf-8") as file:
        file.write(new)
