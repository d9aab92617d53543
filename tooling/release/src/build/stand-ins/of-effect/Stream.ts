/**
 * The part of `effect/Stream` that the promise clients need, in a fifth of its bytes: async generators of pages, whose
 * effects run as fibers of their own in the reader's context. `promise-client.ts` bundles this in place of Effect's
 * module; `Stream.test.ts` compares the two. A function that is missing here fails the build.
 */
import * as Cause from "effect/Cause"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { dual } from "effect/Function"
import * as Option from "effect/Option"
import { pipeArguments } from "effect/Pipeable"

/** The context of effects, and the signal that ends them. */
interface Reader {
  readonly context: Context.Context<never>
  readonly signal: AbortSignal
}

/** Throws the cause of a failure, as the generators below do. */
const run = async <A, E>(effect: Effect.Effect<A, E>, { context, signal }: Reader): Promise<A> => {
  const exit = await Effect.runPromiseExitWith(context)(effect, { signal })
  if (Exit.isFailure(exit)) throw exit.cause
  return exit.value
}

/** A reader that ends when the controller is aborted or the original reader ends. */
const endedBy = ({ context, signal }: Reader, stop: AbortController): Reader => {
  if (signal.aborted) stop.abort()
  else signal.addEventListener("abort", () => stop.abort(), { once: true, signal: stop.signal })
  return { context, signal: stop.signal }
}

/** Items that arrived together, so that a reader does not wait for each. */
type Chunk<A> = ReadonlyArray<A>

class Stream<A> {
  readonly read: (reader: Reader) => AsyncGenerator<Chunk<A>>
  constructor(read: (reader: Reader) => AsyncGenerator<Chunk<A>>) {
    this.read = read
  }
  pipe(): unknown {
    // oxlint-disable-next-line prefer-rest-params -- `pipe` reads its arguments as Effect's own values do
    return pipeArguments(this, arguments)
  }
}

export const isStream = (value: unknown): value is Stream<unknown> => value instanceof Stream

const LONGEST_CHUNK = 1000

const chunks = function* <A>(items: Iterable<A>): Generator<Chunk<A>> {
  let chunk: Array<A> = []
  for (const item of items) {
    chunk.push(item)
    if (chunk.length < LONGEST_CHUNK) continue
    yield chunk
    chunk = []
  }
  yield chunk
}

export const fromIterable = <A>(items: Iterable<A>): Stream<A> =>
  new Stream(async function* () {
    yield* chunks(items)
  })

export const empty = /* @__PURE__ */ fromIterable<never>([])

export const succeed = <A>(item: A): Stream<A> => fromIterable([item])

/** Both ends included. */
export const range = (from: number, to: number): Stream<number> =>
  new Stream(async function* () {
    for (let at = from; at <= to; at++) yield [at]
  })

export const suspend = <A>(make: () => Stream<A>): Stream<A> =>
  new Stream(async function* (reader) {
    yield* make().read(reader)
  })

export const unwrap = <A, E>(effect: Effect.Effect<Stream<A>, E>): Stream<A> =>
  new Stream(async function* (reader) {
    yield* (await run(effect, reader)).read(reader)
  })

export const paginate = <S, A, E>(
  first: S,
  page: (at: S) => Effect.Effect<readonly [items: Chunk<A>, next: Option.Option<S>], E>
): Stream<A> =>
  new Stream(async function* (reader) {
    for (let at = Option.some(first); Option.isSome(at);) {
      const [items, next] = await run(page(at.value), reader)
      yield items
      at = next
    }
  })

type Pipeable<Args extends ReadonlyArray<unknown>, A, B> = {
  (self: Stream<A>, ...args: Args): Stream<B>
  (...args: Args): (self: Stream<A>) => Stream<B>
}

export const concat: Pipeable<[that: Stream<unknown>], unknown, unknown> = /* @__PURE__ */ dual(
  2,
  (self: Stream<unknown>, that: Stream<unknown>) =>
    new Stream(async function* (reader) {
      yield* self.read(reader)
      yield* that.read(reader)
    })
)

export const flatMap: Pipeable<[f: (item: never) => Stream<unknown>], unknown, unknown> = /* @__PURE__ */ dual(
  2,
  <A, B>(self: Stream<A>, f: (item: A) => Stream<B>) =>
    new Stream(async function* (reader) {
      for await (const chunk of self.read(reader)) for (const item of chunk) yield* f(item).read(reader)
    })
)

