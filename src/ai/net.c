#include "ai/net_layers.h"

#include "ai/maths.h"
#include "core/mem.h"
#include "core/sha256.h"

size_t rz_net_room(const rz_net_shape *shape) {
    return (size_t)(shape->features + 1) * shape->units +
           (size_t)(shape->units + 1) * RZ_NET_SECOND;
}

void rz_net_init(rz_net *net, const rz_net_shape *shape, float *memory) {
    *net = (rz_net){.shape = *shape, .first = memory};
    memory += (size_t)(shape->features + 1) * shape->units;
    net->second = (float(*)[RZ_NET_SECOND])(void *)memory;
}

/* ---- Evaluation ---------------------------------------------------------------------------------
 * The same lines for processors with wide registers and for any; vectors are those of gcc and
 * clang, which make SIMD of any kind from them. All sums are taken in the same order, and
 * multiplications and additions stay apart, so both give the same numbers. */

#define INLINE static inline __attribute__((always_inline))

typedef float four __attribute__((vector_size(16), aligned(4), may_alias));
typedef float eight __attribute__((vector_size(32), aligned(4), may_alias));

/* Adds rows of weights, each times its value, to sums that stay in registers, eight of `lanes`. The
 * rows are those of `index`; or, where it is NULL, an even number of them from the first, even and
 * odd ones summed apart, so that an addition need not wait for the one before it. */
#define EACH(k) _Pragma("GCC unroll 8") for (int k = 0; k < count; k++)
#define ADD_ROWS(name, lanes)                                                                      \
    INLINE void name(const float *weights, size_t stride, const uint16_t *index,                   \
                     const float *value, int n, float *out, const int width) {                     \
        const int count = width * (int)sizeof *out / (int)sizeof(lanes);                           \
        lanes sum[8] = {0}, *to = (lanes *)(void *)out;                                            \
        EACH(k) sum[k] = to[k];                                                                    \
        for (int i = 0; i < n; i += index ? 1 : 2) {                                               \
            const float *at = weights + (index ? index[i] : (size_t)i) * stride;                   \
            const lanes *row = (const lanes *)(const void *)at;                                    \
            const lanes *next = (const lanes *)(const void *)(at + stride);                        \
            EACH(k) sum[k] += value[i] * row[k];                                                   \
            if (!index)                                                                            \
                EACH(k) sum[k + count] += value[i + 1] * next[k];                                  \
        }                                                                                          \
        if (!index)                                                                                \
            EACH(k) sum[k] += sum[k + count];                                                      \
        EACH(k) to[k] = sum[k];                                                                    \
    }
ADD_ROWS(add_rows_of_four, four)
#if defined(__x86_64__)
ADD_ROWS(add_rows_of_eight, eight)
#endif

typedef void row_adder(const float *weights, size_t stride, const uint16_t *index,
                       const float *value, int n, float *out, int width);

INLINE void rectify(float *x, size_t n) {
    for (size_t i = 0; i < n; i++)
        x[i] = x[i] > 0 ? x[i] : 0;
}

/* `width` is how many sums the registers hold. */
INLINE void add_inputs(const rz_net *net, const rz_inputs *in, float *sums, row_adder *add_rows,
                       const int width) {
    const size_t units = net->shape.units;
    for (size_t from = 0; from < units; from += (size_t)width)
        add_rows(net->first + from, units, in->index, in->value, in->n, sums + from, width);
}

INLINE void go_on(const rz_net *net, rz_net_layers *l, row_adder *add_rows, const int width) {
    const size_t units = net->shape.units;
    rectify(l->first.of, units);
    memcpy(l->second, net->second[units], sizeof l->second);
    for (int from = 0; from < RZ_NET_SECOND; from += width / 2)
        add_rows(net->second[0] + from, RZ_NET_SECOND, NULL, l->first.of, (int)units,
                 l->second + from, width / 2);
    rectify(l->second, RZ_NET_SECOND);
    memcpy(l->output, net->output[RZ_NET_SECOND], sizeof l->output);
    add_rows(net->output[0], RZ_NET_OUTPUTS, NULL, l->second, RZ_NET_SECOND, l->output,
             RZ_NET_OUTPUTS);
}

