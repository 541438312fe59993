"""Finds every mutant of a source file: one token or one statement changed.

A mutant is kept as the piece of source around the change: the smallest piece between brackets, commas and semicolons
that is an expression of its own. The piece is chosen at run time as a whole, so nothing here has to know precedence.
"""
from dataclasses import dataclass

RELATIONAL = {"<": ["<=", ">="], "<=": ["<", ">"], ">": [">=", "<="], ">=": [">", "<"], "==": ["!="], "!=": ["=="]}
ARITHMETIC = {"+": ["-"], "-": ["+"], "*": ["/"], "/": ["*"], "%": ["*"], "<<": [">>"], ">>": ["<<"], "&": ["|"],
              "|": ["&"], "++": ["--"], "--": ["++"], "+=": ["-="], "-=": ["+="], "|=": ["&="], "&=": ["|="]}
LOGICAL = {"&&": ["||"], "||": ["&&"]}
SIGNS = ("!", "~", "-")
ASSIGNMENT = ("=", "+=", "-=", "*=", "/=", "%=", "|=", "&=", "^=", "<<=", ">>=")
KEYWORDS = ("return", "else", "do", "throw", "case")
# No result depends on the order of their arguments, on how much memory is asked for early, or on what the compiler
# alone sees: no mutants.
COMMUTATIVE = ("max", "min", "saturating_add", "saturating_mul", "checked_mul")
WITHOUT_RESULT = ("reserve", "static_assert")
HEADS = ("if", "for", "while", "switch")
OPERATORS = ("relational", "arithmetic", "logical", "constant", "negated condition", "deleted statement",
             "swapped arguments")


@dataclass
class Mutant:
    path: str
    line: int
    operator: str
    before: str
    after: str
    span: tuple  # of the piece that is chosen at run time
    change: tuple  # the part of it that is replaced
    number: int = 0
    anchor: tuple = ()  # lines of source that occur once in the file; the last is the changed one
    nth: int = 1  # among equal changes on that line
    is_statement: bool = False

    @property
    def key(self):
        return (self.path, self.anchor, self.operator, self.before, self.after, self.nth)

    def __str__(self):
        nth = f" #{self.nth}" if self.nth > 1 else ""
        return f"{self.path}:{self.line}: {self.operator}: {self.before} -> {self.after}{nth}"


