/**
 * Finds the built console. When the hub runs from source, the console is built on demand if it is missing or out of
 * date.
 */
import { execFile } from "node:child_process"
import { existsSync, readdirSync, statSync } from "node:fs"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { promisify } from "node:util"

import * as Effect from "effect/Effect"

const isSource = import.meta.filename.endsWith(".ts")

const root = join(import.meta.dirname, "../..")

/** A bundled program has the console beside it. */
export const builtConsole = isSource ? join(root, "dist/web") : join(import.meta.dirname, "web")

/** The page that shows a card in a chat. */
export const builtChatCard = join(
  isSource ? join(root, "dist/chat-card") : join(import.meta.dirname, "chat-card"),
  "index.html"
)

/** The page's HTML. Builds it first if necessary. */
export const chatCard: Effect.Effect<string> = Effect.promise(async () => {
  await buildWhereStale()
  return readFile(builtChatCard, "utf8")
})

const newest = (path: string): number => {
  const stat = statSync(path)
  if (!stat.isDirectory()) return stat.mtimeMs
  return readdirSync(path)
    .filter((name) => !/\.test\.tsx?$|\.tsbuildinfo$/.test(name))
    .reduce((latest, name) => Math.max(latest, newest(join(path, name))), 0)
}

const isCurrent = (): boolean => {
  const pages = [join(builtConsole, "index.html"), builtChatCard]
  if (!pages.every((page) => existsSync(page))) return false
  const changedAt = Math.max(...[join(root, "src/web"), join(root, "../../packages/ui/src")].map(newest))
  return pages.every((page) => statSync(page).mtimeMs > changedAt)
}

/** Builds the console and the chat card when running from source, if they are missing or older than their sources. */
export const buildWhereStale = async (): Promise<void> => {
  if (!isSource || isCurrent()) return
  const env = { ...process.env, NODE_ENV: "production" }
  const vite = join(root, "node_modules/vite/bin/vite.js")
  for (const config of ["vite.config.ts", "vite.chat-card.config.ts"]) {
    await promisify(execFile)(process.execPath, [vite, "build", "--config", config], { cwd: root, env })
  }
}
