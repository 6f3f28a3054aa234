/**
 * Text for a model is in `.md` files, with `{{name}}` for what changes. Filled in one pass: a value that contains
 * `{{name}}` stays as it is. A name without a value throws.
 */
export function fillTemplate(template: string, values: Readonly<Record<string, string>>): string {
  return template
    .replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
      const value = values[name]
      if (value === undefined) throw new Error(`The template has no value for {{${name}}}.`)
      return value
    })
    .trim()
}
