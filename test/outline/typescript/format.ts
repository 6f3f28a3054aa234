export function format(value: Date): string
export function format(value: number, digits: number): string
export function format(value: unknown, digits = 2): string {
  return value instanceof Date ? value.toISOString() : (value as number).toFixed(digits)
}

declare module 'express' {
  interface Request {
    tenant: string
  }
}

export namespace Money {
  export const ZERO = 0n
  export function split(
    amount: bigint,
    { parts, rest = 'first' }: { parts: number; rest?: 'first' | 'last' },
  ): readonly bigint[] {
    const each = amount / BigInt(parts)
    const out = Array.from({ length: parts }, () => each
    return rest === 'first' ? out : out.reverse()
  }
}

export const Printer = class extends Base<{ width: number }> {
  print = async <T,>(rows: T[]): Promise<void> => this.out.write(rows.join())
}

export type Unwrapped<T> =
  T extends Promise<infer Inner>
    ? Inner
    : T extends (infer Item)[]
      ? Item
      : T extends { value: infer Value }
        ? Value
        : T

export default async function main(): Promise<void> {
  await import('./start.ts')
}
