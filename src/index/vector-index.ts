/**
 * The whole index: rows in, ids out. It records for which embedder, chunker and driver its vectors were made; when one
 * of them changes, all vectors are deleted and `needsAll` asks the worker for every row. The index can always be
 * deleted and rebuilt from the store.
 */
import { join } from 'node:path'
import { MemoryError } from '../memory/error.ts'
import type { Database } from '../store/database.ts'
import { emptyLog } from '../store/erase.ts'
import {
  clearVectorFile,
  deleteVectorFile,
  openVectorFile,
  putNote,
  putRefusals,
  readNote,
  readRefusals,
  removeRefusals,
} from '../store/vector-blocks.ts'
import { embedChunks } from './chunk-vectors.ts'
import { CHUNKER, chunksOf, type IndexRow, rowHash } from './chunks.ts'
import { embedQuestion } from './embed-question.ts'
import type { Embedder } from './embedder.ts'
import type { IndexStatus, SearchAsk, Trouble } from './protocol.ts'
import { isRefusal } from './refusals.ts'
import type { VectorDriver, VectorHit } from './vectors/driver.ts'

export interface VectorIndex {
  search(by: SearchAsk): Promise<{ hits: VectorHit[] }>
  /** Unchanged rows cost nothing. */
  upsert(rows: IndexRow[]): Promise<{ embedded: number }>
  remove(ids: number[]): Promise<void>
  status(): Promise<Omit<IndexStatus, 'pid' | 'memoryBytes'>>
  rebuild(): Promise<void>
  queuedAll(): void
  readonly needsAll: boolean
  close(): Promise<void>
  /** Closes and deletes the file: a new index starts empty and asks for every row. */
  discard(): Promise<void>
}

/** Opening is cheap; the first call that needs them loads the embedder and the vectors. */
export interface IndexParts {
  dataDir: string
  embedderId: string
  openEmbedder: () => Promise<Embedder>
  driverName: VectorDriver['name']
  openDriver: (by: DriverPlace) => Promise<VectorDriver>
}

export interface DriverPlace {
  db: Database
  dimensions: number
  /** Vectors with another identity cannot be used. */
  identity: string
  /** The driver lost some of what it was given. */
  onLoss: (reason: string) => void
}

