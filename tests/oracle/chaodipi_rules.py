"""The option record of chaodipi 炒地皮 (book §7.1) for the oracle: rooms 暗炒 `an`, 扛旗 `kang`, 明炒 `ming`."""

SUITS = "cdhs"
RANKS = "23456789TJQKA"

_ALL = {
    "red5_rank": "top",
    "first_declare": "any",
    "flip_fallback": "first_suit",
    "flip_blocks_chaodi": "always",
    "chaodi_rounds": "until_3_passes",
    "dark_fail_takes_bottom": True,
    "side_510k_with_level": False,
    "side_510k_forced": False,
    "side_510kk_kill": "trump_510kk",
    "k510_as_kill": "plain",
    "kill_pair_count": "all",
    "misthrow_lead": "smallest_beaten",
    "misthrow_count": "beaten",
    "misthrow_points": 10,
    "bottom_single": 2,
    "bottom_pair": 4,
    "flag_threshold": 100,
    "flag_table": "shift20",
    "kang_must_play_a": False,
    "adaodi_single": False,
    "sky_defend": True,
    "dealer_rotation": "partner_or_next",
    "declare_grace": True,
}
_AN = {
    "room": "an",
    "hidden": True,
    "overturn_order": ("c", "d", "s", "h", "w", "W", "R5", "BACK"),
    "dark_fail": 80,
    "huitou": True,
    "skip_level": False,
    "heart_510k": True,
    "bi_red5": "not_won",
    "bao_red5": 50,
    "circles": 3,
    "must_play": ("3:A",),
    "flag": False,
    "jdaodi": False,
    "sky_points": 16,
    "sky_exact": True,
    "escape_min": 15,
    "match_end": "win_at_last_a",
}
_KANG = {
    "room": "kang",
    "hidden": False,
    "overturn_order": ("d", "c", "h", "s", "w", "W", "R5"),
    "dark_fail": 0,
    "huitou": False,
    "skip_level": True,
    "heart_510k": False,
    "bi_red5": "off",
    "bao_red5": 0,
    "circles": 1,
    "must_play": (),
    "flag": True,
    "jdaodi": False,
    "sky_points": 16,
    "sky_exact": False,
    "escape_min": None,
    "match_end": "win_flag",
}
_MING = {
    "room": "ming",
    "hidden": False,
    "overturn_order": ("d", "c", "h", "s", "w", "W", "R5", "BACK"),
    "dark_fail": 0,
    "huitou": True,
    "skip_level": False,
    "heart_510k": True,
    "bi_red5": "off",
    "bao_red5": 0,
    "circles": 1,
    "must_play": ("1:J", "1:A"),
    "flag": False,
    "jdaodi": True,
    "sky_points": 13,
    "sky_exact": False,
    "escape_min": None,
    "match_end": "win_at_last_a",
}
ROOMS: dict[str, dict] = {room["room"]: {**_ALL, **room} for room in (_AN, _KANG, _MING)}
DEFAULTS: dict = ROOMS["an"]  # the first room of the book; another `room` changes the defaults of its block

_BOOL = (False, True)
VALUES: dict[str, tuple] = {
    "room": ("an", "kang", "ming"),
    "hidden": _BOOL,
    "red5_rank": ("top", "below_jokers"),
    "first_declare": ("any", "level_only"),
    "flip_fallback": ("first_suit", "no_trump", "redeal"),
    "flip_blocks_chaodi": ("always", "joker_only"),
    "chaodi_rounds": ("until_3_passes", "one_lap"),
    "dark_fail_takes_bottom": _BOOL,
    "huitou": _BOOL,
    "skip_level": _BOOL,
    "heart_510k": _BOOL,
    "side_510k_with_level": _BOOL,
    "side_510k_forced": _BOOL,
    "side_510kk_kill": ("trump_510kk", "any_kill"),
    "k510_as_kill": ("plain", "special"),
    "kill_pair_count": ("all", "loose"),
    "misthrow_lead": ("smallest_beaten", "smallest_part"),
    "misthrow_count": ("beaten", "returned", "all"),
    "bi_red5": ("off", "not_won", "opponent_won"),
    "flag": _BOOL,
    "flag_table": ("shift20", "plain", "none"),
    "kang_must_play_a": _BOOL,
    "jdaodi": _BOOL,
    "adaodi_single": _BOOL,
    "sky_exact": _BOOL,
    "sky_defend": _BOOL,
    "dealer_rotation": ("partner_or_next", "winner_stays"),
    "declare_grace": _BOOL,
    "match_end": ("win_at_last_a", "win_flag", "endless"),
}
# Options that take any integer from the given one up.
LEAST = {
    "dark_fail": 0,
    "misthrow_points": 0,
    "bao_red5": 0,
    "bottom_single": 0,
    "bottom_pair": 0,
    "circles": 1,
    "flag_threshold": 1,
    "sky_points": 0,
    "escape_min": 0,
}


def full_rules(rules: dict) -> dict:
    """The complete option record of the room named in `rules`; ValueError for an unknown option or value."""
    for name, value in rules.items():
        if name not in DEFAULTS or not _allowed(name, value):
            raise ValueError(f"no such rule: {name}={value!r}")
    return {**ROOMS[rules.get("room", "an")], **rules}


def _allowed(name, value):
    if name in VALUES:
        return any(value == known and type(value) is type(known) for known in VALUES[name])
    if name == "overturn_order":
        names = list(value)
        return len(set(names)) == len(names) and set(names) <= set(_AN["overturn_order"])
    if name == "must_play":
        return all(is_stage(stage) for stage in value)
    if name == "escape_min" and value is None:
        return True
    return type(value) is int and value >= LEAST[name]


def is_stage(text) -> bool:
    """Is this `circle:level`, e.g. `1:2`?"""
    circle, _, level = text.partition(":")
    return circle.isdigit() and int(circle) >= 1 and len(level) == 1 and level in RANKS


def expand(text: str) -> list[str]:
    """`"4hx2 w"` -> `["4h", "4h", "w"]`: the card text of the book (§0)."""
    cards: list[str] = []
    for word in text.split():
        kind, _, copies = word.partition("x")
        cards += [kind] * int(copies or 1)
    return cards
