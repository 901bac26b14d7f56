"""Here is every rule that question files are held to, by its id, with what it means."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

ERRORS: Mapping[str, str] = MappingProxyType(
    {
        "alias": "A YAML anchor or alias: it hides content, and can make a small file explode.",
        "all-key": "Every option is marked as correct, so there is nothing to choose.",
        "bad-boolean": "A value that must be true or false is neither.",
        "bad-code": "A code or id isn't 1 to 60 lower-case letters, digits and hyphens.",
        "bad-date": "A date isn't written as year, month and day, or doesn't exist.",
        "bad-difficulty": "The difficulty isn't easy, medium or hard.",
        "bad-language": "The language of the bank isn't a BCP 47 tag.",
        "bad-number": "A number isn't one, or lies outside what makes sense there.",
        "bad-url": "A reference isn't a plain http or https address.",
        "duplicate-bank": "Two banks have the same code: the first is kept.",
        "duplicate-item": "Two items of a bank have the same id: the first is kept.",
        "duplicate-key": "A key is set twice in one place.",
        "duplicate-option": "Two options of an item have the same text.",
        "empty-file": "The file holds nothing.",
        "empty-option": "An option has no text.",
        "file-too-large": "The file is larger than any question file should be.",
        "hidden-character": "A control character, or one that reorders or spoils the text.",
        "image-kind": "The image isn't PNG, JPEG, WebP or GIF by its first bytes.",
        "image-outside": "The image lies, or links, outside the folder of the bank.",
        "image-too-large": "The image has more than 5 MB.",
        "image-without-alt": "The image has no text for those who can't see it.",
        "missing-bank-file": "A folder of question files has no bank.yaml.",
        "missing-code": "The bank has no code.",
        "missing-id": "The item has no id.",
        "missing-image": "The image file isn't there, or can't be read.",
        "missing-items": "A file of items has none.",
        "missing-key": "Something that the blueprint needs isn't there.",
        "missing-path": "The path leads to nothing.",
        "missing-stem": "The item asks nothing.",
        "missing-title": "The bank has no title.",
        "missing-topic": "The bank has a blueprint, and the item names no topic of it.",
        "no-bank": "The folder holds no bank.",
        "no-key": "No option is marked as correct.",
        "no-options": "The item has no options.",
        "not-utf8": "The file isn't UTF-8 text.",
        "odd-key": "A list or a mapping stands where a key should.",
        "one-option": "The item has a single option.",
        "several-documents": "The file holds more than one YAML document.",
        "tab-indentation": "A line is indented with a tab, which YAML doesn't take.",
        "tag": "A YAML tag: banks hold text, never objects.",
        "too-deep": "The file is nested deeper than any bank needs.",
        "too-many-options": "The item has more than ten options.",
        "unknown-key": "A key that isn't known there, often misspelt.",
        "unknown-related": "A related item isn't in the bank.",
        "unknown-topic": "The topic isn't in the blueprint.",
        "unreadable-file": "The file or folder can't be opened.",
        "wrong-type": "Text stands where a list or keys should, or the reverse.",
        "yaml-syntax": "The file isn't YAML from some line on.",
    }
)

WARNINGS: Mapping[str, str] = MappingProxyType(
    {
        "bare-negative": "The question turns on a negative that isn't emphasised: readers miss it.",
        "collective-option": "All or none of the above in shuffled options: there is no above.",
        "empty-topic": "A topic of the blueprint has no item.",
        "few-items": "The blueprint asks for more questions than the bank has.",
        "key-position": "In items of fixed order the key stands in one place too often.",
        "letter-option": "An option names others by letter, and the options are shuffled.",
        "long-key": "The key is by far the longest option in more than 30% of the items.",
        "near-duplicate-options": "Two options differ only in case, emphasis or punctuation.",
        "no-explanation": "The item has no explanation.",
        "no-rationale": "An option doesn't say why it is or isn't the answer.",
        "no-references": "The item names no source.",
        "no-trap": "The item doesn't name the confusion that it tests.",
        "previous-kept": "The bank can't be read any more: its last readable version is served.",
        "stem-echo": "Only the key repeats the words of the question, and so gives itself away.",
        "uneven-options": "One option is several times as long as another.",
    }
)

RULES: Mapping[str, str] = MappingProxyType(dict(sorted({**ERRORS, **WARNINGS}.items())))
