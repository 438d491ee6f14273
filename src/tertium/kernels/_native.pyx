# distutils: language = c++
# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: embedsignature=False, freethreading_compatible=True
"""Binding of the C++ kernels: takes and fills flat arrays, releases the GIL, decides nothing."""

from libc.stdint cimport int32_t, int64_t
from libcpp.string cimport string
from libcpp.vector cimport vector


cdef extern from "Python.h":
    const char* PyUnicode_AsUTF8AndSize(object text, Py_ssize_t* size) except NULL


cdef extern from "<string_view>" namespace "std" nogil:
    cdef cppclass string_view:
        string_view()
        string_view(const char* data, size_t size)


cdef extern from "native/build.hpp" namespace "tertium" nogil:
    const char* c_build "tertium::build"()


cdef extern from "native/vocabulary.hpp" namespace "tertium" nogil:
    cdef cppclass CVocabulary "tertium::Vocabulary":
        CVocabulary() except +
        int32_t size()


cdef extern from "native/encoding.hpp" namespace "tertium" nogil:
    cdef enum class Tokenization:
        kWords
        k13a
        kZh
        kPunctuation
    void c_encode_tokens "tertium::encode_tokens"(
        string_view line, Tokenization tokenization, CVocabulary& vocabulary, string& scratch,
        vector[int32_t]& ids) except +
    void c_encode_characters "tertium::encode_characters"(
        string_view line, bint whitespace, vector[int32_t]& ids) except +


cdef extern from "native/ragged.hpp" namespace "tertium" nogil:
    cdef cppclass Span:
        pass
    cdef cppclass Ragged:
        const int32_t* ids
        const int64_t* offsets
        Span operator[](int64_t at)


cdef extern from "native/ngrams.hpp" namespace "tertium" nogil:
    void c_ngram_matches "tertium::ngram_matches"(
        const Ragged& outputs, const int64_t* segment_of_output,
        const vector[Ragged]& references, int32_t alphabet, int order,
        int64_t begin, int64_t end, int32_t* matches) except +


cdef extern from "native/edits.hpp" namespace "tertium" nogil:
    cdef cppclass Shift:
        int32_t start
        int32_t length
        int32_t target
    cdef cppclass Script:
        vector[Shift] shifts
        vector[char] operations
    int64_t c_edit_distance "tertium::edit_distance"(
        Span output, Span reference, Script* script) except +
    cdef cppclass TranslationEdits:
        TranslationEdits(int32_t alphabet) except +
        int64_t apply "operator()"(Span output, Span reference, Script* script) except +


cdef class Vocabulary:
    """Tokens to dense ids, in the order of first sight."""

    cdef CVocabulary tokens

    def __len__(self):
        return self.tokens.size()


cdef vector[string_view] views_of(lines, list keep) except *:
    """UTF-8 of each line; `keep` holds what the views point to beyond the lines themselves."""
    cdef vector[string_view] views
    cdef const char* data
    cdef Py_ssize_t size
    views.reserve(len(lines))
    for line in lines:
        try:
            data = PyUnicode_AsUTF8AndSize(line, &size)
        except UnicodeEncodeError:  # a lone surrogate
            encoded = line.encode("utf-8", "surrogatepass")
            keep.append(encoded)
            data = <const char*> encoded
            size = len(encoded)
        views.push_back(string_view(data, <size_t> size))
    return views


cdef tuple ragged_bytes(vector[int32_t]& ids, vector[int64_t]& offsets):
    cdef const char* id_bytes = <const char*> ids.data()
    cdef const char* offset_bytes = <const char*> offsets.data()
    return (id_bytes[:ids.size() * sizeof(int32_t)] if ids.size() else b"",
            offset_bytes[:offsets.size() * sizeof(int64_t)])


TOKENIZATIONS = {"words": 0, "13a": 1, "zh": 2, "punctuation": 3}


