"""Language codes of Appraise: those of ISO 639-3, with a few of its own."""

# Codes, each with that of Appraise.
_CODES = (
    "af:afr am:amh ar:ara as:asm az:aze be:bel bg:bul bn:ben bs:bos ca:cat cs:ces cy:cym "
    "da:dan de:deu el:ell en:eng eo:epo es:spa et:est eu:eus fa:fas fi:fin fr:fra ga:gle "
    "gd:gla gl:glg gu:guj ha:hau haw:haw he:heb hi:hin hr:hrv hu:hun hy:hye id:ind ig:ibo "
    "is:isl it:ita iu:iku ja:jpn jv:jav ka:kat kk:kaz km:khm kn:kan ko:kor ky:kir la:lat "
    "lb:ltz lo:lao lt:lit lv:lav mg:mlg mi:mri mk:mkd ml:mal mn:mon mr:mar ms:zsm mt:mlt "
    "my:mya nb:nob ne:nep nl:nld no:nob ny:nya or:ori pa:pan pl:plk ps:pus pt:por ro:ron "
    "ru:rus rw:kin sd:snd si:sin sk:slk sl:slv sm:smo sn:sna so:som sq:sqi sr:srp st:sot "
    "su:sun sv:swe sw:swa ta:tam te:tel tg:tgk th:tha tk:tuk tl:fil tn:tsn to:ton tr:trk "
    "tt:tat ug:uig uk:ukr ur:urd uz:uzb vi:vie xh:xho yi:yid yo:yor zh:zho zu:zul pol:plk "
    "tur:trk "
)

_LONG = dict(pair.split(":") for pair in _CODES.split())
_SHORT = {long: short for short, long in reversed(_LONG.items()) if len(short) == 2}


def language_of_appraise(code: str) -> str:
    """The code of Appraise for a language, as in deu for de or de_AT."""
    plain = code.replace("_", "-").partition("-")[0].lower()
    return _LONG.get(plain, plain)


def language_of(code: str) -> str:
    """The code of two letters for one of Appraise, if there is one."""
    return _SHORT.get(code.lower(), code)
