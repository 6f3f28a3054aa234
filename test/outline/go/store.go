// Package store keeps things.
package store

import (
	"context"
	"io"
	"sync"
)

// Keyed is anything that can be stored.
type Keyed[K comparable] interface {
	io.Closer
	// Key never changes.
	Key() K
	Load(ctx context.Context, from io.Reader) (n int64, err error)
}

type (
	// Level says how loud we are.
	Level uint8
	Hook func(ctx context.Context, key string) error
)

const (
	Quiet Level = iota
	Loud
)

type Bytes = []byte

type Memory[K comparable, V Keyed[K]] struct {
	sync.Mutex
	rows map[K]V
}

func (m *Memory[K, V]) Get(key K) (V, bool) {
	m.Lock(); defer m.Unlock()
	v, ok := m.rows[key]
	return v, ok
}

func Map[A, B any](in []A, f func(A) B) (out []B) {
	for _, a := range in { out = append(out, f(a)) }
	return
}

var _ io.Closer = (*Memory[string, Row])(nil)
