// The compiler of the kernels, for `tertium --version`.
#pragma once

#define TERTIUM_TEXT_(value) #value
#define TERTIUM_TEXT(value) TERTIUM_TEXT_(value)

namespace tertium {

inline const char* build() {
#if defined(__clang__)
    return "clang " TERTIUM_TEXT(__clang_major__) "." TERTIUM_TEXT(__clang_minor__)
#elif defined(__GNUC__)
    return "gcc " TERTIUM_TEXT(__GNUC__) "." TERTIUM_TEXT(__GNUC_MINOR__)
#elif defined(_MSC_VER)
    return "msvc " TERTIUM_TEXT(_MSC_VER)
#else
    return "unknown compiler"
#endif
#if defined(__SANITIZE_ADDRESS__)
        " with AddressSanitizer"
#elif !defined(NDEBUG) && !defined(__OPTIMIZE__) && !defined(_MSC_VER)
        " without optimization"
#endif
        ;
}

}  // namespace tertium
