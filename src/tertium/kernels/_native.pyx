# distutils: language = c++
# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: embedsignature=False, freethreading_compatible=True
"""Binding of the C++ kernels: takes and fills flat arrays, releases the GIL, decides nothing.

Longer than 400 lines: one extension module is compiled from one file.
"""

from _thread import allocate_lock

from libc.stdint cimport int32_t, int64_t
from libcpp cimport bool as bool_t
from libcpp.string cimport string
from libcpp.unordered_map cimport unordered_map
from libcpp.vector cimport vector


cdef extern from "Python.h":
    const char* PyUnicode_AsUTF8AndSize(object text, Py_ssize_t* size) except NULL
    int PyErr_CheckSignals() except -1


cdef extern from "<string_view>" namespace "std" nogil:
    cdef cppclass string_view:
        string_view()
        string_view(const char* data, size_t size)
        const char* data()
        size_t size()


cdef extern from "native/build.hpp" namespace "tertium" nogil:
    const char* c_build "tertium::build"()


cdef extern from "native/pause.hpp" namespace "tertium" nogil:
    int (*c_ask "tertium::ask")() except -1


cdef extern from "native/utf8.hpp" namespace "tertium" nogil:
    cdef cppclass Utf16:
        int32_t hash
        int32_t length
    Utf16 utf16_of(string_view text)


cdef extern from "native/vocabulary.hpp" namespace "tertium" nogil:
    cdef cppclass CVocabulary "tertium::Vocabulary":
        CVocabulary() except +
        int32_t size()
        string_view token(int32_t id)


cdef extern from "native/encoding.hpp" namespace "tertium" nogil:
    cdef enum class Tokenization:
        kWords
        k13a
        kZh
        kPunctuation
        kIntl
        kFields
    bint may_have_case(string_view line)
    void c_encode_tokens "tertium::encode_tokens"(
        string_view line, Tokenization tokenization, bint lowercase, CVocabulary& vocabulary,
        string& scratch, vector[int32_t]& ids) except +
    void c_encode_characters "tertium::encode_characters"(
        string_view line, bint whitespace, vector[int32_t]& ids) except +


cdef extern from "native/ragged.hpp" namespace "tertium" nogil:
    cdef cppclass Span:
        pass
    cdef cppclass Ragged:
        const int32_t* ids
        const int64_t* offsets
        const unsigned char* missing
        Span operator[](int64_t at)


cdef extern from "native/nist_information.hpp" namespace "tertium" nogil:
    cdef cppclass CNistInformation "tertium::NistInformation":
        CNistInformation(const vector[Ragged]& references, int64_t segments, int32_t alphabet,
                     int order, int32_t blank) except +


cdef extern from "native/concordance.hpp" namespace "tertium" nogil:
    cdef cppclass Ascending:
        const int32_t* cells
        const unsigned char* sides
        const double* values
        int64_t size
    cdef cppclass Ranked:
        const int32_t* ranks
        int64_t size
        int32_t classes
    void c_concordance "tertium::concordance"(
        const Ascending& scores, double epsilon, const Ranked& other, const unsigned char* masks,
        int64_t replicates, double* rows) except +


cdef extern from "native/statistics.hpp" namespace "tertium" nogil:
    cdef cppclass Outputs:
        Ragged texts
        const int64_t* segments
        int32_t alphabet
        int64_t begin
        int64_t end
    void c_bleu_statistics "tertium::bleu_statistics"(
        const Outputs& outputs, const vector[Ragged]& references, int order,
        double* rows) except +
    void c_nist_statistics "tertium::nist_statistics"(
        const Outputs& outputs, const vector[Ragged]& references, const CNistInformation& information,
        double* rows) except +
    void c_chrf_statistics "tertium::chrf_statistics"(
        const Outputs& outputs, const Ragged& reference, int order, int64_t width,
        double* rows) except +
    void c_gleu_statistics "tertium::gleu_statistics"(
        const Outputs& outputs, const Ragged& reference, int order, double* rows) except +
    void c_per_statistics "tertium::per_statistics"(
        const Outputs& outputs, const Ragged& reference, double* rows) except +
    void c_wer_statistics "tertium::wer_statistics"(
        const Outputs& outputs, const Ragged& reference, double* rows) except +
    void c_cder_statistics "tertium::cder_statistics"(
        const Outputs& outputs, const Ragged& reference, double* rows) except +
    void c_ribes_statistics "tertium::ribes_statistics"(
        const Outputs& outputs, const vector[Ragged]& references, double alpha, double beta,
        double* rows) except +
    void c_ter_statistics "tertium::ter_statistics"(
        const Outputs& outputs, const vector[Ragged]& references, bint tercom,
        double* rows) except +