static void add_anywhere(const rz_net *net, const rz_inputs *in, float *sums) {
    add_inputs(net, in, sums, add_rows_of_four, RZ_NET_BLOCK / 2);
}

static void go_on_anywhere(const rz_net *net, rz_net_layers *l) {
    go_on(net, l, add_rows_of_four, RZ_NET_BLOCK / 2);
}

#if defined(__x86_64__)
#define AVX2 __attribute__((target("avx2")))

AVX2 static void add_avx2(const rz_net *net, const rz_inputs *in, float *sums) {
    add_inputs(net, in, sums, add_rows_of_eight, RZ_NET_BLOCK);
}

AVX2 static void go_on_avx2(const rz_net *net, rz_net_layers *l) {
    go_on(net, l, add_rows_of_eight, RZ_NET_BLOCK);
}

bool rz_net_is_wide(void) {
    return !rz_net_portable && __builtin_cpu_supports("avx2");
}
#else
#define add_avx2   add_anywhere
#define go_on_avx2 go_on_anywhere
bool rz_net_is_wide(void) {
    return false;
}
#endif

bool rz_net_portable;

void rz_net_begin(const rz_net *net, rz_net_sums *sums) {
    const size_t units = net->shape.units;
    memcpy(sums->of, net->first + net->shape.features * units, units * sizeof *sums->of);
}

void rz_net_add(const rz_net *net, const rz_inputs *in, rz_net_sums *sums) {
    (rz_net_is_wide() ? add_avx2 : add_anywhere)(net, in, sums->of);
}

/* From the sums of the first layer, which are in their place. */
static void finish(const rz_net *net, rz_net_layers *l) {
    const float limit = 1e30f;
    (rz_net_is_wide() ? go_on_avx2 : go_on_anywhere)(net, l);
    for (int i = 0; i < RZ_NET_OUTPUTS; i++) { /* written so that what is no number goes too */
        l->output[i] = l->output[i] < limit ? l->output[i] : limit;
        l->output[i] = l->output[i] > -limit ? l->output[i] : -limit;
    }
}

void rz_net_end(const rz_net *net, const rz_net_sums *sums, const rz_inputs *more, int seats,
                float shares[RZ_NET_OUTPUTS]) {
    rz_net_layers l;
    memcpy(l.first.of, sums->of, net->shape.units * sizeof *sums->of);
    rz_net_add(net, more, &l.first);
    finish(net, &l);
    rz_net_to_shares(l.output, seats, shares);
}

void rz_net_forward(const rz_net *net, const rz_inputs *in, rz_net_layers *l) {
    rz_net_begin(net, &l->first);
    rz_net_add(net, in, &l->first);
    finish(net, l);
}

void rz_net_to_shares(const float output[RZ_NET_OUTPUTS], int seats, float shares[RZ_NET_OUTPUTS]) {
    float high = output[0], sum = 0;
    for (int s = 1; s < seats; s++)
        high = output[s] > high ? output[s] : high;
    for (int s = 0; s < seats; s++)
        sum += shares[s] = rz_exp(output[s] - high);
    for (int s = 0; s < seats; s++)
        shares[s] /= sum;
    for (int s = seats; s < RZ_NET_OUTPUTS; s++)
        shares[s] = 0;
}

void rz_net_shares(const rz_net *net, const rz_inputs *in, int seats,
                   float shares[RZ_NET_OUTPUTS]) {
    rz_net_layers l;
    rz_net_forward(net, in, &l);
    rz_net_to_shares(l.output, seats, shares);
}

void rz_net_outputs(const rz_net *net, const rz_inputs *in, float out[RZ_NET_OUTPUTS]) {
    rz_net_layers l;
    rz_net_forward(net, in, &l);
    memcpy(out, l.output, sizeof l.output);
}

/* ---- Files ----------------------------------------------------------------------------------- */