export function openVectorIndex(parts: IndexParts): VectorIndex {
  const path = join(parts.dataDir, 'index.sqlite')
  const db = openVectorFile(path)
  const identity = [parts.embedderId, CHUNKER, parts.driverName].join(' ')
  const askForAll = (reason: string) => putNote(db, 'needs-all', reason)
  takeIdentity(db, identity, askForAll)

  let embedder: Promise<Embedder> | undefined
  let driver: { dimensions: number; opened: Promise<VectorDriver> } | undefined
  let trouble: Trouble | undefined
  /** Changes run one after another; searches run alongside. */
  let changes: Promise<unknown> = Promise.resolve()

  const embed = async (texts: string[], kind: 'query' | 'document') => {
    embedder ??= parts.openEmbedder()
    embedder.catch(() => {
      embedder = undefined
    })
    return (await embedder).embed(texts, kind)
  }
  const driverFor = (dimensions: number): Promise<VectorDriver> => {
    if (driver?.dimensions === dimensions) return driver.opened
    const before = readNote(db, 'dimensions')
    if (before !== undefined && before !== String(dimensions)) {
      clearVectorFile(db)
      askForAll(`Vectors have ${dimensions} dimensions now; they had ${before}.`)
    }
    putNote(db, 'dimensions', String(dimensions))
    const opened = parts.openDriver({ db, dimensions, identity: `${identity} ${dimensions}`, onLoss: askForAll })
    driver = { dimensions, opened }
    opened.catch(() => {
      driver = undefined
    })
    return opened
  }
  /** Without asking the embedder; undefined when there cannot be any vector yet. */
  const driverOfFile = async (): Promise<VectorDriver | undefined> => {
    const dimensions = readNote(db, 'dimensions')
    return dimensions === undefined ? undefined : driverFor(Number(dimensions))
  }
  const watched = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      const result = await work()
      trouble = undefined
      return result
    } catch (error) {
      // a refused query says nothing about the next one
      if (!isRefusal(error)) trouble = troubleOf(error)
      throw error
    }
  }
  const change = <T>(work: () => Promise<T>): Promise<T> => {
    const result = changes.then(() => watched(work))
    changes = result.catch(() => undefined)
    return result
  }

  return {
    search: ({ text, projects, limit }) =>
      watched(async () => {
        const vector = await embedQuestion(text, (texts) => embed(texts, 'query'))
        return { hits: vector ? await (await driverFor(vector.length)).search({ vector, projects, limit }) : [] }
      }),
    upsert: (rows) =>
      change(async () => {
        const hashed = rows.map((row) => ({ row, id: row.id, hash: rowHash(row) }))
        const unchanged = (await (await driverOfFile())?.findUnchanged(hashed)) ?? new Set()
        const changed = hashed.filter((one) => !unchanged.has(one.id))
        const chunks = changed.map((one) => chunksOf(one.row))
        const embedded = (await embedChunks(chunks.flat(), (texts) => embed(texts, 'document'))).values()
        const items = changed.map(({ row, hash }, at) => {
          const own = (chunks[at] ?? []).flatMap(() => embedded.next().value ?? [])
          return {
            id: row.id,
            project: row.project,
            hash,
            vectors: own.filter((one) => one instanceof Float32Array),
            refused: own.find((one) => 'refused' in one)?.refused,
          }
        })
        const dimensions = items.find((item) => item.vectors.length > 0)?.vectors[0]?.length
        const target = dimensions === undefined ? await driverOfFile() : await driverFor(dimensions)
        await target?.upsert(items)
        putRefusals(
          db,
          items.map(({ id, refused }) => ({ observation: id, reason: refused })),
        )
        return { embedded: items.length }
      }),
    remove: (ids) =>
      change(async () => {
        await (await driverOfFile())?.remove(ids)
        removeRefusals(db, ids)
        emptyLog(db) // it contains the block as it was before
      }),
    async status() {
      const reason = readNote(db, 'needs-all') || undefined
      const count = await driverOfFile()
        .then((opened) => opened?.count())
        .catch((error: unknown) => {
          trouble = troubleOf(error)
          return undefined
        })
      return {
        embedder: parts.embedderId,
        vectors: parts.driverName,
        dimensions: Number(readNote(db, 'dimensions') ?? 0),
        observations: count?.observations ?? 0,
        chunks: count?.vectors ?? 0,
        refused: readRefusals(db),
        needsAll: reason !== undefined,
        reason,
        trouble,
      }
    },
    rebuild: () =>
      change(async () => {
        askForAll('A rebuild was asked for.')
        await (await driverOfFile())?.clear()
      }),
    queuedAll: () => askForAll(''),
    get needsAll() {
      return (readNote(db, 'needs-all') ?? '') !== ''
    },
    async close() {
      await changes
      await driver?.opened.then((opened) => opened.close()).catch(() => undefined) // one that never opened
      await embedder?.then((opened) => opened.close()).catch(() => undefined) // as above
      db.close()
    },
    async discard() {
      await this.close()
      deleteVectorFile(path)
    },
  }
}

/** Vectors made for anything else than the wanted identity are useless. */
function takeIdentity(db: Database, wanted: string, askForAll: (reason: string) => void): void {
  const known = readNote(db, 'identity')
  if (known === wanted) return
  clearVectorFile(db)
  askForAll(known === undefined ? 'The index is new.' : `It was made for ${known}; now it is ${wanted}.`)
  putNote(db, 'identity', wanted)
}

function troubleOf(error: unknown): Trouble {
  const { message, hint } = MemoryError.from(error)
  return { message, hint }
}
