"""Text whose words are not separated by spaces."""

import pytest

from tertium.core.testset import TestSet
from tertium.text.segmentation import Unsegmented, unsegmented_text
from tests.checks._found import ENGLISH, GERMAN

TEXTS = {
    "Chinese": ["市长星期一上午为新桥剪彩。", "尽管下雨，还是来了大约两百人。"],
    "Japanese": [
        "市長は月曜日の朝、新しい橋を開通させた。",
        "雨にもかかわらず約二百人が集まった。",
    ],
    "Korean": ["시장은 월요일 아침에 새 다리를 개통했다.", "비가 오는데도 약 이백 명이 왔다."],
    "Thai": ["นายกเทศมนตรีเปิดสะพานใหม่ในเช้าวันจันทร์", "มีคนมาประมาณสองร้อยคนแม้ฝนจะตก"],
    "Lao": ["ເຈົ້າເມືອງໄດ້ເປີດຂົວໃໝ່ໃນຕອນເຊົ້າວັນຈັນ"] * 2,
    "Khmer": ["អភិបាលក្រុងបានបើកស្ពានថ្មីនៅព្រឹកថ្ងៃចន្ទ"] * 2,
    "Burmese": ["မြို့တော်ဝန်သည်တနင်္လာနေ့နံနက်တွင်တံတားသစ်ကိုဖွင့်လှစ်ခဲ့သည်"] * 2,
}
TOKENIZERS = {"Chinese": "zh", "Japanese": "ja-mecab", "Korean": "ko-mecab"}


def look(lines: list[str]) -> Unsegmented:
    return unsegmented_text(TestSet.of(references=[lines], systems={"x": lines}))


@pytest.mark.parametrize("language", TEXTS)
def test_scripts_tell_the_language_and_its_tokenizer(language):
    found = look(TEXTS[language] * 2)
    assert found.language == language
    assert found.tokenizers[0] == TOKENIZERS.get(language, "flores200")


@pytest.mark.parametrize(
    "lines",
    [
        ENGLISH,
        GERMAN,
        ["市长 星期一 上午 为 新 桥 剪彩 。", "尽管 下雨 ， 还是 来 了 大约 两百 人 。"],
        ["The word 北京 means northern capital, and 東京 eastern capital."] * 5,
        ["Мэр открыл новый мост в понедельник утром."] * 5,
        ["रविवार की सुबह महापौर ने नए पुल का उद्घाटन किया।"] * 5,
        ["市长"],
        [""],
    ],
)
def test_text_whose_words_are_separated_or_that_is_too_short_to_tell(lines):
    assert look(lines) == Unsegmented()


def test_the_outputs_tell_where_there_are_no_references():
    outputs = TestSet.of(systems={"x": TEXTS["Chinese"]})
    assert unsegmented_text(outputs).language == "Chinese"
    assert unsegmented_text(TestSet.of(source=TEXTS["Chinese"])) == Unsegmented()