cdef extern from "native/ter.hpp" namespace "tertium" nogil:
    cdef cppclass Shift:
        int32_t start
        int32_t length
        int32_t target
    cdef cppclass Script:
        vector[Shift] shifts
        vector[char] operations
    void c_wer_edit_script "tertium::wer_edit_script"(
        Span output, Span reference, Script& script) except +
    cdef cppclass TerSearch:
        TerSearch(int32_t alphabet, bint tercom) except +
        int64_t apply "operator()"(Span output, Span reference, Script* script) except +


cdef extern from "native/meteor_paraphrases.hpp" namespace "tertium" nogil:
    cdef cppclass Paraphrases:
        Ragged phrases
        Ragged of_phrase
        const int32_t* first
        int32_t words
        int64_t count
    cdef cppclass CParaphraseBuilder "tertium::ParaphraseBuilder":
        CParaphraseBuilder() except +
        bint add(string_view text) except +
        bint finish() except +
        string words
        vector[int32_t] phrase_ids
        vector[int32_t] paraphrase_ids
        vector[int32_t] first
        vector[int64_t] phrase_offsets
        vector[int64_t] paraphrase_offsets


cdef extern from "native/meteor_normalization.hpp" namespace "tertium" nogil:
    cdef enum class Apostrophes:
        kEnglish
        kFrench
        kOther
    string c_normalized "tertium::normalized"(
        string_view line, Apostrophes apostrophes,
        const unordered_map[string, bool_t]& abbreviations, bint punctuation) except +


cdef extern from "native/meteor.hpp" namespace "tertium" nogil:
    cdef enum class Module:
        pass
    cdef cppclass Lexicon:
        const int32_t* keys
        const int32_t* stems
        Ragged synsets
        int32_t synset_count
        const int32_t* table_words
        const unsigned char* function
        const int32_t* lengths
    cdef cppclass MeteorOptions:
        vector[Module] modules
        int32_t beam
        bint corrected
    void c_meteor_statistics "tertium::meteor_statistics"(
        const Outputs& outputs, const Ragged& reference, const Lexicon& lexicon,
        const Paraphrases& paraphrases, const MeteorOptions& options, double* rows) except +


def build():
    """Compiler the kernels were built with."""
    return c_build().decode("ascii")


cdef object check_stop = None


cdef int ask() except -1 with gil:
    """Called regularly by long computations; an exception ends them."""
    PyErr_CheckSignals()
    check_stop()
    return 0


def call_regularly(function):
    """Set the function that long computations call regularly; it may raise an exception."""
    global check_stop, c_ask
    check_stop = function
    c_ask = ask


# --- Text to ids ---------------------------------------------------------------------------------

cdef bytes bytes_of(const void* data, size_t size):
    return (<const char*> data)[:size] if size else b""


cdef int check_first(int32_t first) except -1:
    if first < 0:
        raise ValueError("`first` must be at least 0.")
    return 0


cdef class Vocabulary:
    """Tokens to dense ids, in the order of first occurrence."""

    cdef CVocabulary tokens
    cdef object lock  # two threads may encode at the same time

    def __cinit__(self):
        self.lock = allocate_lock()

    def __len__(self):
        return self.tokens.size()

    def tokens_from(self, int32_t first):
        """The tokens with ids from `first` on."""
        cdef string_view token
        cdef int32_t i
        cdef list texts = []
        check_first(first)
        with self.lock:
            for i in range(first, self.tokens.size()):
                token = self.tokens.token(i)
                texts.append(token.data()[:token.size()].decode("utf-8", "surrogatepass"))
        return texts

    def utf16_from(self, int32_t first):
        """Java's hash and the length in UTF-16 of the tokens from `first` on, as bytes (int32)."""
        cdef vector[int32_t] hashes
        cdef vector[int32_t] lengths
        cdef Utf16 facts
        cdef int32_t i
        check_first(first)
        with self.lock:
            for i in range(first, self.tokens.size()):
                facts = utf16_of(self.tokens.token(i))
                hashes.push_back(facts.hash)
                lengths.push_back(facts.length)
        return (bytes_of(hashes.data(), hashes.size() * sizeof(int32_t)),
                bytes_of(lengths.data(), lengths.size() * sizeof(int32_t)))


