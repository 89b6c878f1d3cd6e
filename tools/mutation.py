"""The small mistakes that can be made in a source file, one at a time (for tools/mutants.py).

Not touched: annotations, docstrings, imports, messages of errors, and what stands directly in a
class (how events are numbered, how wide a field of the state is).
"""

import ast
import json
import re
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from types import ModuleType

SWAPS = {
    "<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==",
    "is": "is not", "is not": "is", "in": "not in", "not in": "in", "and": "or", "or": "and",
    "+": "-", "-": "+", "*": "//", "//": "*", "/": "*", "%": "//", "**": "*",
    "&": "|", "|": "&", "^": "&", "<<": ">>", ">>": "<<",
    "min": "max", "max": "min", "any": "all", "all": "any",
    "break": "continue", "continue": "break",
}  # fmt: skip
OPERATOR = re.compile(r"[-+*/%&|^<>=!]+|not in|in|is not|is|and|or")
UNTOUCHED = {"annotation", "returns", "decorator_list", "type_params"}

Function = ast.FunctionDef | None
Place = ast.expr | ast.stmt
Name = tuple[str, str, str, int]
Change = tuple[int, int, str]  # from a byte, to a byte, what stands there instead


def name_of(where: str, line: str, changed: str, nth: int = 1) -> Name:
    """The module is no part of the name: a function may move to another."""
    return where.partition(".")[2], line, changed, nth


@dataclass(frozen=True)
class Mutant:
    """One mistake, named so that other changes to the file leave the name alone."""

    where: str  # module and function
    line: str
    changed: str
    nth: int  # among those of this function that read the same
    path: Path
    source: bytes

    @property
    def name(self) -> Name:
        return name_of(self.where, self.line, self.changed, self.nth)

    def load(self, name: str) -> None:
        """Be the module of that name, for all that import it from now on."""
        module = sys.modules[name] = ModuleType(name)
        module.__file__ = str(self.path)
        exec(compile(self.source, self.path, "exec", dont_inherit=True), module.__dict__)


