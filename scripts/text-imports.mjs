/** Lets plain `node` run the TypeScript sources: `import text from './x.sql'` gives the file's text, as in the bundle. */
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

registerHooks({
  load(url, context, nextLoad) {
    if (!/\.(sql|md)$/.test(url)) return nextLoad(url, context)
    const text = readFileSync(new URL(url), 'utf8')
    return { format: 'module', shortCircuit: true, source: `export default ${JSON.stringify(text)}` }
  },
})