TOKENIZATIONS = {"words": 0, "13a": 1, "zh": 2, "punctuation": 3, "intl": 4, "fields": 5}


cdef vector[string_view] views_of(lines, list keep, bint lowercase=False) except *:
    """UTF-8 of each line; `keep` holds the strings that the views point to, because `lines` may
    create them on access. With `lowercase`, characters beyond ASCII are lower-cased."""
    cdef vector[string_view] views
    cdef const char* data
    cdef Py_ssize_t size
    views.reserve(len(lines))
    for line in lines:
        keep.append(line)
        try:
            data = PyUnicode_AsUTF8AndSize(line, &size)
            # Equal numbers of bytes and characters: the line is ASCII.
            if lowercase and size > len(line) and may_have_case(string_view(data, <size_t> size)):
                line = line.lower()
                keep.append(line)
                data = PyUnicode_AsUTF8AndSize(line, &size)
        except UnicodeEncodeError:  # a lone surrogate
            encoded = (line.lower() if lowercase else line).encode("utf-8", "surrogatepass")
            keep.append(encoded)
            data = <const char*> encoded
            size = len(encoded)
        views.push_back(string_view(data, <size_t> size))
    return views


cdef tuple flat_bytes(vector[int32_t]& ids, vector[int64_t]& offsets):
    return (bytes_of(ids.data(), ids.size() * sizeof(int32_t)),
            bytes_of(offsets.data(), offsets.size() * sizeof(int64_t)))


def encode_tokens(lines, str tokenization not None, Vocabulary vocabulary not None,
                  str lowercase not None):
    """Ids (int32) and offsets (int64) of the tokens of `lines`, as bytes."""
    cdef Tokenization kind = <Tokenization> (<int> TOKENIZATIONS[tokenization])
    cdef bint lower = lowercase != "none"
    cdef list keep = []
    cdef vector[string_view] views = views_of(lines, keep, lowercase == "all")
    cdef vector[int32_t] ids
    cdef vector[int64_t] offsets
    cdef string scratch
    cdef size_t i
    with vocabulary.lock, nogil:
        offsets.reserve(views.size() + 1)
        offsets.push_back(0)
        for i in range(views.size()):
            c_encode_tokens(views[i], kind, lower, vocabulary.tokens, scratch, ids)
            offsets.push_back(<int64_t> ids.size())
    return flat_bytes(ids, offsets)


def encode_characters(lines, bint whitespace):
    """Code points (int32) and offsets (int64) of `lines`, as bytes."""
    cdef list keep = []
    cdef vector[string_view] views = views_of(lines, keep)
    cdef vector[int32_t] ids
    cdef vector[int64_t] offsets
    cdef size_t i
    cdef size_t total = 0
    with nogil:
        # No more characters than bytes; growing by doubling would take half as much again.
        for i in range(views.size()):
            total += views[i].size()
        ids.reserve(total)
        offsets.reserve(views.size() + 1)
        offsets.push_back(0)
        for i in range(views.size()):
            c_encode_characters(views[i], whitespace, ids)
            offsets.push_back(<int64_t> ids.size())
    return flat_bytes(ids, offsets)


# --- Ids to statistics ---------------------------------------------------------------------------
# A text is given as (ids, offsets, missing), which the caller has checked and keeps alive.

def check_flat(const int32_t[::1] ids, const int64_t[::1] offsets, int64_t alphabet):
    """Whether offsets rise from 0 to the number of ids and all ids are below `alphabet`."""
    cdef Py_ssize_t i
    if offsets.shape[0] == 0 or offsets[0] != 0 or offsets[offsets.shape[0] - 1] != ids.shape[0]:
        return False
    for i in range(1, offsets.shape[0]):
        if offsets[i] < offsets[i - 1]:
            return False
    for i in range(ids.shape[0]):
        if ids[i] < 0 or ids[i] >= alphabet:
            return False
    return True


