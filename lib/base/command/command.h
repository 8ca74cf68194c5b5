/* SPDX-License-Identifier: MIT */
/*
 * Command lines. A table of options says what each option is called, which values it accepts, where
 * its value goes and what the help prints. The engine reads the words, checks the values, reports
 * errors and prints the help.
 *
 * Benchmark programs use it, and so does the benchresult command, which links these objects beside
 * the shared library. Therefore nothing here touches the thread's error record: messages are in the
 * bres__command.
 *
 * Words: `--name VALUE`, `--name=VALUE`, `-n VALUE`, `-nVALUE`. Long names are given in full.
 */
#ifndef BRES_BASE_COMMAND_COMMAND_H
#define BRES_BASE_COMMAND_COMMAND_H

#include "base/text/text.h"

#include <benchresult/base.h>

typedef struct bres__command bres__command;
typedef struct bres__option bres__option;

/* What an option does with its value. Numbers are finite and not negative. */
typedef enum bres__option_kind {
    BRES__OPTION_ACTION,  /* calls `action` */
    BRES__OPTION_HELP,    /* sets `help` of the command; nothing behind it is read */
    BRES__OPTION_FLAG,    /* bool: true */
    BRES__OPTION_NO_FLAG, /* bool: false */
    BRES__OPTION_VALUE,   /* uint32_t: `value` */
    BRES__OPTION_BITS,    /* uint32_t: sets the bits of `value` */
    BRES__OPTION_TEXT,    /* const char *: the value as given */
    BRES__OPTION_LIST,    /* bres__option_list: appends the value */
    BRES__OPTION_CHOICE,  /* uint32_t: the number of a choice */
    BRES__OPTION_CHOICES, /* uint32_t: sets the bits of choices with commas between them */
    BRES__OPTION_UINT32,  /* a whole number, as the next two */
    BRES__OPTION_INT64,
    BRES__OPTION_UINT64,
    BRES__OPTION_BYTES, /* uint64_t: a whole number, or so many K, M or G (powers of 1024) */
    BRES__OPTION_FLOAT64,
    BRES__OPTION_DURATION, /* double: seconds, or a number with the unit ms, s, m or h */
    BRES__OPTION_PERCENT   /* double: the fraction, a hundredth of the value */
} bres__option_kind;

/* The choices that an option accepts: a list, in which synonyms follow each other and only the
 * first is shown; or the names of the numbers in a set. */
typedef struct bres__choice {
    const char *name;
    uint32_t value;
} bres__choice;

typedef struct bres__choices {
    const char *noun;         /* what a choice is, for messages: "format" */
    const bres__choice *list; /* ended by a choice without a name; NULL: `name_of` and `set` */
    const char *(*name_of)(uint32_t value);
    uint32_t set; /* the bits of the accepted numbers, or what set_of() makes them from */
    uint32_t (*set_of)(uint32_t set); /* NULL: none */
} bres__choices;

/* Takes a value. Returns BRES_OK or a status; a failure leaves a message in the command, see
 * bres__command_refuse(), or a record of its own where the program has one. `target` is where the
 * option's value goes. */
typedef bres_status (*bres__option_fn)(bres__command *command, const bres__option *option,
                                       const char *value, void *target);

struct bres__option {
    const char *heading; /* of the group that begins here, for the help; NULL: no new group */
    const char *name;    /* without dashes; NULL ends a table */
    const char *alias;   /* another long name; NULL: none */
    char letter;         /* 0: none */
    const char *operand; /* what the help calls the value; NULL: the option takes none */
    const char *help;    /* NULL: not shown. The choices follow it, then the default */
    const char *initial; /* the default, for the help; NULL: not shown */
    bres__option_kind kind;
    size_t target;  /* offset of the value in the program's struct */
    uint32_t value; /* of BRES__OPTION_VALUE and BRES__OPTION_BITS, or for an action */
    uint64_t min;   /* of a number, as given */
    uint64_t max;   /* 0: as much as the kind holds */
    const bres__choices *choices; /* of BRES__OPTION_CHOICE and BRES__OPTION_CHOICES */
    bres__option_fn action;
    const void *data; /* for an action */
    bool is_optional; /* the value may be missing, which an action gets as NULL, and otherwise is in
                         the option's own word */
    bool is_last;     /* nothing behind the option is read */
    bool is_deferred; /* for programs that apply options later, or to several structs */
};

