"""Builds the documentation of all targets as one static site; script/docs runs it after a build.

usage: build-docs.py TOP BIN OUTPUT [OPTION...]

  BIN      the folder of the built products (swift build --show-bin-path)
  OPTION   an option of `docc convert`

For each target with an article, extracts the symbol graph from the built module and converts both with docc; then merges the archives. The
whole output of the tools is in .build/documentation.log.
"""

import concurrent.futures
import json
import os
import re
import shutil
import subprocess
import sys

BROKEN = re.compile(r"warning: .*(doesn't exist at|can't be resolved|is ambiguous at|No external resolver|not found in)")


class Failure(Exception):
    pass


def run(command):
    done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        raise Failure(" ".join(command[:4]) + f" … ended with {done.returncode}:\n" + done.stdout)
    return done.stdout


def import_options(build):
    """Returns the options with which each module of the package finds the modules that it imports."""
    options = {}
    with open(os.path.join(build, "debug.yaml"), encoding="utf-8") as file:
        for line in file:
            if '"-module-name",' not in line or "args: [" not in line:
                continue
            arguments = json.loads(line.split("args: ", 1)[1])
            kept, index = [], 0
            while index < len(arguments):
                argument = arguments[index]
                if argument == "-Xcc" or argument in ("-I", "-target"):
                    kept += arguments[index:index + 2]
                    index += 1
                elif argument.startswith("-I"):
                    kept.append(argument)
                index += 1
            options[arguments[arguments.index("-module-name") + 1]] = kept
    return options


class Site:
    def __init__(self, top, products, extra):
        self.top, self.extra = top, extra
        self.work = os.path.join(top, ".build/documentation-parts")
        shutil.rmtree(self.work, ignore_errors=True)
        os.makedirs(self.work)
        self.options = import_options(os.path.join(top, ".build"))
        self.modules = os.path.join(products, "Modules")

    def graph(self, module, folder):
        """Writes the symbol graph of the public declarations, or of all of the package if none is public."""
        for level in ("public", "package"):
            shutil.rmtree(folder, ignore_errors=True)
            os.makedirs(folder)
            said = run(
                ["swift", "symbolgraph-extract", "-module-name", module, "-I", self.modules, *self.options[module],
                 "-output-dir", folder, "-minimum-access-level", level, "-skip-synthesized-members", "-emit-extension-block-symbols"])
            with open(os.path.join(folder, module + ".symbols.json"), encoding="utf-8") as file:
                if json.load(file)["symbols"]:
                    break
        return said

    def convert(self, target):
        """Returns what the tools said."""
        module = target.replace("-", "_")
        folder = os.path.join(self.work, target)
        said = self.graph(module, folder)
        return said + run(
            ["docc", "convert", f"{self.top}/Sources/{target}/{target}.docc", "--additional-symbol-graph-dir", folder, "--output-path",
             folder + ".doccarchive", "--fallback-display-name", module, "--fallback-bundle-identifier", target, "--emit-lmdb-index",
             "--transform-for-static-hosting", *self.extra])

    def merge(self, targets, output):
        archives = [os.path.join(self.work, target + ".doccarchive") for target in targets]
        return run(["docc", "merge", *archives, "--synthesized-landing-page-name", "OpenAVKit", "--output-path", output])


def main():
    top, products, output = sys.argv[1:4]
    targets = sorted(name for name in os.listdir(f"{top}/Sources") if os.path.isdir(f"{top}/Sources/{name}/{name}.docc"))
    site = Site(top, products, sys.argv[4:])
    with open(f"{top}/.build/documentation.log", "w", encoding="utf-8") as log:
        try:
            with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
                said = list(pool.map(site.convert, targets))
            said.append(site.merge(targets, output))
        except Failure as failure:
            log.write(str(failure))
            sys.exit(f"script/docs: {str(failure)[-4000:]}")
        log.writelines(said)
    lines = "".join(said).split("\n")
    broken = [f"{line}\n{after}" for line, after in zip(lines, lines[1:]) if BROKEN.match(line)]
    if broken:
        sys.exit("\n".join(broken) + "\nscript/docs: these links lead nowhere")
    print(f"{output}: {len(targets)} targets")


main()
