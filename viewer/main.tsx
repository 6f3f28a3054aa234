/** The page: the token is taken out of the address first, then the app is drawn. */
import './styles/base.css'
import './styles/controls.css'
import './styles/messages.css'
import { render } from 'preact'
import { followLinks } from './address.ts'
import { takeToken } from './api.ts'
import { App } from './app.tsx'
import { applyTheme } from './theme.ts'

takeToken()
applyTheme()
const root = document.getElementById('app')
if (root) {
  followLinks(root)
  render(<App />, root)
}