def encode_tokens(lines, str tokenization not None, Vocabulary vocabulary not None):
    """Ids (int32) and offsets (int64) of the tokens of `lines`, as bytes."""
    cdef Tokenization kind = <Tokenization> (<int> TOKENIZATIONS[tokenization])
    cdef list keep = []
    cdef vector[string_view] views = views_of(lines, keep)
    cdef vector[int32_t] ids
    cdef vector[int64_t] offsets
    cdef string scratch
    cdef size_t i
    with nogil:
        offsets.reserve(views.size() + 1)
        offsets.push_back(0)
        for i in range(views.size()):
            c_encode_tokens(views[i], kind, vocabulary.tokens, scratch, ids)
            offsets.push_back(<int64_t> ids.size())
    return ragged_bytes(ids, offsets)


def encode_characters(lines, bint whitespace):
    """Code points (int32) and offsets (int64) of `lines`, as bytes."""
    cdef list keep = []
    cdef vector[string_view] views = views_of(lines, keep)
    cdef vector[int32_t] ids
    cdef vector[int64_t] offsets
    cdef size_t i
    with nogil:
        offsets.reserve(views.size() + 1)
        offsets.push_back(0)
        for i in range(views.size()):
            c_encode_characters(views[i], whitespace, ids)
            offsets.push_back(<int64_t> ids.size())
    return ragged_bytes(ids, offsets)


cdef Ragged ragged(tuple flat) except *:
    """View of (ids, offsets), which the caller keeps alive."""
    cdef const int32_t[::1] ids = flat[0]
    cdef const int64_t[::1] offsets = flat[1]
    cdef Ragged view
    view.ids = &ids[0] if ids.shape[0] else NULL
    view.offsets = &offsets[0]
    return view


def ngram_matches(tuple outputs, const int64_t[::1] segment_of_output, list references,
                  int32_t alphabet, int order, int64_t begin, int64_t end,
                  int32_t[:, ::1] matches):
    """Fill `matches` for the outputs from `begin` to `end`."""
    cdef Ragged output_view = ragged(outputs)
    cdef vector[Ragged] reference_views
    for reference in references:
        reference_views.push_back(ragged(reference))
    if end > begin:
        with nogil:
            c_ngram_matches(output_view, &segment_of_output[0], reference_views, alphabet, order,
                            begin, end, &matches[0, 0])


def translation_edits(tuple outputs, const int64_t[::1] segment_of_output, tuple reference,
                      int32_t alphabet, int64_t begin, int64_t end, int64_t[::1] edits):
    """Fill `edits` for the outputs from `begin` to `end`."""
    cdef Ragged output_view = ragged(outputs)
    cdef Ragged reference_view = ragged(reference)
    cdef TranslationEdits* search = new TranslationEdits(alphabet)
    cdef int64_t i
    try:
        with nogil:
            for i in range(begin, end):
                edits[i - begin] = search.apply(
                    output_view[i], reference_view[segment_of_output[i]], NULL)
    finally:
        del search


def translation_edit_scripts(tuple outputs, const int64_t[::1] segment_of_output, tuple reference,
                             int32_t alphabet):
    """Operations and shifts (start, length, target) of every output."""
    cdef Ragged output_view = ragged(outputs)
    cdef Ragged reference_view = ragged(reference)
    cdef TranslationEdits* search = new TranslationEdits(alphabet)
    cdef Script script
    cdef Shift shift
    cdef int64_t i
    cdef list scripts = []
    try:
        for i in range(segment_of_output.shape[0]):
            with nogil:
                search.apply(output_view[i], reference_view[segment_of_output[i]], &script)
            scripts.append((
                operations_of(script),
                [(shift.start, shift.length, shift.target) for shift in script.shifts]))
    finally:
        del search
    return scripts


def edit_scripts(tuple outputs, const int64_t[::1] segment_of_output, tuple reference):
    """Operations of a smallest edit of every output into its reference."""
    cdef Ragged output_view = ragged(outputs)
    cdef Ragged reference_view = ragged(reference)
    cdef Script script
    cdef int64_t i
    cdef list scripts = []
    for i in range(segment_of_output.shape[0]):
        with nogil:
            c_edit_distance(output_view[i], reference_view[segment_of_output[i]], &script)
        scripts.append(operations_of(script))
    return scripts


cdef str operations_of(Script& script):
    cdef const char* data = script.operations.data()
    return data[:script.operations.size()].decode("ascii")


def build():
    """Compiler the kernels were built with."""
    return c_build().decode("ascii")
