/** Writes files for commands to the file system, atomically. */
import { randomUUID } from "node:crypto"
import * as fs from "node:fs/promises"
import { basename, dirname, join } from "node:path"

import { OutputFiles, type OutputTarget } from "@inlay/agent-plugin/OutputFiles"
import { ProviderError, invalidReason } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

import { codeOf } from "../../error-code.ts"
import { hubError } from "../../hub-error.ts"

const WORDS: Readonly<Record<string, string>> = {
  ENOENT: "there is no such directory",
  ENOTDIR: "there is no such directory",
  EACCES: "this user may not write there",
  EPERM: "this user may not write there, or another program has the file open",
  EBUSY: "another program has the file open",
  EROFS: "the disk is read-only",
  ENAMETOOLONG: "the name is too long",
  ENOSPC: "the disk is full",
  EDQUOT: "this user's disk quota is used up"
}

const failure = ({ flag }: OutputTarget, message: string, advice: string) =>
  hubError("write", {
    ...invalidReason([{ field: flag, message }]),
    nothing: "stored",
    remedy: { to: "read", text: advice }
  })

const unwritable = (target: OutputTarget, cause: unknown) => {
  const why = WORDS[codeOf(cause)] ?? codeOf(cause)
  return failure(target, `names ${target.path}, which cannot be written: ${why}`, "Name another file.")
}

const exists = (target: OutputTarget) =>
  failure(target, `names ${target.path}, which exists already`, "Name another file, or overwrite it with --force.")

const step = <A>(target: OutputTarget, run: () => Promise<A>): Effect.Effect<A, ProviderError> =>
  Effect.tryPromise({
    try: run,
    catch: (cause) => (cause instanceof ProviderError ? cause : unwritable(target, cause))
  })

const absent = (cause: unknown): undefined => {
  if (codeOf(cause) === "ENOENT") return undefined
  throw cause
}

/**
 * The file to write, and the permissions of the one that it replaces. A link is followed, so its target is replaced.
 * Fails if something is there that must not be replaced.
 */
const placeOf = async (target: OutputTarget): Promise<{ readonly place: string; readonly mode?: number }> => {
  if (target.path.trim() === "" || target.path === "-") {
    throw failure(target, "must name a file", target.withoutFile)
  }
  const place = (await fs.realpath(target.path).catch(absent)) ?? target.path
  const stats = await fs.stat(place).catch(absent)
  if (stats === undefined) return { place }
  if (!stats.isFile()) throw failure(target, `names ${target.path}, which is not a file`, "Name another file.")
  if (!target.replace) throw exists(target)
  return { place, mode: stats.mode & 0o777 }
}

/** Gives the complete file its final name. Without `replace`, a file that was created in the meantime is kept. */
const publish = async (target: OutputTarget, temporary: string, place: string): Promise<void> => {
  if (target.replace) return fs.rename(temporary, place)
  const isLinked = await fs.link(temporary, place).then(
    () => true,
    (cause: unknown) => {
      if (codeOf(cause) === "EEXIST") throw exists(target)
      return false
    }
  )
  if (isLinked) return fs.unlink(temporary)
  // The file system does not support hard links.
  if ((await fs.lstat(place).catch(absent)) !== undefined) throw exists(target)
  return fs.rename(temporary, place)
}

const open = (target: OutputTarget) =>
  step(target, async () => {
    const { place, mode } = await placeOf(target)
    const temporary = join(dirname(place), `.${basename(place)}.${randomUUID().slice(0, 8)}.part`)
    return { place, temporary, handle: await fs.open(temporary, "wx", mode) }
  })

type OpenFile = Effect.Success<ReturnType<typeof open>>

const close = ({ handle, temporary }: OpenFile) =>
  Effect.promise(async () => {
    await handle.close().catch(() => undefined)
    await fs.rm(temporary, { force: true }).catch(() => undefined)
  })

/** Writes to paths relative to the working directory, or absolute ones. */
export const layer = Layer.succeed(OutputFiles, {
  write: (target, use) =>
    Effect.acquireUseRelease(
      open(target),
      ({ handle, temporary, place }) =>
        Effect.gen(function* () {
          const value = yield* use((text) => step(target, () => handle.appendFile(text)))
          yield* Effect.uninterruptible(
            step(target, async () => {
              await handle.sync()
              await publish(target, temporary, place)
            })
          )
          return value
        }),
      close
    )
})
