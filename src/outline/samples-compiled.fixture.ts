/** Samples in compiled languages. See samples.fixture.ts. */
import type { Sample } from './sample.fixture.ts'

export const COMPILED_SAMPLES: Record<string, Sample> = {
  go: {
    path: 'cart.go',
    text: `package shop

import "fmt"

// Limit of a cart.
const Limit = 20

const (
	Red = iota
	// Blue is cold.
	Blue
)

var count, size int

// Cart holds items.
type Cart struct {
	Items []Item // all of them
	owner string
}

type (
	Price int
	Shop  interface {
		Open(name string) error
	}
)

// Total adds up.
func (c *Cart) Total(tax float64) (int, error) {
	return 0, nil
}

func (l List[T]) Len() int { return 0 }

func main() {
	fmt.Println("x")
}
`,
  },
  rust: {
    path: 'cart.rs',
    text: `//! Crate words.
use std::fmt;

/// How many.
pub const LIMIT: usize = 20;

/// A cart.
#[derive(Debug, Clone)]
pub struct Cart {
    /// All of them.
    pub items: Vec<Item>,
}

pub enum Colour {
    Red,
    Blue(u8),
}

pub trait Shop {
    fn open(&self) -> bool;
}

impl Cart {
    /// Adds up.
    #[inline]
    pub fn total(&self, tax: f64) -> u64 {
        0
    }
}

impl fmt::Display for Cart {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        Ok(())
    }
}

mod tests {
    fn works() {}
}

macro_rules! square {
    ($x:expr) => { $x * $x };
}

type Pair = (u8, u8);
`,
  },
  java: {
    path: 'Cart.java',
    text: `package shop;

/**
 * A cart.
 */
@Entity
public class Cart extends Base implements Shop {
    private static final int LIMIT = 20;

    public Cart(String owner) {
    }

    /** Adds up. */
    @Override
    public int total(List<Item> items) throws IOException {
        return 0;
    }

    enum Colour { RED, BLUE }

    interface Visitor {
        void visit(Item item);
    }
}

record Point(int x, int y) {}
@interface Marker {}
`,
  },
  c: {
    path: 'cart.c',
    text: `#include <stdio.h>
#define LIMIT 20
#define SQUARE(x) ((x) * (x))

/* A cart. */
struct cart {
    int size;
    char *owner;
};

typedef struct {
    int x;
} point_t;

typedef int (*callback)(int);

enum colour { RED, BLUE };

static int count = 0;
int total(struct cart *cart, int tax);

#ifdef DEBUG
void dump(void) {}
#endif

/* Adds up. */
static char *name_of(struct cart *cart)
{
    return cart->owner;
}
`,
  },
  cpp: {
    path: 'cart.cpp',
    text: `#pragma once
namespace shop {

/// A cart.
template <typename T>
class Cart : public Base {
 public:
  explicit Cart(int size);
  ~Cart();
  int total(const Items& items) const { return 0; }
  bool operator==(const Cart& other) const;

 private:
  int size_ = 0;
};

using Price = int;
enum class Colour { Red, Blue };

}  // namespace shop

// Adds up.
int shop::Cart::total(int tax) const {
  return tax;
}

template <class T> T biggest(T a, T b) { return a; }
const int kLimit = 20;
`,
  },
  'c-sharp': {
    path: 'Cart.cs',
    text: `using System;

namespace Shop
{
    /// <summary>
    /// A cart.
    /// </summary>
    [Serializable]
    public class Cart : Base, IShop
    {
        private const int Limit = 20;

        public string Owner { get; set; }

        public Cart(string owner) { }

        /// <summary>Adds up.</summary>
        public async Task<int> Total(Item[] items) => 0;

        public event EventHandler Changed;
    }

    public interface IShop { void Open(); }
    public enum Colour { Red, Blue }
    public record Point(int X, int Y);
    public struct Pair { public int A; }
    public delegate void Done(int code);
}
`,
  },
  swift: {
    path: 'Cart.swift',
    text: `import Foundation

/// A cart.
@objc
public class Cart: Base, Shop {
    private var items: [Item] = []
    let owner: String

    init(owner: String) {
        self.owner = owner
    }

    /// Adds up.
    @discardableResult
    func total(of items: [Item], tax: Double = 0) -> Int {
        return 0
    }
}

struct Point { var x: Int }

enum Colour {
    case red
    case blue(Int)
}

protocol Shop {
    var open: Bool { get }
    func enter(name: String) throws
}

extension Cart: CustomStringConvertible {
    var description: String { "" }
    func helper() {}
}

typealias Price = Int
let limit = 20
func main() {}
`,
  },
  kotlin: {
    path: 'Cart.kt',
    text: `package shop

/** A cart. */
@Serializable
data class Cart(val owner: String) : Base(), Shop {
    private val items = mutableListOf<Item>()

    /** Adds up. */
    override fun total(tax: Double): Int {
        return 0
    }

    companion object {
        const val LIMIT = 20
        fun build() = Cart("")
    }
}

interface Shop {
    fun open(): Boolean
}

object Registry {
    fun register(cart: Cart) {}
}

enum class Colour { RED, BLUE }
sealed interface Shape

typealias Price = Int
const val TOP = 1
fun String.shout(): String = uppercase()
fun main() {}
`,
  },
  scala: {
    path: 'Cart.scala',
    text: `package shop

/** A cart. */
@deprecated
class Cart(val owner: String) extends Base with Shop {
  private val items = List.empty[Item]
  var size: Int = 0

  /** Adds up. */
  override def total(tax: Double): Int = {
    0
  }
}

trait Shop {
  def open(): Boolean
}

object Cart {
  val Limit = 20
  def apply(owner: String): Cart = new Cart(owner)
}

case class Point(x: Int, y: Int)
type Price = Int
def main(args: Array[String]): Unit = ()
`,
  },
}
