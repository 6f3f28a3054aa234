;(function (root) {
  function Basket(owner) {
    this.owner = owner
    this.lines = []
  }

  /** Adds a line, or more of a line that is there. */
  Basket.prototype.add = function (sku, count) {
    this.lines.push({ sku: sku, count: count })
    return this
  }

  Basket.of = (owner) => new Basket(owner)

  if (typeof root.fetch === 'undefined') {
    var shim = function fetchShim(url) {
      return new XMLHttpRequest().open('GET', url)
    }
  }

  function total(lines,) {
    return lines.reduce((sum, line) => sum + line.price *, 0)
  }

  async function deliver(
    basket,
    { express = false, ...rest } = {},
  ) {
    await root.fetch('/deliver', { body: JSON.stringify({ basket, express, rest }) })
  }

  root.Basket = Basket
})(globalThis)

exports.version = function () {
  return '1.4.0' }
