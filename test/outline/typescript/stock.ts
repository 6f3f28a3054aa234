import { readFile } from 'node:fs/promises'
import type { Warehouse } from './warehouse.ts'

/** Below this we order again. */
export const REORDER_LEVEL = 5

let cache: Map<string, number> | undefined

/**
 * Reads the stock file once; later calls get the same map.
 * @param path where the file is
 */
export async function loadStock(path: string): Promise<Map<string, number>> {
  cache ??= parseStock(await readFile(path, 'utf8'))
  return cache
}

export const isLow = (count: number, level = REORDER_LEVEL): boolean => count < level

function parseStock(text: string): Map<string, number> {
  const found = new Map<string, number>()
  const add = (line: string) => {
    const [sku, count] = line.split(',')
    if (sku) found.set(sku, Number(count))
  }
  text.split('\n').forEach(add)
  return found
}

export const byWarehouse: Record<string, (house: Warehouse) => number> = {
  north: (house) => house.north,
  south(house) {
    return house.south
  },
}
