import { parse } from 'node:url'

export const compile = (pattern) =>
  new RegExp(`^${pattern.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`)

/**
 * Builds a router.  Routes are tried in the order they were added.
 *
 * @param {object} options
 */
export default function createRouter(options = {}) {
  const routes = []

  function on(method, pattern, handler) {
    routes.push({ method, match: compile(pattern), handler })
    return router
  }

  const handle = async (request, response) => {
    const { pathname } = parse(request.url)
    const isIt = (route) => route.method === request.method && route.match.test(pathname)
    const route = routes.find(isIt)
    if (!route) return options.notFound?.(response)
    await route.handler(request, response)
  }

  const router = { on, handle }
  return router
}

export class HttpError extends Error {
  constructor(status, message) {
    super(message)
    this.status = status
  }

  get isClient() {
    return this.status < 500
  }
}

export const GET = 'GET',
  POST = 'POST'
