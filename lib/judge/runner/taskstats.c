/* SPDX-License-Identifier: MIT */
/*
 * Generic netlink: the kernel answers each request before send() returns.
 */
#include "judge/runner/taskstats.h"

#include "base/process/child.h"

#include <errno.h>
#include <linux/genetlink.h>
#include <linux/netlink.h>
#include <linux/taskstats.h>
#include <stddef.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* Bytes before the attributes of a message. */
#define HEADERS (sizeof(struct nlmsghdr) + sizeof(struct genlmsghdr))

/* The part of the statistics that is read: the fields up to cpu_delay_total. */
#define FIELDS (offsetof(struct taskstats, cpu_delay_total) + sizeof(uint64_t))

/* A request has one attribute; an answer has some. */
typedef struct request {
    struct nlmsghdr header;
    struct genlmsghdr command;
    struct nlattr attribute;
    char value[16];
} request;

typedef union answer {
    struct nlmsghdr header;
    char bytes[4096];
} answer;

/* A range of bytes that contains attributes. */
typedef struct attributes {
    const char *data;
    size_t size;
} attributes;

/* The bytes after an attribute of `size` bytes, which is padded to a multiple of four. */
static attributes after(attributes in, size_t size)
{
    const size_t step = (size + 3) / 4 * 4;

    return step < in.size ? (attributes){ in.data + step, in.size - step }
                          : (attributes){ NULL, 0 };
}

/* The value of the first attribute of a type; empty if it is missing. */
static attributes attribute_find(attributes in, uint16_t type)
{
    struct nlattr found;

    while (in.size >= sizeof(found)) {
        memcpy(&found, in.data, sizeof(found));
        if (found.nla_len < sizeof(found) || found.nla_len > in.size)
            break;
        if ((found.nla_type & NLA_TYPE_MASK) == type)
            return (attributes){ in.data + sizeof(found), found.nla_len - sizeof(found) };
        in = after(in, found.nla_len);
    }
    return (attributes){ NULL, 0 };
}

/* Sends a request and returns the attributes of the answer; empty after a failure. Messages from
 * other processes are ignored; if they have filled the socket, the answer can be lost. */
static attributes ask(int fd, uint16_t family, uint8_t command, uint16_t type, const void *value,
                      size_t size, answer *answered)
{
    request asked = {
        .header = { .nlmsg_len = (uint32_t)(sizeof(asked) - sizeof(asked.value) + size),
                    .nlmsg_type = family,
                    .nlmsg_flags = NLM_F_REQUEST },
        .command = { .cmd = command, .version = TASKSTATS_GENL_VERSION },
        .attribute = { .nla_len = (uint16_t)(sizeof(struct nlattr) + size), .nla_type = type },
    };
    struct sockaddr_nl sender = { .nl_pid = 0 };
    socklen_t sender_size = sizeof(sender);
    ssize_t got;

    memcpy(asked.value, value, size);
    if (send(fd, &asked, asked.header.nlmsg_len, 0) < 0)
        return (attributes){ NULL, 0 };
    do
        got = recvfrom(fd, answered, sizeof(*answered), MSG_DONTWAIT, (struct sockaddr *)&sender,
                       &sender_size);
    while ((got >= 0 && sender.nl_pid != 0) || (got < 0 && errno == ENOBUFS));
    if (got < (ssize_t)HEADERS || answered->header.nlmsg_len < HEADERS ||
        answered->header.nlmsg_len > (size_t)got || answered->header.nlmsg_type != family)
        return (attributes){ NULL, 0 };
    return (attributes){ answered->bytes + HEADERS, answered->header.nlmsg_len - HEADERS };
}

/* The kernel's family number of the interface; 0 if the kernel lacks it. */
static uint16_t family_find(int fd)
{
    answer answered;
    uint16_t family = 0;
    const attributes found =
        attribute_find(ask(fd, GENL_ID_CTRL, CTRL_CMD_GETFAMILY, CTRL_ATTR_FAMILY_NAME,
                           TASKSTATS_GENL_NAME, sizeof(TASKSTATS_GENL_NAME), &answered),
                       CTRL_ATTR_FAMILY_ID);

    if (found.size >= sizeof(family))
        memcpy(&family, found.data, sizeof(family));
    return family;
}

/* Also false if the kernel counts nothing: cpu_count is then 0, although each process has begun to
 * run at least once. */
static bool waited_read(const bres__taskstats *stats, pid_t process, uint64_t *ns)
{
    const uint32_t number = (uint32_t)process;
    struct taskstats sum;
    answer answered;
    attributes found = ask(stats->socket, stats->family, TASKSTATS_CMD_GET, TASKSTATS_CMD_ATTR_TGID,
                           &number, sizeof(number), &answered);

    found = attribute_find(attribute_find(found, TASKSTATS_TYPE_AGGR_TGID), TASKSTATS_TYPE_STATS);
    if (found.size < FIELDS)
        return false;
    memcpy(&sum, found.data, FIELDS);
    if (sum.cpu_count == 0)
        return false;
    *ns = sum.cpu_delay_total;
    return true;
}

bool bres__taskstats_waited(const bres__taskstats *stats, pid_t process, uint64_t *ns)
{
    *ns = 0;
    return stats->socket >= 0 && waited_read(stats, process, ns);
}

bres__taskstats bres__taskstats_open(void)
{
    bres__taskstats stats = {
        .socket = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_GENERIC),
    };
    uint64_t ns;

    if (stats.socket >= 0)
        stats.family = family_find(stats.socket);
    if (stats.family == 0 || !bres__taskstats_waited(&stats, getpid(), &ns))
        bres__taskstats_close(&stats);
    return stats;
}

void bres__taskstats_close(bres__taskstats *stats)
{
    bres__child_close(&stats->socket);
}