class Module:
    """A source file and the changes that can be made to it."""

    def __init__(self, path: Path):
        self.path = path
        self.source = path.read_bytes()
        self.lines = [0]
        for line in self.source.splitlines(keepends=True):
            self.lines.append(self.lines[-1] + len(line))

    def mutants(self) -> Iterator[Mutant]:
        seen = {self.source}
        alike: Counter[tuple[str, str, str]] = Counter()
        for where, function, node in self.walk(ast.parse(self.source), self.path.stem, None):
            for start, end, text in self.changes(node, function):
                source = self.source[:start] + text.encode() + self.source[end:]
                if source in seen:
                    continue
                seen.add(source)
                first = self.source.rfind(b"\n", 0, start) + 1
                last = self.source.find(b"\n", end)
                line = plain(self.source[first:last])
                changed = plain(source[first : last - len(self.source) + len(source)])
                alike[where, line, changed] += 1
                nth = alike[where, line, changed]
                yield Mutant(where, line, changed, nth, self.path, source)

    def walk(
        self, node: ast.AST, where: str, function: Function
    ) -> Iterator[tuple[str, Function, ast.AST]]:
        """Every node that may be changed, with the function it is in."""
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            where = f"{where}.{node.name}"
            function = node if isinstance(node, ast.FunctionDef) else None
        yield where, function, node
        for field, value in ast.iter_fields(node):
            inside = value if isinstance(value, list) else [value]
            for child in inside if field not in UNTOUCHED else []:
                match node, child:
                    case (ast.ClassDef(), ast.FunctionDef()):
                        yield from self.walk(child, where, function)
                    case (ast.ClassDef() | ast.Raise(), _) | (_, ast.JoinedStr()):
                        continue
                    case (_, ast.Expr(value=ast.Constant())):  # a docstring
                        continue
                    case (_, ast.Assign(targets=[ast.Name(id="__all__")])):
                        continue
                    case (ast.Compare(ops=[ast.In() | ast.NotIn()]), ast.Tuple()):  # in no order
                        for element in child.elts:
                            yield from self.walk(element, where, function)
                    case (_, ast.AST()):
                        yield from self.walk(child, where, function)

    def changes(self, node: ast.AST, function: Function) -> Iterator[Change]:
        """The mistakes that can be made at one node."""
        match node:
            case ast.stmt() if function is None:
                return
            case ast.Compare():
                sides = [node.left, *node.comparators]
                yield from (self.swap(left, right) for left, right in pairwise(sides))
            case ast.BinOp():
                yield self.swap(node.left, node.right)
            case ast.BoolOp():
                yield from (self.swap(left, right) for left, right in pairwise(node.values))
                for value in node.values:
                    yield self.put(value, str(isinstance(node.op, ast.And)))
            case ast.UnaryOp():
                yield self.put(node, re.sub(r"^(not\b|[-~+])\s*", "", self.text(node)))
            case ast.Constant(value=bool() as value):
                yield self.put(node, str(not value))
            case ast.Constant(value=int() | float() as value):
                yield self.put(node, str(value + 1))
            case ast.Constant(value=str() as value):
                yield self.put(node, json.dumps(value + "?", ensure_ascii=False))
            case ast.Tuple(elts=[first, second, *_], ctx=ast.Load()):
                between = self.source[self.end(first) : self.start(second)].decode()
                swapped = self.text(second) + between + self.text(first)
                yield self.start(first), self.end(second), swapped
            case ast.Call(func=ast.Name(id="range"), args=arguments):
                for bound in arguments[:2]:
                    # A number in it is raised by one anyway.
                    match bound:
                        case ast.Constant() | ast.BinOp(op=ast.Add(), right=ast.Constant()):
                            steps = ["- 1"]
                        case ast.UnaryOp() | ast.BinOp(op=ast.Sub(), right=ast.Constant()):
                            steps = ["+ 1"]
                        case _:
                            steps = ["- 1", "+ 1"]
                    for step in steps:
                        yield self.put(bound, f"{self.operand(bound)} {step}")
                if len(arguments) == 1:
                    yield self.put(arguments[0], f"1, {self.text(arguments[0])}")
            case ast.Call(func=ast.Name(id=name)) if name in SWAPS:
                yield self.put(node.func, SWAPS[name])
            case ast.If() | ast.IfExp():
                yield from (self.put(node.test, always) for always in ("True", "False"))
            case ast.While():
                yield self.put(node.test, "False")
            case ast.comprehension():
                for test in node.ifs:
                    yield from (self.put(test, always) for always in ("True", "False"))
            case ast.Break() | ast.Continue():
                yield self.put(node, SWAPS[self.text(node)])
            case ast.Return(value=ast.expr() as value):
                returns = ast.unparse(function.returns) if function and function.returns else ""
                if returns == "int":
                    yield self.put(value, f"{self.operand(value)} + 1")
                elif returns == "bool":
                    yield self.put(value, f"not {self.operand(value)}")
            case ast.AugAssign():
                yield self.swap(node.target, node.value)
                yield self.put(node, "pass")
            case ast.Return() | ast.Assign() | ast.AnnAssign() | ast.Raise() | ast.Delete():
                yield self.put(node, "pass")
            case ast.Expr(value=ast.Call()):
                yield self.put(node, "pass")

    def start(self, node: Place) -> int:
        return self.lines[node.lineno - 1] + node.col_offset

    def end(self, node: Place) -> int:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return self.lines[node.end_lineno - 1] + node.end_col_offset

    def text(self, node: Place) -> str:
        return self.source[self.start(node) : self.end(node)].decode()

    def operand(self, node: Place) -> str:
        """The text of a node, safe to be followed by an operator."""
        atom = isinstance(node, ast.Name | ast.Attribute | ast.Subscript | ast.Call | ast.Constant)
        return self.text(node) if atom else f"({self.text(node)})"

    def put(self, node: Place, text: str) -> Change:
        return self.start(node), self.end(node), text

    def swap(self, left: Place, right: Place) -> Change:
        """Another operator between two operands, or before the = of an assignment."""
        start, end = self.end(left), self.start(right)

        def other(found: re.Match[str]) -> str:
            return SWAPS.get(found[0]) or SWAPS[found[0][:-1]] + "="

        return start, end, OPERATOR.sub(other, self.source[start:end].decode(), count=1)


def plain(source: bytes) -> str:
    """Lines of source as one, without comments."""
    lines = (re.sub(r"(^|\s)#\s.*", "", line) for line in source.decode().splitlines())
    return " ".join(" ".join(lines).split())
