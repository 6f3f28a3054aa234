package shop

import (
	"errors"
	"fmt"
)

// MaxLines is what the printer can take.
const MaxLines = 100

var ErrFull = errors.New("cart is full")

// Cart is what one customer wants to buy.
// The zero value is an empty cart.
type Cart struct {
	Owner string `json:"owner"`
	lines []Line // in the order they were added
}

type Line struct {
	SKU, Name string
	Count int
}

// New returns an empty cart.
func New(owner string) *Cart {
	return &Cart{Owner: owner}
}

// Add appends a line.
func (c *Cart) Add(line Line) error {
	if len(c.lines) >= MaxLines {
		return fmt.Errorf("add %s: %w", line.SKU, ErrFull)
	}
	c.lines = append(c.lines, line)
	return nil
}

func (c Cart) Len() int {
	return len(c.lines)
}
