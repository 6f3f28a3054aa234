/** Waiting in tests: for a condition, never for a time. The deadline is generous; reaching it is a failure. */
export async function waitFor<T>(
  what: string,
  condition: () => T | Promise<T>,
  withinMs = 15_000,
): Promise<Exclude<T, undefined | false | null>> {
  const deadline = Date.now() + withinMs
  for (;;) {
    const found = await condition()
    if (found !== undefined && found !== false && found !== null) return found as Exclude<T, undefined | false | null> // as: the line says so
    if (Date.now() > deadline) throw new Error(`Not within ${withinMs} ms: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
