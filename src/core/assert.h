/* What only a bug can cause. Checked in debugging and test builds. */
#ifndef RZ_ASSERT_H
#define RZ_ASSERT_H

#ifdef NDEBUG
#define RZ_ASSERT(condition) ((void)0)
#else
#define RZ_ASSERT(condition) ((condition) ? (void)0 : __builtin_trap())
#endif

#endif
