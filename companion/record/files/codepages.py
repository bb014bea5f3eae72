"""Recognises the code page of a text of names, by which of its readings could be names.

A match file holds few words, and only names and titles have letters beyond ASCII.  So every code page in
question reads those words, and each reading is weighed: are they letters, of one alphabet, capital only in
front, and do the vowels stand where a language has them?  Statistics of long texts fail on a name or two.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import islice, pairwise
from typing import Final

_MOST_WORDS: Final = 300
_LONGEST_WORD: Final = 40
# What a code page costs before any word is read: how rarely files of today are written in it.
_PAGES: Final = {
    "cp1252": 0.0, "cp1250": 0.1, "cp1251": 0.1, "iso8859-2": 0.25, "cp1254": 0.3, "cp1253": 0.4, "cp1257": 0.5,
    "koi8-r": 0.4, "mac-roman": 0.6, "mac-latin2": 0.7, "mac-cyrillic": 0.7, "cp850": 0.7, "cp852": 0.7, "cp866": 0.7,
    "iso8859-5": 0.8,
}  # fmt: skip
_CLOSE: Final = 0.6
"""Readings that cost this much more than the best may be meant too."""

_NOT_A_LETTER: Final = 3.0
_DASH: Final = 1.5
_QUOTE: Final = 0.6
_CAPITAL_WITHIN: Final = 2.0
_OTHER_SCRIPT: Final = 4.0
_OTHER_LANGUAGE: Final = 1.5
_FOREIGN_LETTER: Final = 0.4
_OUT_OF_PLACE: Final = 0.8
_NO_CAPITAL: Final = 0.5
_CLUSTER: Final = 0.3
_HIATUS: Final = 0.3
_RARE: Final = 0.15
_USUAL: Final = 0.5

_QUOTES: Final = frozenset("“”„‘’‚«»")
_DASHES: Final = frozenset("–—…•·°§№")
_WORD: Final = re.compile(rb"[A-Za-z']{0,40}[\x80-\xff](?:[A-Za-z'\x80-\xff]){0,40}")
_VOWELS: Final = frozenset("aeiouyáàâãäåæąăāéèêëęěēėíìîïīįıóòôõöøőōúùûüůűūųýÿœаеёиоуыэюяіїєαεηιουωάέήίόύώ")
_JOINS_VOWELS: Final = frozenset("ëïüãáéíóúâîèеияёюії")  # stand behind another vowel in usual names
_SILENT: Final = str.maketrans("", "", "ьъ'")


@dataclass(frozen=True, slots=True)
class _Language:
    """``letters``: beyond ASCII.  ``without``: letters of ASCII that it has in no word of its own.

    ``wrong``: places in which none of its letters occurs.  ``usual``: letters that are frequent in its names.
    """

    letters: frozenset[str]
    without: frozenset[str]
    rare: frozenset[str]
    wrong: re.Pattern[str]
    usual: re.Pattern[str]


_NEVER: Final = r"(?!)"


def _language(
    letters: str, without: str = "", *, rare: str = "", wrong: str = _NEVER, usual: str = _NEVER
) -> _Language:
    return _Language(frozenset(letters), frozenset(without), frozenset(rare), re.compile(wrong), re.compile(usual))


_SLAVIC: Final = r"ov[áa]?$|sk[ýáa]$|č?ek$|[čí]k$|ák$|ej$|ič$"
_LATIN: Final = (
    _language("ąćęłńóśźż", "qvx", wrong="^[ąęń]", usual=r"rz|sz|cz|dz|ów|[sc]k[ia]$|wicz$|czyk$|aw$|ław|ska$"),
    _language("áäčďéíĺľňóôŕšťúýž", "qwx", rare="ĺŕ", wrong="^ý|[ľďťň][eií]", usual=_SLAVIC),
    _language("áčďéěíňóřšťúůýž", "qwx", wrong="^[ýěů]|[ďťň][eií]", usual=_SLAVIC),
    _language("čćđšž", "qwxy", rare="đ", usual=r"ić$|ov$|ič$"),
    _language("áéíóöőúüű", "qwx", usual=r"[őö]s$|gy|ő"),
    _language("ăâîşţșț", "kqwy", wrong="^[ţț]"),
    _language("äöüß", "q", wrong="^ß"),
    _language("àâæçéèêëîïôœùûüÿ", "kw", rare="æœÿ", wrong=r"[àù](?!$)|^ÿ"),
    _language("áéíñóúü", "kw", usual="ñ[oae]|ez$"),
    _language("áâãàçéêíóôõú", "kwy", rare="õà", wrong="ã(?![oe]|$)|õ(?!e)", usual="ão|ões|ã$"),
    _language("àèéìòù", "jkwxy", wrong=r"[àèéìòù](?!$)"),
    _language("åäöé", "qwz", usual="berg$|ström|sson$"),
    _language("æøåé", "cqwxz", wrong="æ$", usual="sen$|gård"),
    _language("áðéíóúýþæö", "cqwz", rare="ð", wrong=r"(?<!^)þ|æ$"),
    _language("çğıöşüâîû", "qwx", wrong="^ğ", usual="[aıoueiöü]ğ|ş[eaı]|lmaz$|soy$|ı[lşkrn]|^i[bsş]"),
    _language("ąčęėįšųūž", "qwx", rare="įų", usual="as$|is$|ė$"),
    _language("āčēģīķļņšūž", "qwxy", usual="iņš$|s$"),
    _language("äõöüšž", "cqwxyz", rare="õ"),
)
_CYRILLIC: Final = _language(
    "абвгдеёжзийклмнопрстуфхцчшщъыьэюяіїєґўјљњћђџѓќѕ", rare="фщъцхжэіїєґўјљњћђџѓќѕ", wrong="^[ьъ]|^ы",
    usual="[ое]ва?$|ина?$|енко$|ск(ий|ая)$|ий$|ия$|ей$|ьга$",
)  # fmt: skip
_GREEK: Final = _language(
    "αβγδεζηθικλμνξοπρσςτυφχψωάέήίόύώϊϋΐΰ", rare="ξψϊϋΐΰ", wrong="ς(?!$)|σ$", usual="[οηαόήά]ς$|ου$"
)
_MOST_OTHERS: Final = 3


@dataclass(frozen=True, slots=True)
class Recognised:
    """``page``: the likeliest code page.  ``word``: the first word of which the reading depends on it.

    ``others``: other code pages that may be meant just as well, each with its reading of that word.
    """

    page: str
    word: str = ""
    others: tuple[tuple[str, str], ...] = ()


def recognised_page(content: bytes) -> Recognised:
    """Return the code page in which the words of a text are likeliest to be names; not for UTF-8."""
    words = _words(content)
    if not words:
        return Recognised("cp1252")
    weighed = sorted((cost + _cost(words, page), page) for page, cost in _PAGES.items())
    least, best = weighed[0]
    close = {page: list(_read(words, page)) for cost, page in weighed if cost <= least + _CLOSE}
    ours = close.pop(best)
    at = next((at for at, word in enumerate(ours) if any(other[at] != word for other in close.values())), 0)
    others: dict[str, str] = {}
    for page, read in close.items():
        if read[at] != ours[at] and read[at] not in others.values():
            others[page] = read[at]
    return Recognised(best, ours[at], tuple(others.items())[:_MOST_OTHERS])


def decoded_in(content: bytes, page: str) -> str:
    """Return text in a code page; a byte that has no sign in it is a control sign, so that none is lost."""
    return content.decode("latin-1").translate(_table(page))


@cache
def _table(page: str) -> dict[int, str]:
    signs = {byte: bytes([byte]).decode(page, errors="ignore") for byte in range(0x80, 0x100)}
    return {byte: sign or chr(byte) for byte, sign in signs.items()}


def _words(content: bytes) -> list[bytes]:
    found = (word[0] for word in _WORD.finditer(content))
    return list(dict.fromkeys(islice(found, 10 * _MOST_WORDS)))[:_MOST_WORDS]


def _read(words: Iterable[bytes], page: str) -> Iterator[str]:
    return (decoded_in(word, page) for word in words)


def _cost(words: list[bytes], page: str) -> float:
    return sum(_cost_of(word) for word in _read(words, page))


def _cost_of(text: str) -> float:
    """The improbability of a word: 0 or less for a name of a known language."""
    cost = 0.0
    for sign in text:
        if not sign.isascii() and not sign.isalpha():
            cost += _QUOTE if sign in _QUOTES else _DASH if sign in _DASHES else _NOT_A_LETTER
    return cost + sum(_cost_of_letters(word) for word in re.findall(r"[^\W\d_]+", text) if not word.isascii())


def _cost_of_letters(word: str) -> float:
    small = word.replace("İ", "i").lower()  # Python makes two signs of this letter
    cost = _NO_CAPITAL * (not word[0].isupper())
    if not word.isupper():
        within = (before + letter for before, letter in pairwise(word) if letter.isupper())
        cost += _CAPITAL_WITHIN * sum(not pair.isascii() for pair in within)
    scripts = {_script(letter) for letter in small}
    if len(scripts) > 1:
        return cost + _OTHER_SCRIPT * (len(scripts) - 1)
    cost += _cost_of_sound(small.translate(_SILENT))
    match scripts.pop():
        case "cyrillic":
            return cost + _cost_in(small, _CYRILLIC)
        case "greek":
            return cost + _cost_in(small, _GREEK)
    return cost + min(_cost_in(small, language) for language in _LATIN)


def _script(letter: str) -> str:
    code = ord(letter)
    return "cyrillic" if 0x400 <= code < 0x530 else "greek" if 0x370 <= code < 0x400 else "latin"


def _cost_in(word: str, language: _Language) -> float:
    foreign = sum(not letter.isascii() and letter not in language.letters for letter in word)
    cost = _OTHER_LANGUAGE * foreign + _FOREIGN_LETTER * sum(letter in language.without for letter in word)
    cost += _RARE * sum(letter in language.rare for letter in word)
    cost += _OUT_OF_PLACE * len(language.wrong.findall(word))
    return cost - (_USUAL if not foreign and language.usual.search(word) else 0)


def _cost_of_sound(word: str) -> float:
    """The cost of letters beyond ASCII in places where they cannot be pronounced."""
    sounds = "".join("v" if letter in _VOWELS else "c" for letter in word)
    cost = 0.0 if "v" in sounds else _CLUSTER
    for at, letter in enumerate(word):
        before, behind = sounds[:at], sounds[at + 1 :]
        if letter.isascii():
            continue
        if sounds[at] == "v":
            worth = 2 * _HIATUS if letter == "ø" else _HIATUS
            cost += worth * (before.endswith("v") and letter not in _JOINS_VOWELS) + worth * behind.startswith("v")
        else:
            cluster = len(before) - len(before.rstrip("c")) + 1 + len(behind) - len(behind.lstrip("c"))
            cost += _CLUSTER * max(cluster - 2, 0)
    return cost