class Finder:
    def __init__(self, source):
        self.source = source
        self.tokens = source.tokens
        self.match = source.match
        self.mutants = []

    def find(self):
        self.statements = Statements(self.source)
        self.without_result = self.statements.without_result
        for i, token in enumerate(self.tokens):
            self.operators_at(i, token)
        for i, token in enumerate(self.tokens):
            if token.text == "(" and self.is_call(i):
                self.swaps_at(i)
        for first, last in self.statements.conditions:
            self.negation(first, last)
        for i, token in enumerate(self.tokens):
            if token.text == "?":
                self.negation(self.condition_start(i), i)
        for first, last in self.statements.deletable:
            self.add(first, "deleted statement", (first, last), (first, last), "nothing", is_statement=True)
        self.mutants.sort(key=lambda mutant: (mutant.change, OPERATORS.index(mutant.operator), mutant.after))
        return self.mutants

    def text(self, first, last):
        return " ".join(self.source.text[self.tokens[first].start : self.tokens[last - 1].end].split())

    def add(self, at, operator, span, change, after, is_statement=False):
        """span and change are token ranges."""
        if any(first <= at < last for first, last in self.without_result):
            return
        place = lambda pair: (self.tokens[pair[0]].start, self.tokens[pair[1] - 1].end)
        self.mutants.append(Mutant(self.source.path, self.tokens[at].line, operator, self.text(*change), after,
                                   place(span), place(change), is_statement=is_statement))

    def operators_at(self, i, token):
        binary = token.spaced and token.kind == "mark" and i not in self.match and self.tokens[i + 1].text not in "{;"
        for operator, table in (("relational", RELATIONAL), ("arithmetic", ARITHMETIC), ("logical", LOGICAL)):
            step = token.text in ("++", "--") and self.before(i) != "operator"
            if token.text in table and (binary or step):
                whole = step or token.text in ASSIGNMENT
                for after in table[token.text]:
                    self.replace(i, operator, after, whole)
        if token.text in SIGNS and not token.spaced and self.is_prefix(i):
            # Both arms of a choice need one type: `!!x` stands for x where x is tested.
            self.replace(i, *(("logical", "!!") if token.text == "!" else ("arithmetic", "nothing")))
        if token.kind == "number":
            for after in neighbours(token.text):
                self.replace(i, "constant", after)
        if token.text in ("true", "false"):
            self.replace(i, "constant", "false" if token.text == "true" else "true")

    def replace(self, i, operator, after, whole=False):
        span = self.piece(i, whole)
        if span:
            self.add(i, operator, span, (i, i + 1), after)

    def before(self, i):
        return self.source.before(i)

    def is_prefix(self, i):
        return self.tokens[i - 1].kind == "mark" and self.before(i) not in (")", "]", "}") or self.before(i) == "return"

    def piece(self, i, whole=False):
        """Range of tokens of the expression around i; whole: its assignments belong to it."""
        first = self.piece_start(i, whole)
        last = self.match[i] + 1 if self.source.is_open(i) else i + 1
        while last < len(self.tokens) and not self.ends_piece(last):
            last = self.match[last] + 1 if self.source.is_open(last) else last + 1
        return (first, last) if first < last else None

    def piece_start(self, i, whole):
        first = i
        while first > 0:
            at = first - 1
            text = self.tokens[at].text
            if self.source.is_open(at) or text in (",", ";") or text in KEYWORDS:
                break
            if text in ASSIGNMENT and not whole and self.before(at) != "operator":
                break
            if text == ":" and not self.is_ternary_colon(at):
                break
            if self.source.is_close(at):
                if self.is_statement_end(at):
                    break
                at = self.match[at]
            first = at
        return first

    def is_statement_end(self, at):
        """Whether the bracket that closes at `at` is the head or the body of a statement before this one."""
        opening = self.match[at]
        if self.tokens[at].text == ")":
            return self.before(opening) in HEADS
        if self.tokens[at].text == "}":
            return self.source.is_block(opening) and not self.is_lambda(opening)
        return False

    def is_lambda(self, opening):
        at = opening - 1
        while self.tokens[at].text in ("mutable", "noexcept"):
            at -= 1
        if self.tokens[at].text == ")":
            at = self.match[at] - 1
        return self.tokens[at].text == "]"

    def ends_piece(self, i):
        return self.source.is_close(i) or self.tokens[i].text in (",", ";")

    def is_ternary_colon(self, colon):
        colons, at = 1, colon - 1
        while at >= 0:
            text = self.tokens[at].text
            if self.source.is_open(at) or text in (",", ";"):
                return False
            colons += {":": 1, "?": -1}.get(text, 0)
            if colons == 0:
                return True
            if self.source.is_close(at):
                if self.is_statement_end(at):
                    return False
                at = self.match[at]
            at -= 1
        return False

    def condition_start(self, question):
        first = self.piece_start(question, whole=False)
        for at in range(question - 1, first, -1):  # a ternary within the last operand of another
            if self.tokens[at].text == ":" and self.is_outside_brackets(at, first):
                return at + 1
        return first

    def is_outside_brackets(self, at, first):
        return not any(first <= opening < at < closing for opening, closing in self.match.items())

    def negation(self, first, last):
        inside = range(first, last)
        if first >= last or any(self.tokens[i].text == "=" for i in inside):
            return  # a declaration
        top = [i for i in inside if self.is_outside_brackets(i, first)]
        texts = [self.tokens[i].text for i in top]
        joined = any(text in LOGICAL for text in texts)
        relates = any(self.tokens[i].spaced and self.tokens[i].text in RELATIONAL for i in top)
        if not joined and (texts[0] == "!" or relates):
            return  # the same as the opposite relation, or as dropping the `!`
        span = self.piece(first)
        if span:
            self.add(first, "negated condition", span, (first, last), f"!({self.text(first, last)})")

    def is_call(self, i):
        """A name before the bracket, and no type before the name: that would be a declaration."""
        at = i - 1
        if self.source.is_close(at) and self.tokens[at].text == ">":
            at = self.match[at] - 1
        if self.tokens[at].kind != "word" or self.tokens[at].text in HEADS + KEYWORDS:
            return False
        while self.before(at) in ("::", ".", "->"):
            at -= 2
            while self.source.is_close(at):
                at = self.match[at] - 1
        if self.is_parameter(i + 1) or self.is_member_initializer(at):
            return False
        before = self.tokens[at - 1]
        return not (before.kind == "word" and before.text not in KEYWORDS) and before.text not in (">", "&", "*", "~")

    def is_parameter(self, at):
        """Whether a type and a name stand here."""
        return self.tokens[at].text == "const" or self.tokens[at].kind == self.tokens[at + 1].kind == "word"

    def is_member_initializer(self, name):
        at = name - 1
        while self.tokens[at].text == "," and self.source.is_close(at - 1):
            at = self.match[at - 1] - 2
        return self.tokens[at].text == ":" and self.before(at) == ")" and not self.is_ternary_colon(at)

    def kind_of_argument(self, first, last):
        """Arguments of two kinds cannot be swapped."""
        if all(self.tokens[i].kind == "string" for i in range(first, last)):
            return "string"
        return "lambda" if self.tokens[first].text == "[" else "other"

    def swaps_at(self, i):
        arguments = self.arguments(i)
        span = self.piece(i)
        if self.callee(i) in COMMUTATIVE and len(arguments) == 2:
            return
        for left, right in zip(arguments, arguments[1:]):
            same_kind = self.kind_of_argument(*left) == self.kind_of_argument(*right)
            if span and same_kind and self.text(*left) != self.text(*right):
                self.add(left[0], "swapped arguments", span, (left[0], right[1]),
                         f"{self.text(*right)}, {self.text(*left)}")

    def callee(self, i):
        at = self.match[i - 1] - 1 if self.before(i) == ">" else i - 1
        return self.tokens[at].text

    def arguments(self, i):
        end, first, at, found = self.match[i], i + 1, i + 1, []
        while at < end:
            if self.tokens[at].text == ",":
                found.append((first, at))
                first = at + 1
            at = self.match[at] + 1 if self.source.is_open(at) else at + 1
        return found + [(first, end)] if first < end else found