static const char magic[8] = {'R', 'Z', 'N', 'E', 'T', ' ', '1', '\n'};
enum { HEAD = 8 + 8 + 5 * 4 };

static void put_word(uint8_t *out, uint32_t word) {
    for (int i = 0; i < 4; i++)
        out[i] = (uint8_t)(word >> 8 * i);
}

static uint32_t get_word(const uint8_t *at) {
    return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

static size_t weights_of(const rz_net_shape *shape) {
    return rz_net_room(shape) + (RZ_NET_SECOND + 1) * RZ_NET_OUTPUTS;
}

size_t rz_net_weights(const rz_net *net) {
    return weights_of(&net->shape);
}

size_t rz_net_bytes(const rz_net_shape *shape) {
    return HEAD + 4 * weights_of(shape) + RZ_SHA256_SIZE;
}

float *rz_net_weight(rz_net *net, size_t i) {
    size_t room = rz_net_room(&net->shape);
    return i < room ? &net->first[i] : &net->output[0][0] + (i - room);
}

static void checksum(const uint8_t *bytes, size_t size, uint8_t out[RZ_SHA256_SIZE]) {
    rz_sha256 hash;
    rz_sha256_init(&hash);
    rz_sha256_add(&hash, bytes, size);
    rz_sha256_end(&hash, out);
}

static void write_head(const rz_net_shape *shape, uint8_t out[HEAD]) {
    const uint32_t sizes[5] = {shape->layout, shape->features, shape->units, RZ_NET_SECOND,
                               RZ_NET_OUTPUTS};
    memcpy(out, magic, 8);
    memcpy(out + 8, shape->game, 8);
    for (int i = 0; i < 5; i++)
        put_word(out + 16 + 4 * i, sizes[i]);
}

void rz_net_write(const rz_net *net, uint8_t *out) {
    rz_net copy = *net;
    size_t n = weights_of(&net->shape);
    write_head(&net->shape, out);
    for (size_t i = 0; i < n; i++)
        put_word(out + HEAD + 4 * i, rz_bits_of(*rz_net_weight(&copy, i)));
    checksum(out, HEAD + 4 * n, out + HEAD + 4 * n);
}

void rz_net_checksum(const rz_net *net, uint8_t out[RZ_SHA256_SIZE]) {
    rz_net copy = *net;
    size_t n = weights_of(&net->shape);
    uint8_t head[HEAD], word[4];
    rz_sha256 hash;
    write_head(&net->shape, head);
    rz_sha256_init(&hash);
    rz_sha256_add(&hash, head, HEAD);
    for (size_t i = 0; i < n; i++) {
        put_word(word, rz_bits_of(*rz_net_weight(&copy, i)));
        rz_sha256_add(&hash, word, sizeof word);
    }
    rz_sha256_end(&hash, out);
}

static bool read_weights(rz_net *net, const uint8_t *bytes) {
    size_t n = weights_of(&net->shape);
    for (size_t i = 0; i < n; i++) {
        float weight = rz_float_of(get_word(bytes + 4 * i));
        if (!rz_is_number(weight))
            return false;
        *rz_net_weight(net, i) = weight;
    }
    return true;
}

rz_net_fault rz_net_read(rz_net *net, const rz_net_shape *shape, float *memory,
                         const uint8_t *bytes, size_t size) {
    uint8_t head[HEAD], sum[RZ_SHA256_SIZE];
    write_head(shape, head);
    if (size < HEAD || memcmp(bytes, magic, 8) != 0)
        return RZ_NET_NO_NET;
    if (memcmp(bytes, head, HEAD) != 0)
        return RZ_NET_OTHER;
    if (size != rz_net_bytes(shape))
        return RZ_NET_CUT;
    checksum(bytes, size - RZ_SHA256_SIZE, sum);
    if (memcmp(sum, bytes + size - RZ_SHA256_SIZE, RZ_SHA256_SIZE) != 0)
        return RZ_NET_CHECKSUM;
    rz_net_init(net, shape, memory);
    return read_weights(net, bytes + HEAD) ? RZ_NET_OK : RZ_NET_NO_NUMBER;
}
