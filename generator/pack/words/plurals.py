"""Plural rules: which form of a counted text a number takes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from babel import Locale

_MANY = 1_000_000
_COUNTED = (*range(1001), *range(_MANY, _MANY + 101))
"""The numbers that a rule is tried with; a larger one takes the form of the same digits within these."""

_SHOWN = range(201)
"""The numbers by which languages tell their forms apart."""

_GERMANIC = (2, "n != 1")

_HALVES_LIKE_TWO = ("ru",)
"""Languages without a form for fractions in catalogues where they take exactly the form that 2 has."""

_COUNTED_ALIKE = ("az", "fa", "hu", "ka", "kk", "ky", "tk", "tr", "ug", "uz")
"""Languages whose words stay the same after a number, so that one form of a counted text may be enough."""


class Choice(NamedTuple):
    """The number of a form; a guess where the catalogue has no form of its own for such a number."""

    form: int
    guess: bool = False


@dataclass(frozen=True)
class PluralRule:
    """The rule of a catalogue's Plural-Forms, for a language, with its number of forms and its expression.

    Raises `ValueError` for an expression that is none; `tried` finds the other faults of a rule.
    """

    language: str
    count: int
    expression: str
    _form: Callable[[int], int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        from gettext import c2py

        try:
            object.__setattr__(self, "_form", c2py(self.expression))
        except (ValueError, RecursionError, MemoryError):
            raise ValueError("they can't be read") from None

    def tried(self) -> PluralRule:
        """Return the rule itself; `ValueError` when there is a number up to 1000 that it gives no form."""
        for n in _COUNTED:
            self.whole(n)
        return self

    def whole(self, n: int) -> int:
        """Return the number of the form for a whole number from 0; `ValueError` when it is given none."""
        try:
            form = int(self._form(n if n < _MANY else _MANY + n % _MANY))
        except ArithmeticError:
            raise ValueError(f"they give {n} no form, as they divide by 0") from None
        if not 0 <= form < self.count:
            raise ValueError(f"they give {n} the form {form} of 0 to {self.count - 1}")
        return form

    def choice(self, number: Decimal) -> Choice:
        """Return the form that a number takes, as it is printed: 2.0 is a fraction, 2 isn't."""
        exponent = number.as_tuple().exponent
        if not (isinstance(exponent, int) and exponent < 0):
            return Choice(self.whole(abs(int(number))))
        category = category_of(self.language, number)
        if category in self._by_category:
            return Choice(self._by_category[category])
        if self.spare:
            return Choice(self.spare[-1])
        return Choice(self.whole(2), guess=base(self.language) not in _HALVES_LIKE_TWO)

    @cached_property
    def numbers(self) -> Mapping[int, tuple[int, ...]]:
        """The whole numbers up to 200 that take each form."""
        forms: dict[int, list[int]] = {index: [] for index in range(self.count)}
        for n in _SHOWN:
            forms[self.whole(n)].append(n)
        return {index: tuple(numbers) for index, numbers in forms.items()}

    @cached_property
    def spare(self) -> tuple[int, ...]:
        """The forms that no whole number takes: those of fractions."""
        taken = {self.whole(n) for n in _COUNTED}
        return tuple(index for index in range(self.count) if index not in taken)

    @cached_property
    def _by_category(self) -> Mapping[str, int]:
        """The form that most whole numbers of each of the language's categories take."""
        tally: dict[str, Counter[int]] = {}
        for n in _SHOWN:
            tally.setdefault(category_of(self.language, Decimal(n)), Counter())[self.whole(n)] += 1
        return {category: forms.most_common(1)[0][0] for category, forms in tally.items()}

    def confused(self) -> tuple[int, int] | None:
        """Return two numbers that take one form here and different ones in the language, None when there are none.

        Where grammars and catalogues differ about a language, either of them will do.
        """
        if self.count == 1 and base(self.language) in _COUNTED_ALIKE:
            return None
        usual = usual_rule(self.language)
        firsts: dict[int, list[int]] = {}
        for n in (*_SHOWN[1:], 0):
            earlier = firsts.setdefault(self.whole(n), [])
            for m in earlier:
                if usual.whole(m) != usual.whole(n) and len(self.categories((m, n))) > 1:
                    return m, n
            if all(usual.whole(m) != usual.whole(n) for m in earlier):
                earlier.append(n)
        return None

    def categories(self, numbers: Iterable[int]) -> set[str]:
        """Return the categories that whole numbers have in the language."""
        return {category_of(self.language, Decimal(n)) for n in numbers}

    def example(self, index: int) -> str:
        """Return the first numbers that take a form, as in "0, 5, 6 …"; 1.5 for one that is for fractions."""
        numbers = self.numbers[index]
        if not numbers:
            return "fractions such as 1.5" if index in self.spare else "very large numbers"
        return ", ".join(map(str, numbers[:3])) + (" …" if len(numbers) > 3 else "")

    @property
    def header(self) -> str:
        """The line that says the rule in the header of a catalogue."""
        return f'"Plural-Forms: nplurals={self.count}; plural=({self.expression});\\n"'


def category_of(language: str, number: Decimal) -> str:
    """Return the category of a number in the grammar of a language: one, few, many … as CLDR names them."""
    known = locale(language)
    if known is None:
        return "one" if number == 1 and number.as_tuple().exponent == 0 else "other"
    return str(known.plural_form(abs(number)))


def usual_rule(language: str, count: int = 0) -> PluralRule:
    """Return the rule that catalogues of a language have, the English one for a language that is unknown.

    Where some have a form for millions and others don't, it is the rule of `count` forms, else that without.
    """
    from babel.messages.plurals import get_plural

    known = locale(language)
    if known is None:
        return PluralRule(language, *_GERMANIC)
    usual = get_plural(known)
    rule = PluralRule(language, usual.num_plurals, _bare(usual.plural_expr))
    if rule.count == count or str(_MANY) not in rule.expression:
        return rule
    return PluralRule(language, 2, "n > 1" if rule.whole(0) == rule.whole(1) else "n != 1")


def _bare(expression: str) -> str:
    """Return an expression without brackets around the whole of it."""
    inner = expression[1:-1]
    whole = expression.startswith("(") and expression.endswith(")") and inner.find(")") >= inner.find("(")
    return inner if whole and inner.count("(") == inner.count(")") else expression


def locale(language: str) -> Locale | None:
    """Return Babel's locale for a language tag, the part before the first "-" when the whole is unknown."""
    from babel import Locale, UnknownLocaleError

    for tag in (language, base(language)):
        try:
            return Locale.parse(tag, sep="-")
        except (UnknownLocaleError, ValueError):
            continue
    return None


def base(language: str) -> str:
    """Return the part of a tag before its first "-"."""
    return language.split("-", maxsplit=1)[0]