def neighbours(number):
    digits = number.rstrip("uUlLfF")
    suffix = number[len(digits):]
    if digits.isdigit():
        value = int(digits)
        return [f"{value + 1}{suffix}"] + ([f"{value - 1}{suffix}"] if value > 0 else [])
    if digits.lower().startswith("0x"):
        return []
    return [f"({number} + 1)"]


class Statements:
    """Walks the statements of all function bodies: which can be deleted, and what the conditions are."""

    def __init__(self, source):
        self.source = source
        self.tokens = source.tokens
        self.match = source.match
        self.deletable = []
        self.conditions = []
        self.without_result = []
        for i in range(len(self.tokens)):
            if self.source.is_open(i) and self.tokens[i].text == "{" and self.is_body(i):
                self.block(i)

    def is_body(self, i):
        """A body of a function or a lambda; bodies of statements are reached from there."""
        if not self.source.is_block(i) or self.source.before(i) in ("else", "do", "{", "}", ";", ":"):
            return False
        if self.source.before(i) == ")":
            return self.source.before(self.match[i - 1]) not in HEADS
        return True

    def text(self, i):
        return self.tokens[i].text

    def block(self, opening):
        at, end = opening + 1, self.match[opening]
        while at < end:
            at = self.statement(at, end)

    def statement(self, at, end, is_guard=False):
        """Looks at the statement that begins at `at` and returns where the next one does."""
        text = self.text(at)
        if text == "{":
            self.guarded_block(at, is_guard)
            return self.match[at] + 1
        if text in HEADS:
            return self.head(at, end)
        if text == "do":
            after = self.statement(at + 1, end)
            self.conditions.append((after + 2, self.match[after + 1]))
            return self.match[after + 1] + 2
        if text in ("case", "default"):
            while self.text(at) != ":":
                at += 1
            return at + 1
        last = self.semicolon(at) + 1
        if is_expression(self.source, at) or text in ("continue", "break") or (
                text == "return" and (is_guard or self.text(at + 1) == ";")):
            self.deletable.append((at, last))
            if self.text(last - 2) == ")" and self.source.before(self.match[last - 2]) in WITHOUT_RESULT:
                self.without_result.append((at, last))
        return last

    def guarded_block(self, opening, is_guard):
        at, end = opening + 1, self.match[opening]
        while at < end:
            is_return = self.text(at) == "return" and self.semicolon(at) + 1 == end
            at = self.statement(at, end, is_guard=is_guard and is_return)

    def head(self, at, end):
        opening = at + 1
        closing = self.match[opening]
        self.condition(self.text(at), opening, closing)
        after = self.branch_end(closing + 1)
        has_else = after < end and self.text(after) == "else"
        # A `return` can go only where something follows it: to run off the end of a function has no meaning.
        is_guard = self.text(at) == "if" and not has_else and after < end
        after = self.statement(closing + 1, end, is_guard=is_guard)
        if has_else:
            after = self.statement(after + 1, end)
        return after

    def branch_end(self, at):
        """Where the statement at `at` ends, without looking into it."""
        if self.text(at) == "{":
            return self.match[at] + 1
        if self.text(at) in HEADS:
            after = self.branch_end(self.match[at + 1] + 1)
            return self.branch_end(after + 1) if self.text(after) == "else" else after
        return self.semicolon(at) + 1

    def condition(self, head, opening, closing):
        if head in ("if", "while"):
            self.conditions.append((opening + 1, closing))
        elif head == "for":
            semicolons = [i for i in self.outer(opening + 1, closing) if self.text(i) == ";"]
            if len(semicolons) == 2:
                self.conditions.append((semicolons[0] + 1, semicolons[1]))

    def outer(self, first, last):
        at = first
        while at < last:
            yield at
            at = self.match[at] + 1 if self.source.is_open(at) else at + 1

    def semicolon(self, at):
        while self.text(at) != ";":
            at = self.match[at] + 1 if self.source.is_open(at) else at + 1
        return at