def check_segments(const int64_t[::1] segments, int64_t count):
    """Whether all segments are below `count`."""
    cdef Py_ssize_t i
    for i in range(segments.shape[0]):
        if segments[i] < 0 or segments[i] >= count:
            return False
    return True


cdef Ragged ragged(tuple flat) except *:
    cdef const int32_t[::1] ids = flat[0]
    cdef const int64_t[::1] offsets = flat[1]
    cdef const unsigned char[::1] missing = flat[2]
    cdef Ragged view
    view.ids = &ids[0] if ids.shape[0] else NULL
    view.offsets = &offsets[0]
    view.missing = &missing[0] if missing.shape[0] else NULL
    return view


cdef vector[Ragged] all_ragged(list flats) except *:
    cdef vector[Ragged] views
    for flat in flats:
        views.push_back(ragged(flat))
    return views


cdef Outputs outputs_of(tuple flat, const int64_t[::1] segments, int32_t alphabet,
                        int64_t begin, int64_t end) except *:
    cdef Outputs outputs
    outputs.texts = ragged(flat)
    outputs.segments = &segments[0]
    outputs.alphabet = alphabet
    outputs.begin = begin
    outputs.end = end
    return outputs


def bleu_statistics(tuple flat, const int64_t[::1] segments, int32_t alphabet, int64_t begin,
                    int64_t end, list references, int order, double[::1] rows):
    """Fill the rows of the outputs from `begin` to `end`; `rows` holds those alone."""
    cdef Outputs outputs = outputs_of(flat, segments, alphabet, begin, end)
    cdef vector[Ragged] views = all_ragged(references)
    with nogil:
        c_bleu_statistics(outputs, views, order, &rows[0])


cdef class NistInformation:
    """Information of the n-grams of references; does not keep the references."""

    cdef CNistInformation* bits
    cdef readonly int order

    def __cinit__(self, list references, int64_t segments, int32_t alphabet, int order,
                  int32_t blank):
        if order < 1 or not -1 <= blank < alphabet:
            raise ValueError("`order` must be at least 1, and `blank` a token or -1.")
        for ids, offsets, _ in references:
            if len(offsets) != segments + 1 or not check_flat(ids, offsets, alphabet):
                raise ValueError("Every reference must have all segments, and ids of the alphabet.")
        self.order = order
        cdef vector[Ragged] views = all_ragged(references)
        with nogil:
            self.bits = new CNistInformation(views, segments, alphabet, order, blank)

    def __dealloc__(self):
        del self.bits


def nist_statistics(tuple flat, const int64_t[::1] segments, int32_t alphabet, int64_t begin,
                    int64_t end, list references, NistInformation information not None,
                    double[::1] rows):
    """Fill the rows of the outputs from `begin` to `end`."""
    cdef Outputs outputs = outputs_of(flat, segments, alphabet, begin, end)
    cdef vector[Ragged] views = all_ragged(references)
    with nogil:
        c_nist_statistics(outputs, views, information.bits[0], &rows[0])


def chrf_statistics(tuple flat, const int64_t[::1] segments, int32_t alphabet, int64_t begin,
                       int64_t end, tuple reference, int order, int64_t column, int64_t width,
                       double[::1] rows):
    """Fill some columns of the rows of the outputs from `begin` to `end`."""
    cdef Outputs outputs = outputs_of(flat, segments, alphabet, begin, end)
    cdef Ragged view = ragged(reference)
    with nogil:
        c_chrf_statistics(outputs, view, order, width, &rows[column])


def gleu_statistics(tuple flat, const int64_t[::1] segments, int32_t alphabet, int64_t begin,
                      int64_t end, tuple reference, int order, double[::1] rows):
    """Fill the rows of the outputs from `begin` to `end`."""
    cdef Outputs outputs = outputs_of(flat, segments, alphabet, begin, end)
    cdef Ragged view = ragged(reference)
    with nogil:
        c_gleu_statistics(outputs, view, order, &rows[0])


