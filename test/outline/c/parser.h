#ifndef PARSER_H
#define PARSER_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Where the parser stands. */
typedef struct {
    const char *text;
    size_t at;
} parser_t;

typedef struct node {
    struct node *next;
    union {
        long number;
        char *word;
    } value;
} node_t;

typedef enum {
    KIND_WORD = 1,
    KIND_NUMBER
} kind_t;

/* Called once for every node. */
typedef void (*visitor)(const node_t *node, void *context);

node_t *parse(parser_t *parser, kind_t want);
void walk(const node_t *from, visitor visit, void *context);
extern int parse_depth;

static inline int is_word(kind_t kind) { return kind == KIND_WORD; }

#ifdef __cplusplus
}
#endif
#endif /* PARSER_H */
