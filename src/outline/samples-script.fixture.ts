/** Samples in scripting languages. See samples.fixture.ts. */
import type { Sample } from './sample.fixture.ts'

export const SCRIPT_SAMPLES: Record<string, Sample> = {
  typescript: {
    path: 'cart.ts',
    text: `import { Base } from './base.ts'

/** How many items fit. */
export const LIMIT = 20
const table = {
  a: 1,
}
export type Price = { amount: number }

export interface Item {
  /** In cents. */
  price: number
  label(short: boolean): string
}

export enum Colour {
  Red,
  Blue = 'blue',
}

/**
 * A shopping cart.
 * More words.
 */
@sealed
export class Cart extends Base implements Iterable<Item> {
  private items: Item[] = []

  constructor(readonly owner: string) {
    super()
  }

  // Adds up.
  @memo
  async total(items: Item[]): Promise<number> {
    const inner = (x: number) => x + 1
    return items.reduce((sum, item) => sum + inner(item.price), 0)
  }

  get size(): number {
    return this.items.length
  }
}

export const add = async (
  a: number,
  b: number,
): Promise<number> => {
  return a + b
}

const Anonymous = class {
  run() {}
}

export default function main(): void {}
export abstract class Shape { abstract area(): number }
declare module 'x' {
  export function f(): void
}
namespace Inner { export const y = 1 }
export function over(a: string): void
export function over(a: number): void
export function over(a: unknown): void {}
`,
  },
  tsx: {
    path: 'view.tsx',
    text: `export const View = ({ name }: { name: string }) => <b className="x">{name}</b>
export function Page() {
  function onClick() {}
  return <View name="a" />
}
`,
  },
  javascript: {
    path: 'server.js',
    text: `'use strict'
/** Starts it. */
function start(port) {
  return port
}
class Server {
  #port = 1
  static of() {}
  listen = () => {}
}
Server.prototype.close = function () {}
exports.stop = function (code) {}
module.exports = {
  start,
  restart() {},
  again: function () {},
}
var old = function named() {}
;(function () {
  function hidden() {}
})()
describe('server', () => {
  it('starts', async () => {})
})
`,
  },
  python: {
    path: 'cart.py',
    text: `"""Module words."""
import os

LIMIT = 20
names: list[str] = []


class Cart(Base):
    """A shopping cart.

    More.
    """

    size = 0

    def __init__(self, owner: str) -> None:
        self.owner = owner

    @property
    @memo(
        1
    )
    def total(self) -> int:
        """Adds up."""
        def inner(x):
            return x
        return inner(0)


# Says hello.
async def hello(
    name: str,
    *args,
) -> str:
    return name


if os.name == "nt":
    def only_windows():
        pass
`,
  },
  ruby: {
    path: 'cart.rb',
    text: `require 'set'

# A shop.
module Shop
  LIMIT = 20

  # A cart.
  class Cart < Base
    attr_reader :owner, :size

    # Adds up.
    def total(items, tax: 0)
      items.sum
    end

    def self.build(*args)
      new(*args)
    end

    class << self
      def other; end
    end
  end
end

def main
end
`,
  },
  php: {
    path: 'Cart.php',
    text: `<?php
namespace Shop;

const LIMIT = 20;

/**
 * A cart.
 */
#[Entity]
final class Cart extends Base implements IShop
{
    use Loud;

    private const SIZE = 1;
    public ?string $owner = null;

    /** Adds up. */
    public function total(array $items): int
    {
        return 0;
    }
}

interface IShop { public function open(): void; }
trait Loud { function shout() {} }
enum Colour: string { case Red = 'r'; }

function main(int $x): void {}
`,
  },
  bash: {
    path: 'deploy.sh',
    text: `#!/usr/bin/env bash
# Not a doc.

readonly LIMIT=20
export NAME=cart

# Adds up.
total() {
  local sum=0
  echo "$sum"
}

function deploy {
  cat <<EOF
x() {
EOF
}
if [ -n "$1" ]; then
  inner() { :; }
fi
`,
  },
  lua: {
    path: 'cart.lua',
    text: `local M = {}

-- A limit.
M.LIMIT = 20

--- Adds up.
-- @param items all
function M.total(items)
  return 0
end

function M:size() end

local function hidden(a, ...)
end

local add = function(a, b) return a + b end

M.sub = function(a, b)
  return a - b
end

function main() end

return M
`,
  },
}
