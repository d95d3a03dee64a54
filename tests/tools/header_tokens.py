"""Splits Hail's public headers into words, for declarations.py."""
import re

TOKEN = re.compile(r"""(?P<gap>\n(?:[ \t]*\n)+) | (?P<space>\s+) | (?P<comment>/\*.*?\*/)
    | (?P<directive>^\#(?:[^\n\\/]|\\\n|/(?!\*))*) | (?P<word>[A-Za-z_]\w*) | (?P<number>\d(?:[\w.]|(?<=[eE])[+-])*)
    | (?P<string>"[^"\n]*") | (?P<mark><<|[][(){}*,;:=+|&!<>?./%^~-])""", flags=re.DOTALL | re.MULTILINE | re.VERBOSE)


class Trouble(Exception):
    """Something in a header that this file does not understand."""


class Token:
    def __init__(self, kind, text, line):
        self.kind, self.text, self.line, self.last = kind, text, line, line + text.count("\n")


def tokens(text, name):
    """The header's tokens without spaces."""
    at, line = 0, 1
    while at < len(text):
        found = TOKEN.match(text, at)
        if not found:
            raise Trouble(f"{name}:{line}: what is {text[at:at + 20]!r}?")
        if found.lastgroup != "space":
            yield Token(found.lastgroup, found[0], line)
        line += found[0].count("\n")
        at = found.end()


class Reader:
    """A header's tokens, taken one by one."""

    def __init__(self, text, name):
        self.name, self.at, self.tokens = name, 0, list(tokens(text, name))

    def peek(self, ahead=0):
        at = self.at + ahead
        return self.tokens[at] if at < len(self.tokens) else Token("end", "", self.tokens[-1].last)

    def take(self, *texts):
        token = self.peek()
        if texts and token.text not in texts:
            raise Trouble(f"{self.name}:{token.line}: {token.text!r} where {' or '.join(texts)} should be")
        self.at += 1
        return token

    def word(self):
        if self.peek().kind != "word":
            self.take("a name")
        return self.take().text

    def taken(self, text):
        """Whether the next token is this one, which is taken then."""
        found = self.peek().text == text
        self.at += found
        return found

    def until(self, *ends):
        """The texts up to one of these marks or a comment, which is not taken."""
        words = []
        while self.peek().text not in ends and self.peek().kind != "comment":
            if self.peek().kind not in ("word", "number", "mark"):
                self.take(*ends)
            words.append(self.take().text)
        return words

    def beside(self):
        """The comment on the line of the last token, or ''."""
        token, line = self.peek(), self.tokens[self.at - 1].last
        return self.take().text if token.kind == "comment" and token.line == line else ""

    def above(self):
        """The last of the comments that come next, and gaps; or ''."""
        comment = ""
        while self.peek().kind in ("comment", "gap"):
            token = self.take()
            comment = token.text if token.kind == "comment" else ""
        return comment