export const map: Pipeable<[f: (item: never) => unknown], unknown, unknown> = /* @__PURE__ */ dual(
  2,
  <A, B>(self: Stream<A>, f: (item: A) => B) =>
    new Stream(async function* (reader) {
      for await (const chunk of self.read(reader)) yield chunk.map((item) => f(item))
    })
)

export const flattenIterable = <A>(self: Stream<Iterable<A>>): Stream<A> =>
  new Stream(async function* (reader) {
    for await (const chunk of self.read(reader)) for (const items of chunk) yield* chunks(items)
  })

export const take: Pipeable<[count: number], unknown, unknown> = /* @__PURE__ */ dual(
  2,
  <A>(self: Stream<A>, count: number) =>
    new Stream(async function* (reader) {
      let left = count
      if (left <= 0) return
      for await (const chunk of self.read(reader)) {
        yield chunk.slice(0, left)
        left -= chunk.length
        if (left <= 0) return
      }
    })
)

/** Includes the item that ends it. */
export const takeUntil: Pipeable<[isLast: (item: never) => boolean], unknown, unknown> = /* @__PURE__ */ dual(
  2,
  <A>(self: Stream<A>, isLast: (item: A) => boolean) =>
    new Stream(async function* (reader) {
      for await (const chunk of self.read(reader)) {
        const last = chunk.findIndex((item) => isLast(item))
        yield last < 0 ? chunk : chunk.slice(0, last + 1)
        if (last >= 0) return
      }
    })
)

async function* oneByOne<A>(pages: AsyncGenerator<Chunk<A>>): AsyncGenerator<A> {
  for await (const chunk of pages) for (const item of chunk) yield item
}

/** Results are in order. Before the first is yielded, as many effects as allowed are started. */
export const mapEffect: Pipeable<
  [f: (item: never) => Effect.Effect<unknown, unknown>, options?: { readonly concurrency: number }],
  unknown,
  unknown
> = /* @__PURE__ */ dual(
  (args) => isStream(args[0]),
  <A, B, E>(self: Stream<A>, f: (item: A) => Effect.Effect<B, E>, { concurrency } = { concurrency: 1 }) =>
    new Stream(async function* (reader) {
      const stop = new AbortController()
      const inner = endedBy(reader, stop)
      const source = oneByOne(self.read(reader))
      const underWay: Array<Promise<B>> = []
      try {
        for (let isOver = false; ;) {
          while (!isOver && underWay.length < concurrency) {
            const next = await source.next()
            isOver = next.done === true
            if (next.done === true) break
            const result = run(f(next.value), inner)
            // A failure is thrown when its turn comes. If its turn never comes, it is ignored.
            result.catch(() => {})
            underWay.push(result)
          }
          const first = underWay.shift()
          if (first === undefined) return
          yield [await first]
        }
      } finally {
        stop.abort()
        await source.return(undefined)
      }
    })
)

/** Ends with the effect's failure if the effect ends first. */
export const interruptWhen = <A, E>(self: Stream<A>, effect: Effect.Effect<never, E>): Stream<A> =>
  new Stream(async function* (reader) {
    const stop = new AbortController()
    const inner = endedBy(reader, stop)
    let end: { readonly cause: unknown } | undefined
    run(effect, inner).catch((cause: unknown) => {
      end = { cause }
      stop.abort()
    })
    const check = () => {
      if (end !== undefined) throw end.cause
    }
    try {
      for await (const chunk of self.read(inner)) {
        check()
        yield chunk
        check()
      }
    } catch (cause) {
      check()
      throw cause
    } finally {
      stop.abort()
    }
  })

const causeOf = (thrown: unknown): Cause.Cause<unknown> => (Cause.isCause(thrown) ? thrown : Cause.die(thrown))

export const runCollect = <A>(self: Stream<A>): Effect.Effect<ReadonlyArray<A>, unknown> =>
  Effect.flatMap(Effect.context(), (context) =>
    Effect.tryPromise({
      try: async (signal) => {
        const items: Array<A> = []
        for await (const item of oneByOne(self.read({ context, signal }))) items.push(item)
        return items
      },
      catch: causeOf
    }).pipe(Effect.catch((cause) => Effect.failCause(cause)))
  )

export const toAsyncIterableWith = <A>(self: Stream<A>, context: Context.Context<never>): AsyncIterable<A> => ({
  async *[Symbol.asyncIterator]() {
    const stop = new AbortController()
    try {
      for await (const chunk of self.read({ context, signal: stop.signal })) for (const item of chunk) yield item
    } catch (thrown) {
      throw Cause.squash(causeOf(thrown))
    } finally {
      stop.abort()
    }
  }
})