def is_expression(source, at):
    """Whether the simple statement at `at` is an expression, not a declaration: no two names follow each other."""
    tokens, match = source.tokens, source.match
    if tokens[at].text in ("++", "--", "*", "("):
        return True
    if tokens[at].kind != "word" or tokens[at].text in ("return", "const", "auto", "static", "constexpr", "using"):
        return False
    at += 1
    while tokens[at].text in (".", "->", "::") or source.is_open(at):
        if source.is_open(at) and tokens[at].text == "{":
            return False
        at = match[at] + 1 if source.is_open(at) else at + 2
    follower = tokens[at]
    return follower.text == ";" or follower.text in ASSIGNMENT or follower.text in ("++", "--") or follower.spaced and (
        follower.kind == "mark" and follower.text not in ("&", "*"))


def anchor_of(lines, number):
    """The line and as many before it as make it unique in the file; lines without their indentation."""
    stripped = [line.strip() for line in lines]
    for first in range(number - 1, -1, -1):
        anchor = tuple(stripped[first:number])
        if occurrences(stripped, anchor) == 1:
            return anchor
    return tuple(stripped[:number])


def occurrences(stripped, anchor):
    return sum(tuple(stripped[i : i + len(anchor)]) == anchor for i in range(len(stripped) - len(anchor) + 1))


def find_mutants(source):
    mutants = Finder(source).find()
    seen = {}
    for mutant in mutants:
        mutant.anchor = anchor_of(source.original_lines, mutant.line)
        place = (mutant.line, mutant.operator, mutant.before, mutant.after)
        seen[place] = mutant.nth = seen.get(place, 0) + 1
    return mutants