def per_statistics(tuple flat, const int64_t[::1] segments, int32_t alphabet, int64_t begin,
                   int64_t end, tuple reference, double[::1] rows):
    """Fill the rows of the outputs from `begin` to `end`."""
    cdef Outputs outputs = outputs_of(flat, segments, alphabet, begin, end)
    cdef Ragged view = ragged(reference)
    with nogil:
        c_per_statistics(outputs, view, &rows[0])


def wer_statistics(tuple flat, const int64_t[::1] segments, int32_t alphabet, int64_t begin,
                    int64_t end, tuple reference, double[::1] rows):
    """Fill the rows of the outputs from `begin` to `end`."""
    cdef Outputs outputs = outputs_of(flat, segments, alphabet, begin, end)
    cdef Ragged view = ragged(reference)
    with nogil:
        c_wer_statistics(outputs, view, &rows[0])


def cder_statistics(tuple flat, const int64_t[::1] segments, int32_t alphabet, int64_t begin,
                     int64_t end, tuple reference, double[::1] rows):
    """Fill the rows of the outputs from `begin` to `end`."""
    cdef Outputs outputs = outputs_of(flat, segments, alphabet, begin, end)
    cdef Ragged view = ragged(reference)
    with nogil:
        c_cder_statistics(outputs, view, &rows[0])


def ribes_statistics(tuple flat, const int64_t[::1] segments, int32_t alphabet, int64_t begin,
                     int64_t end, list references, double alpha, double beta, double[::1] rows):
    """Fill the rows of the outputs from `begin` to `end`."""
    cdef Outputs outputs = outputs_of(flat, segments, alphabet, begin, end)
    cdef vector[Ragged] views = all_ragged(references)
    with nogil:
        c_ribes_statistics(outputs, views, alpha, beta, &rows[0])


def ter_statistics(tuple flat, const int64_t[::1] segments, int32_t alphabet,
                           int64_t begin, int64_t end, list references, bint tercom,
                           double[::1] rows):
    """Fill the rows of the outputs from `begin` to `end`."""
    cdef Outputs outputs = outputs_of(flat, segments, alphabet, begin, end)
    cdef vector[Ragged] views = all_ragged(references)
    with nogil:
        c_ter_statistics(outputs, views, tercom, &rows[0])


# --- METEOR --------------------------------------------------------------------------------------

def normalize_meteor(lines, str language not None, dict abbreviations not None, bint punctuation):
    """Lines normalized as METEOR does; values of abbreviations: whether only before numbers."""
    cdef list keep = []
    cdef vector[string_view] views = views_of(lines, keep)
    cdef unordered_map[string, bool_t] known
    cdef Apostrophes apostrophes = (
        Apostrophes.kEnglish if language == "en"
        else Apostrophes.kFrench if language == "fr" else Apostrophes.kOther)
    cdef list texts = []
    cdef string result
    cdef size_t i
    for word, numbers_only in abbreviations.items():
        known[word.encode("utf-8", "surrogatepass")] = numbers_only
    for i in range(views.size()):
        with nogil:
            result = c_normalized(views[i], apostrophes, known, punctuation)
        texts.append(bytes_of(result.data(), result.size()).decode("utf-8", "surrogatepass"))
    return texts


cdef class ParaphraseBuilder:
    """Makes the arrays of a table of paraphrases from its text."""

    cdef CParaphraseBuilder builder

    def add(self, bytes text not None):
        """Read the next piece of the text; False if a phrase in it is empty."""
        cdef string_view view = string_view(<const char*> text, <size_t> len(text))
        cdef bint fine
        with nogil:
            fine = self.builder.add(view)
        return fine

    def finish(self):
        """Words, phrases, paraphrases of each, first phrase of each word; None if cut short."""
        cdef bint fine
        with nogil:
            fine = self.builder.finish()
        if not fine:
            return None
        return (bytes_of(self.builder.words.data(), self.builder.words.size()),
                *flat_bytes(self.builder.phrase_ids, self.builder.phrase_offsets),
                *flat_bytes(self.builder.paraphrase_ids, self.builder.paraphrase_offsets),
                bytes_of(self.builder.first.data(), self.builder.first.size() * sizeof(int32_t)))


