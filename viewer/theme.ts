/** Light, dark, or as the system says. The choice stays in this browser. */
import { effect, signal } from '@preact/signals'

export type Theme = 'system' | 'light' | 'dark'
const KEY = 'claude-mem-theme'
const THEMES: Theme[] = ['system', 'light', 'dark']

export const theme = signal<Theme>(THEMES.find((one) => one === localStorage.getItem(KEY)) ?? 'system')

export function applyTheme(): void {
  effect(() => {
    if (theme.value === 'system') delete document.documentElement.dataset.theme
    else document.documentElement.dataset.theme = theme.value
    localStorage.setItem(KEY, theme.value)
  })
}

export function nextTheme(): void {
  theme.value = THEMES[(THEMES.indexOf(theme.value) + 1) % THEMES.length] ?? 'system'
}
