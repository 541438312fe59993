"""Splits C++ source into tokens and matches their brackets.

It knows as much of C++ as mutation needs and leans on clang-format: a `<`, `*`, `&` or `-` with a blank on both sides
is an operator between two operands, anything else is a template bracket, a pointer, a reference or a sign.
"""
import bisect
import re
from dataclasses import dataclass

TOKEN = re.compile(
    r"""(?P<word>[A-Za-z_]\w*)
      | (?P<number>(?:0[xX][0-9a-fA-F']+|\d[\d']*\.?\d*(?:[eE][+-]?\d+)?)[a-zA-Z]*)
      | (?P<string>"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')
      | (?P<mark><=>|<<=|>>=|\.\.\.|->|::|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|.)""",
    re.X | re.S,
)
STRING = r'"(?:\\.|[^"\\\n])*"'
COMMENT = re.compile(STRING + r"|//[^\n]*|/\*.*?\*/", re.S)
DIRECTIVE = re.compile(r"^[ \t]*#[^\n]*", re.M)
CLOSER = {"(": ")", "[": "]", "{": "}", "<": ">"}


@dataclass(frozen=True)
class Token:
    kind: str
    text: str
    start: int
    end: int
    line: int
    spaced: bool  # blanks before and after


class Source:
    def __init__(self, path, text):
        self.path = path
        self.code = without(text, COMMENT)  # what the compiler is to see
        self.text = without(self.code, DIRECTIVE)  # what is looked at here
        self.original_lines = text.split("\n")
        self.tokens = tokenize(self.text)
        self.match = match_brackets(self.tokens)

    def before(self, i):
        return self.tokens[i - 1].text if i > 0 else ""

    def is_open(self, i):
        return i in self.match and self.match[i] > i

    def is_close(self, i):
        return i in self.match and self.match[i] < i

    def is_block(self, i):
        """Whether the `{` at i holds statements (of a function, a lambda or a statement), not a value or members."""
        before = self.before(i)
        if before in ("else", "do", "{", "}", ";", "const", "noexcept", "override", "mutable", "]", "&&", "&", ":"):
            return True
        return before == ")"


def without(text, pattern):
    """The same text with blanks for what matches outside strings; every character stays at its place."""
    blank = lambda found: re.sub(r"[^\n]", " ", found[0])
    return pattern.sub(lambda found: found[0] if found[0].startswith('"') else blank(found), text)


def tokenize(text):
    starts = [0] + [found.end() for found in re.finditer("\n", text)]
    tokens = []
    for found in TOKEN.finditer(text):
        if found[0].isspace():
            continue
        start, end = found.span()
        spaced = text[start - 1 : start].isspace() and text[end : end + 1].isspace()
        tokens.append(Token(found.lastgroup, found[0], start, end, bisect.bisect(starts, start), spaced))
    return tokens


def match_brackets(tokens):
    """Index of the partner for every bracket, both ways. A `>>` can close two template brackets; it then has none."""
    match, open_ = {}, []
    for i, token in enumerate(tokens):
        text = token.text
        if text in ("(", "[", "{") or (text == "<" and opens_template(tokens, i)):
            open_.append(i)
        elif text == ">>" and not token.spaced and len(open_) > 1 and tokens[open_[-1]].text == "<":
            match[open_.pop()] = i
            match[i] = open_.pop()
            match[match[i]] = i
        elif text in (")", "]", "}") or (text == ">" and open_ and tokens[open_[-1]].text == "<"):
            if not open_ or CLOSER[tokens[open_[-1]].text] != text:
                raise ValueError(f"line {token.line}: '{text}' closes nothing")
            match[i] = open_.pop()
            match[match[i]] = i
    if open_:
        raise ValueError(f"line {tokens[open_[-1]].line}: '{tokens[open_[-1]].text}' is never closed")
    return match


def opens_template(tokens, i):
    return tokens[i - 1].text == "template" or (not tokens[i].spaced and tokens[i - 1].kind == "word")
