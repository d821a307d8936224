/* The face of the library: what stands between RZ_PUBLIC_BEGIN and RZ_PUBLIC_END is exported, and
 * is C for C++ too. All else is hidden. docs/library.md says what is promised of it. */
#ifndef RZ_API_H
#define RZ_API_H

#ifdef __cplusplus
#define RZ_PUBLIC_BEGIN extern "C" {
#define RZ_PUBLIC_END   }
#elif defined __wasm__ /* the page has its own list: wasm/exports.h */
#define RZ_PUBLIC_BEGIN
#define RZ_PUBLIC_END
#else
#define RZ_PUBLIC_BEGIN _Pragma("GCC visibility push(default)")
#define RZ_PUBLIC_END   _Pragma("GCC visibility pop")
#endif

/* What a caller must look at, arguments that are never NULL (counted from 1). */
#define RZ_CHECKED      __attribute__((warn_unused_result))
#define RZ_NONNULL(...) __attribute__((nonnull(__VA_ARGS__)))

#endif
