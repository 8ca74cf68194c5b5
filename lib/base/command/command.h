/* SPDX-License-Identifier: MIT */
/*
 * Command lines. A table of options defines the name of each option, the accepted values, where the
 * value is stored and the help text. The engine reads the words, checks the values, reports errors
 * and prints the help.
 *
 * Benchmark programs and the benchresult command use it. The command links these objects in
 * addition to the shared library. So they do not touch the thread's error record: messages are in
 * the bres__command.
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
    BRES__OPTION_HELP,    /* sets `help` of the command; later words are not read */
    BRES__OPTION_FLAG,    /* bool: true */
    BRES__OPTION_NO_FLAG, /* bool: false */
    BRES__OPTION_VALUE,   /* uint32_t: `value` */
    BRES__OPTION_BITS,    /* uint32_t: sets the bits of `value` */
    BRES__OPTION_TEXT,    /* const char *: the value as given */
    BRES__OPTION_LIST,    /* bres__option_list: appends the value */
    BRES__OPTION_CHOICE,  /* uint32_t: the number of a choice */
    BRES__OPTION_CHOICES, /* uint32_t: sets the bits of comma-separated choices */
    BRES__OPTION_UINT32,  /* a whole number */
    BRES__OPTION_INT64,   /* a whole number */
    BRES__OPTION_UINT64,  /* a whole number */
    BRES__OPTION_BYTES,   /* uint64_t: a whole number with optional K, M or G (powers of 1024) */
    BRES__OPTION_FLOAT64,
    BRES__OPTION_DURATION, /* double: seconds, or a number with the unit ms, s, m or h */
    BRES__OPTION_PERCENT   /* double: a fraction, given in percent */
} bres__option_kind;

/* The choices that an option accepts: either a list, in which synonyms are adjacent and only the
 * first synonym is shown, or the names of the numbers in a set. */
typedef struct bres__choice {
    const char *name;
    uint32_t value;
} bres__choice;

typedef struct bres__choices {
    const char *noun;         /* the noun for a choice in messages, such as "format" */
    const bres__choice *list; /* ends with a choice without a name; NULL: use `name_of` and `set` */
    const char *(*name_of)(uint32_t value);
    uint32_t set; /* the bits of the accepted numbers, or the argument of set_of() */
    uint32_t (*set_of)(uint32_t set); /* returns the bits of the accepted numbers; NULL: `set` */
} bres__choices;

/* Takes a value; `target` is where to store it. Returns BRES_OK or an error. A failure leaves a
 * message in the command (bres__command_refuse()) or in the program's own error record. */
typedef bres_status (*bres__option_fn)(bres__command *command, const bres__option *option,
                                       const char *value, void *target);

