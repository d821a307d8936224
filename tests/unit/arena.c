/* The arena's figures: what is known of a mean from few values, and of shares that do not differ.
 */
#include <math.h>

#include "unit.h"

#include "ai/arena.h"

static rz_mean mean_of(const double values[], int n) {
    rz_mean mean = {0};
    for (int i = 0; i < n; i++)
        rz_mean_add(&mean, values[i]);
    return mean;
}

static void near(double value, double wanted, double room) {
    if (!(fabs(value - wanted) <= room))
        fail_msg("%f is not %f", value, wanted);
}

/* By the tables of Student's t. */
static void few_values_say_little(void **unused) {
    static const struct {
        int n;
        double deviations;
    } known[] = {{2, 12.706}, {3, 4.303},  {4, 3.182},  {5, 2.776},
                 {6, 2.571},  {11, 2.228}, {31, 2.042}, {101, 1.984}};
    (void)unused;
    for (size_t k = 0; k < LENGTH(known); k++) {
        double values[101], sum = 0;
        int n = known[k].n;
        for (int i = 0; i < n; i++)
            sum += values[i] = i % 2;
        rz_mean mean = mean_of(values, n);
        double average = sum / n, spread = sqrt(sum * (1 - average) / (n - 1) / n);
        near(rz_mean_value(&mean), average, 1e-12);
        near(rz_mean_half_width(&mean), known[k].deviations * spread,
             0.008 * spread * known[k].deviations);
    }
    rz_mean one = mean_of((double[]){0.5}, 1);
    assert_true(isinf(rz_mean_half_width(&one)) && isinf(rz_share_half_width(&one)));
}

/* All won, all lost, or always half: another end of a deal may be as likely as that. */
static void shares_that_do_not_differ(void **unused) {
    (void)unused;
    for (int n = 2; n <= 100; n *= 2) {
        double values[100];
        static const double all[] = {0, 0.5, 1, 6 * (1.0 / 6),
                                     1.0 / 6 + 1.0 / 6 + 1.0 / 6 + 1.0 / 6 + 1.0 / 6 + 1.0 / 6};
        for (size_t k = 0; k < LENGTH(all); k++) {
            for (int i = 0; i < n; i++)
                values[i] = all[k];
            rz_mean mean = mean_of(values, n);
            near(rz_share_half_width(&mean), 1 - pow(0.025, 1.0 / n), 1e-9);
        }
    }
    rz_mean far_apart = mean_of((double[]){0, 1}, 2);
    near(rz_share_half_width(&far_apart), 1, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(few_values_say_little),
        cmocka_unit_test(shares_that_do_not_differ),
    };
    return cmocka_run_group_tests_name("arena", tests, NULL, NULL);
}
