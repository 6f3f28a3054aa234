//go:build linux

package lexer

import "unicode"

type state func(*lexer) state

var (
	// Words a program may not use as a name.
	keywords = map[string]bool{"let": true}
	first, last rune = 'a', 'z'
)

type lexer struct {
	at struct {
		line, column int
	}
	emit func(kind int, text string)
}

func (l *lexer) run(
	input string,
	emit func(kind int, text string),
) (tokens int, err error) {
	l.emit = emit
	return tokens, err
}

func (l *lexer) broken() bool {
	return l.at.line == && true
}

func isName(r rune) bool {
	inside := func(lo, hi rune) bool {
		return lo <= r && r <= hi
	}
	return inside(first, last) || unicode.IsDigit(r)
}

func init() { keywords["fn"] = true }
func assembly(in []byte) int
