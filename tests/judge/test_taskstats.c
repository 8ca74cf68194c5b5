/* SPDX-License-Identifier: MIT */
/*
 * How long ended threads have waited. Without privileges, or in a container, this is unknown.
 */
#include "judge/runner/taskstats.h"

#include "judge/runner/process_stats.h"
#include "judge/solutions/misbehave.h"
#include "support/called.h"

#include <criterion/criterion.h>
#include <linux/genetlink.h>
#include <linux/netlink.h>
#include <linux/taskstats.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define FAMILY  31
#define THREADS 8
#define CALLS   20

static bool knows_waiting(void)
{
    bres__taskstats stats = bres__taskstats_open();
    uint64_t ns;
    const bool knows = bres__taskstats_waited(&stats, getpid(), &ns);

    bres__taskstats_close(&stats);
    return knows;
}

/* Reports at its end how long it has waited so far. */
static void *thread_compute(void *waited)
{
    volatile int sum = 0;
    bres__scheduled self;

    for (int i = 0; i < 2000000; i++)
        sum++;
    if (bres__thread_scheduled(0, &self) == BRES_OK)
        *(uint64_t *)waited = self.waited_ns;
    return NULL;
}

Test(judge, taskstats_include_ended_threads)
{
    bres__taskstats stats = bres__taskstats_open();
    pthread_t threads[THREADS];
    uint64_t waited[THREADS] = { 0 };
    uint64_t expected = 0;
    uint64_t begin;
    uint64_t end;
    const bool is_known = bres__taskstats_waited(&stats, getpid(), &begin);

    for (int i = 0; i < THREADS; i++)
        cr_assert_eq(pthread_create(&threads[i], NULL, thread_compute, &waited[i]), 0);
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
        expected += waited[i];
    }
    cr_expect_eq(bres__taskstats_waited(&stats, getpid(), &end), is_known);
    if (is_known)
        cr_expect_geq(end - begin, expected);
    else
        cr_expect_eq(end, 0);
    bres__taskstats_close(&stats);
    cr_expect_not(bres__taskstats_waited(&stats, getpid(), &end));
    bres__taskstats_close(&stats);
}

/* The waiting of ended threads is rarely unknown. The threads count as crowded, unless other
 * programs keep the first thread from starting them. */
Test(judge, taskstats_tell_waiting_of_a_crowd_that_ends)
{
    const bool is_known = knows_waiting();
    unsigned known = 0;
    unsigned crowded = 0;
    bres_test_called called;

    bres_test_called_begin(&called, "misbehave", THREADS_CROWD);
    bres_test_called_start(&called, BRES__RUNNER_RETURNED);
    for (int i = 0; i < CALLS; i++) {
        bres_test_called_call(&called, 0, BRES__RUNNER_RETURNED);
        known += !called.report.ends_threads;
        crowded += called.report.is_crowded;
    }
    if (is_known) {
        cr_expect_gt(known, CALLS / 2);
        cr_expect_gt(crowded, 0);
    } else {
        cr_expect_eq(known, 0);
    }
    bres_test_called_end(&called);
}

/* An answer of the kernel, or a faulty one. */
typedef struct answer {
    struct nlmsghdr header;
    struct genlmsghdr command;
    struct nlattr sum;
    struct nlattr number;
    uint32_t process;
    struct nlattr stats;
    char data[sizeof(struct taskstats)];
} answer;

#define SIZE_OF(from) (sizeof(answer) - offsetof(answer, from))

/* Each row changes members of a correct answer; 0 keeps the correct value. */
typedef struct answer_row {
    const char *name;
    size_t sent;
    uint32_t length;
    uint16_t family;
    uint16_t sum_length;
    uint16_t number_length;
    uint16_t stats_type;
    uint16_t stats_length;
    bool counts_nothing;
    bool is_known;
} answer_row;

static const answer_row answer_rows[] = {
    { "an answer", .is_known = true },
    { "the oldest statistics",
      .stats_length = sizeof(struct nlattr) + offsetof(struct taskstats, cpu_delay_total) + 8,
      .is_known = true },
    { "statistics that count nothing", .counts_nothing = true },
    { "an error", .family = NLMSG_ERROR },
    { "nothing", .sent = 1 },
    { "a header alone", .sent = sizeof(struct nlmsghdr) },
    { "no attribute", .sent = offsetof(answer, sum), .length = offsetof(answer, sum) },
    { "a length beyond the message", .length = sizeof(answer) + 4 },
    { "a length within the header", .length = 4 },
    { "an attribute beyond the message", .sum_length = SIZE_OF(sum) + 4 },
    { "an attribute beyond its parent", .number_length = 0xffff },
    { "an attribute within its header", .number_length = 3 },
    { "no statistics", .stats_type = TASKSTATS_TYPE_NULL },
    { "statistics without the sum",
      .stats_length = sizeof(struct nlattr) + offsetof(struct taskstats, cpu_delay_total) + 7 },
    { "statistics beyond the attribute", .stats_length = SIZE_OF(stats) + 1 },
};

static answer answer_of(const answer_row *row)
{
    const struct taskstats data = {
        .cpu_count = row->counts_nothing ? 0 : 7,
        .cpu_delay_total = 123456789,
    };
    answer made = {
        .header = { .nlmsg_len = row->length != 0 ? row->length : sizeof(made),
                    .nlmsg_type = row->family != 0 ? row->family : FAMILY },
        .sum = { .nla_len = row->sum_length != 0 ? row->sum_length : SIZE_OF(sum),
                 .nla_type = TASKSTATS_TYPE_AGGR_TGID },
        .number = { .nla_len = row->number_length != 0 ? row->number_length
                                                       : SIZE_OF(number) - SIZE_OF(stats),
                    .nla_type = TASKSTATS_TYPE_TGID },
        .stats = { .nla_len = row->stats_length != 0 ? row->stats_length : SIZE_OF(stats),
                   .nla_type = row->stats_type != 0 ? row->stats_type : TASKSTATS_TYPE_STATS },
    };

    memcpy(made.data, &data, sizeof(data));
    return made;
}

Test(judge, taskstats_accept_only_what_they_understand)
{
    for (size_t i = 0; i < sizeof(answer_rows) / sizeof(*answer_rows); i++) {
        const answer_row *row = &answer_rows[i];
        const answer made = answer_of(row);
        const size_t size = row->sent != 0 ? row->sent : sizeof(made);
        bres__taskstats stats = { .family = FAMILY };
        int ends[2];
        uint64_t ns;

        cr_assert_eq(socketpair(AF_UNIX, SOCK_DGRAM, 0, ends), 0);
        stats.socket = ends[0];
        cr_assert_eq(send(ends[1], &made, size, 0), (ssize_t)size);
        cr_expect_eq(bres__taskstats_waited(&stats, getpid(), &ns), row->is_known, "%s", row->name);
        cr_expect_eq(ns, row->is_known ? 123456789 : 0, "%s", row->name);
        bres__taskstats_close(&stats);
        close(ends[1]);
    }
}
