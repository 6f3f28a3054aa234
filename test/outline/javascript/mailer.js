'use strict'

const net = require('net')
const { render } = require('./template')

const RETRIES = 3

/**
 * Speaks SMTP with one server.
 */
class Mailer extends EventEmitter {
  #socket = null
  static instances = new Set()

  constructor({ host, port = 25 }) {
    super()
    this.address = `${host}:${port}`
  }

  async connect() {
    this.#socket = net.connect(this.address)
  }

  close = () => this.#socket?.end()

  static for(host) {
    return new Mailer({ host })
  }
}

// One address after the other.
function* recipients(list) {
  for (const one of list.split(',')) yield one.trim()
}

module.exports = {
  Mailer,
  RETRIES,
  async send(to, letter) {
    return render(letter, [...recipients(to)])
  },
  preview: function (letter) {
    return render(letter, [])
  },
}
