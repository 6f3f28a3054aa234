/** What waits in the queue. */
export interface Job<Payload extends object = object> {
  readonly id: string
  /** As the sender wrote it. */
  payload: Payload
  retry?(after: number): void
}

export type Outcome = 'done' | 'failed' | 'later'

export type Limits = {
  perSecond: number
  burst?: number
}

export enum Priority {
  Low,
  Normal = 5,
  // Jumps the line.
  Urgent = 9,
}

/**
 * First in, first out, unless urgent.
 */
@Injectable({ scope: 'singleton' })
export abstract class Queue<T extends Job> implements Iterable<T> {
  readonly #waiting: T[] = []
  static opened = 0

  protected constructor(private readonly limits: Limits) {}

  abstract run(job: T): Promise<Outcome>

  /** Adds one at the end. */
  @Traced
  push(job: T): this {
    return this
  }

  get size(): number {
    return this.#waiting.length
  }

  *[Symbol.iterator](): Iterator<T> {
    yield* this.#waiting
  }
}