/* The values of an option that may be repeated; `items` ends with NULL once there is a value. All
 * zero is an empty list. Free it with bres__option_list_free(). */
typedef struct bres__option_list {
    const char **items; /* borrowed texts */
    size_t count;
    size_t capacity;
} bres__option_list;

void bres__option_list_free(bres__option_list *list);
/* Appends a text, which is borrowed; false: no memory. */
bool bres__option_list_add(bres__option_list *list, const char *text);

#define BRES__COMMAND_MESSAGE 1024

/* A command line that is being read. Set the first five members, and as_given. */
struct bres__command {
    const bres__option *options;
    const bres__option *more; /* a second table; NULL: none */
    char *const *next;        /* the word to read next */
    char *const *end;
    /* Takes a word that is not an option; *command as for bres__option_fn. NULL: every word has to
     * be an option or its value, and "-" and "--" are unknown options. Otherwise "-" is an operand,
     * and only operands follow "--". */
    bres_status (*operand)(bres__command *command, const char *text, void *target);
    bool only_operands;
    bool as_given; /* messages name an option as it was given, '-n', not '--name' */
    bool help;
    const bres__option *option;          /* the last one that was read, */
    const char *word;                    /* and its word */
    char message[BRES__COMMAND_MESSAGE]; /* of the failure; "" when an action kept it elsewhere */
};

/* Reads the next option; *option is NULL at the end. Operands go to the command's function.
 * Errors: BRES_ERROR_KEY for an unknown option, BRES_ERROR_ARGUMENT for a value that is missing or
 * not expected. */
bres_status bres__command_next(bres__command *command, const bres__option **option,
                               const char **value, void *target);
/* Checks the value and stores it in the program's struct. Errors: BRES_ERROR_VALUE,
 * BRES_ERROR_MEMORY, those of actions. */
bres_status bres__option_apply(bres__command *command, const bres__option *option,
                               const char *value, void *target);
/* Reads all words and applies every option to the target. */
bres_status bres__command_parse(bres__command *command, void *target);
/* Sets the message (a printf format) and returns the status. */
bres_status bres__command_refuse(bres__command *command, bres_status status, const char *format,
                                 ...) __attribute__((format(printf, 3, 4)));
/* The same, with "option '--NAME': " before the message; see as_given. */
bres_status bres__option_refuse(bres__command *command, const bres__option *option,
                                bres_status status, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* The option of this name or alias; NULL: unknown. */
const bres__option *bres__option_find(const bres__option *options, const char *name, size_t length);

/* Columns of the help, and those that options and their operands take. */
#define BRES__HELP_WIDTH  80
#define BRES__HELP_INDENT 30

/* Appends the options, under their headings. */
void bres__help_put_options(bres__text *text, const bres__option *options);
/* Appends a row: the left side, then the help from column `indent` on, in as many lines as it
 * takes. A left side that is too long gets a line of its own. */
void bres__help_put_row(bres__text *text, size_t indent, const char *left, const char *help);
/* Appends words, with line breaks, from `column` on; further lines begin at column `indent`. Ends
 * the line. */
void bres__help_put_wrapped(bres__text *text, size_t column, size_t indent, const char *words);

/*
 * Appends the words that a shell can complete, one a line: each name and letter of each option that
 * the help shows. Tabs separate the word, its operand, the choices, and the help; "-" stands for
 * none. Blanks separate the choices of which an option accepts one, commas those of a list.
 */
void bres__words_put_options(bres__text *text, const bres__option *options);
/* Appends a line for one word; NULL: none. */
void bres__words_put(bres__text *text, const char *word, const char *operand, const char *choices,
                     const char *help);

/* Stores the number of a choice, or adds the bits of choices with commas between them. */
bres_status bres__choices_store(bres__command *command, const bres__option *option,
                                const char *text, void *target);
bres_status bres__choices_store_bits(bres__command *command, const bres__option *option,
                                     const char *text, void *target);
/* Appends the names of the choices: with ", " and " or ", "a, b or c". */
void bres__choices_put(bres__text *text, const bres__choices *choices, const char *between,
                       const char *before_last);

#endif