cdef const int32_t* integers(const int32_t[::1] numbers) noexcept:
    return &numbers[0] if numbers.shape[0] else NULL


cdef Paraphrases paraphrases_of(tuple phrases, tuple of_phrase, const int32_t[::1] first) except *:
    cdef Paraphrases table
    table.phrases = ragged(phrases)
    table.of_phrase = ragged(of_phrase)
    table.first = integers(first)
    table.words = <int32_t> first.shape[0] - 1
    table.count = len(phrases[1]) - 1
    return table


def meteor_statistics(tuple flat, const int64_t[::1] segments, int32_t alphabet, int64_t begin,
                      int64_t end, tuple reference, tuple lexicon, tuple paraphrases,
                      tuple modules, int32_t beam, bint corrected, double[::1] rows):
    """Fill the rows of the outputs from `begin` to `end`.

    `lexicon` is keys, stems, synsets (ids, offsets, missing), words of the table, function words,
    lengths, number of synsets; an array that no module needs is empty.
    """
    cdef Outputs outputs = outputs_of(flat, segments, alphabet, begin, end)
    cdef Ragged view = ragged(reference)
    cdef const unsigned char[::1] function = lexicon[4]
    cdef Lexicon facts
    cdef Paraphrases table = paraphrases_of(paraphrases[0], paraphrases[1], paraphrases[2])
    cdef MeteorOptions options
    facts.keys = integers(lexicon[0])
    facts.stems = integers(lexicon[1])
    facts.synsets = ragged(lexicon[2])
    facts.synset_count = lexicon[6]
    facts.table_words = integers(lexicon[3])
    facts.function = &function[0] if function.shape[0] else NULL
    facts.lengths = integers(lexicon[5])
    for module in modules:
        options.modules.push_back(<Module> (<int> module))
    options.beam = beam
    options.corrected = corrected
    with nogil:
        c_meteor_statistics(outputs, view, facts, table, options, &rows[0])


# --- Operations behind edit counts ---------------------------------------------------------------

cdef str operations_of(Script& script):
    cdef const char* data = script.operations.data()
    return data[:script.operations.size()].decode("ascii")


def ter_edit_scripts(tuple flat, const int64_t[::1] segments, int32_t alphabet,
                             tuple reference, bint tercom):
    """Operations and shifts (start, length, target) of every output."""
    cdef Ragged outputs = ragged(flat)
    cdef Ragged references = ragged(reference)
    cdef TerSearch* search = new TerSearch(alphabet, tercom)
    cdef Script script
    cdef Shift shift
    cdef int64_t i
    cdef list scripts = []
    try:
        for i in range(segments.shape[0]):
            with nogil:
                search.apply(outputs[i], references[segments[i]], &script)
            scripts.append((
                operations_of(script),
                [(shift.start, shift.length, shift.target) for shift in script.shifts]))
    finally:
        del search
    return scripts


def wer_edit_scripts(tuple flat, const int64_t[::1] segments, tuple reference):
    """Operations of a minimum edit of every output into its reference."""
    cdef Ragged outputs = ragged(flat)
    cdef Ragged references = ragged(reference)
    cdef Script script
    cdef int64_t i
    cdef list scripts = []
    for i in range(segments.shape[0]):
        with nogil:
            c_wer_edit_script(outputs[i], references[segments[i]], script)
        scripts.append(operations_of(script))
    return scripts


# --- Concordance ---------------------------------------------------------------------------------

def concordance(const int32_t[::1] cells, const unsigned char[::1] sides,
                const double[::1] values, double epsilon, const int32_t[::1] ranks,
                int32_t classes, const unsigned char[::1] masks, double[::1] rows):
    """Fill a row for every replicate; needs at least one value and one cell."""
    cdef Ascending scores
    cdef Ranked other
    scores.cells = &cells[0]
    scores.sides = &sides[0]
    scores.values = &values[0]
    scores.size = cells.shape[0]
    other.ranks = &ranks[0]
    other.size = ranks.shape[0]
    other.classes = classes
    cdef int64_t replicates = masks.shape[0] // ranks.shape[0]
    if replicates:
        with nogil:
            c_concordance(scores, epsilon, other, &masks[0], replicates, &rows[0])
