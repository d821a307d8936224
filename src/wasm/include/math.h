/* All there is of <math.h> in the browser: what the machine has, and libc.c. */
#define sqrt(x)     __builtin_sqrt(x)
#define sqrtf(x)    __builtin_sqrtf(x)
#define fabs(x)     __builtin_fabs(x)
#define fabsf(x)    __builtin_fabsf(x)
#define isfinite(x) __builtin_isfinite(x)
#define INFINITY    __builtin_inff()

double exp(double x);
double log(double x);
double exp2(double x);
double log2(double x);
float expf(float x);
float logf(float x);