struct bres__option {
    const char *heading; /* of the group of options that begins here, for the help; NULL: none */
    const char *name;    /* without dashes; NULL ends a table */
    const char *alias;   /* another long name; NULL: none */
    char letter;         /* 0: none */
    const char *operand; /* the name of the value in the help; NULL: the option takes no value */
    const char *help;    /* NULL: not shown. The help appends the choices, then the default */
    const char *initial; /* the default, for the help; NULL: not shown */
    bres__option_kind kind;
    size_t target;  /* offset of the value in the program's struct */
    uint32_t value; /* of BRES__OPTION_VALUE and BRES__OPTION_BITS, or for an action */
    uint64_t min;   /* of a number, in the unit of the command line */
    uint64_t max;   /* 0: the maximum of the kind */
    const bres__choices *choices; /* of BRES__OPTION_CHOICE and BRES__OPTION_CHOICES */
    bres__option_fn action;
    const void *data; /* for an action */
    bool is_optional; /* the value may be omitted: an action then gets NULL; a given value must be
                         in the option's own word */
    bool is_last;     /* the words after the option are not read */
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
/* Appends a borrowed text; false when out of memory. */
bool bres__option_list_add(bres__option_list *list, const char *text);

#define BRES__COMMAND_MESSAGE 1024

/* The state of reading a command line. The caller sets the first five members and `as_given`. */
struct bres__command {
    const bres__option *options;
    const bres__option *more; /* a second table; NULL: none */
    char *const *next;        /* the word to read next */
    char *const *end;
    /* Takes a word that is not an option; reports failures like a bres__option_fn. NULL: every word
     * must be an option or its value, and "-" and "--" are unknown options. Otherwise "-" is an
     * operand, and every word after "--" is an operand. */
    bres_status (*operand)(bres__command *command, const char *text, void *target);
    bool only_operands;                  /* "--" has been read */
    bool as_given;                       /* messages name an option as given: '-n', not '--name' */
    bool help;                           /* an option of kind BRES__OPTION_HELP has been applied */
    const bres__option *option;          /* the last option that was read */
    const char *word;                    /* the word with that option */
    char message[BRES__COMMAND_MESSAGE]; /* of a failure; "" if an action stored it elsewhere */
};

/* Reads the next option; *option is NULL at the end. Passes operands to command->operand().
 * Errors: BRES_ERROR_KEY for an unknown option, BRES_ERROR_ARGUMENT for a missing or unexpected
 * value. */
bres_status bres__command_next(bres__command *command, const bres__option **option,
                               const char **value, void *target);
/* Checks the value and stores it in the program's struct, `target`. Errors: BRES_ERROR_VALUE,
 * BRES_ERROR_MEMORY, errors of actions. */
bres_status bres__option_apply(bres__command *command, const bres__option *option,
                               const char *value, void *target);
/* Reads all words and applies every option to the target. */
bres_status bres__command_parse(bres__command *command, void *target);
/* Sets the message (a printf format) and returns the status. */
bres_status bres__command_refuse(bres__command *command, bres_status status, const char *format,
                                 ...) __attribute__((format(printf, 3, 4)));
/* The same, with "option '--NAME': " before the message; see `as_given`. */
bres_status bres__option_refuse(bres__command *command, const bres__option *option,
                                bres_status status, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* The option with this name or alias; NULL: unknown. */
const bres__option *bres__option_find(const bres__option *options, const char *name, size_t length);

/* Columns of the help, and of its left part with options and operands. */
#define BRES__HELP_WIDTH  80
#define BRES__HELP_INDENT 30

/* Appends the options, under their headings. */
void bres__help_put_options(bres__text *text, const bres__option *options);
/* Appends a row: the left side, then the help from column `indent`, wrapped into lines. A left side
 * that is too long gets a line of its own. */
void bres__help_put_row(bres__text *text, size_t indent, const char *left, const char *help);
/* Appends words with line breaks, starting at `column`; further lines begin at column `indent`.
 * Ends the last line. */
void bres__help_put_wrapped(bres__text *text, size_t column, size_t indent, const char *words);

/*
 * Appends the words that a shell can complete, one per line: each name and letter of each option in
 * the help. Tabs separate the word, its operand, the choices and the help; "-" stands for a missing
 * operand or choices. Blanks separate the choices of an option that accepts one choice, commas the
 * choices of an option that accepts several.
 */
void bres__words_put_options(bres__text *text, const bres__option *options);
/* Appends a line for one word; `operand` and `choices` may be NULL. */
void bres__words_put(bres__text *text, const char *word, const char *operand, const char *choices,
                     const char *help);

/* Store the number of a choice, or set the bits of comma-separated choices. */
bres_status bres__choices_store(bres__command *command, const bres__option *option,
                                const char *text, void *target);
bres_status bres__choices_store_bits(bres__command *command, const bres__option *option,
                                     const char *text, void *target);
/* Appends the names of the choices: "a, b or c" with the separators ", " and " or ". */
void bres__choices_put(bres__text *text, const bres__choices *choices, const char *between,
                       const char *before_last);

#endif
