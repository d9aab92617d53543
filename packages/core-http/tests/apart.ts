/**
 * Plays one fault over undici in a separate process, and reports by how much that increased the process's peak memory.
 */
import { execFile } from "node:child_process"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"

import * as Effect from "effect/Effect"

import { playAll, type CallKind, type Played, type Scene } from "../src/testing/bad-answers/index.ts"
import { layer } from "../src/transport/node.ts"

export interface PlayedApart {
  readonly played: Readonly<Record<CallKind, Played>>
  /** Growth of the peak resident set size, compared with a process that made the same calls to a good answer. */
  readonly peakBytes: number
}

const file = fileURLToPath(import.meta.url)

/** @param good origin of an answer without a fault */
export const playApart = async (scene: Scene, good: string): Promise<PlayedApart> => {
  const { stdout } = await promisify(execFile)(process.execPath, [file, JSON.stringify(scene), good])
  return JSON.parse(stdout) as PlayedApart
}

const peakBytes = (): number => process.resourceUsage().maxRSS * 1024

const main = async (scene: Scene, good: string): Promise<PlayedApart> => {
  const play = (at: Scene) => Effect.runPromise(Effect.provide(playAll(at), layer))
  await play({ ...scene, origin: good, warmUp: false })
  const before = peakBytes()
  const played = await play(scene)
  return { played, peakBytes: peakBytes() - before }
}

if (process.argv[1] === file) {
  const [scene = "", good = ""] = process.argv.slice(2)
  process.stdout.write(JSON.stringify(await main(JSON.parse(scene) as Scene, good)))
}
