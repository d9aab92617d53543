import { existsSync, statfsSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

import { defineConfig } from "vitest/config"

const MEMORY = "/dev/shm"
/** The space required. Containers often have only 64 MB there. */
const ROOM_BYTES = 2 * 1024 ** 3

const hasRoomInMemory = (): boolean => {
  if (!existsSync(MEMORY)) return false
  const { bavail, bsize } = statfsSync(MEMORY)
  return bavail * bsize >= ROOM_BYTES
}

const filesOf = (names: ReadonlyArray<string>) => names.map((name) => `tests/${name}.e2e.ts`)

/** What a user does, each once, which `pnpm test` runs. `pnpm test:wide` runs everything else but the following. */
const MAIN = filesOf([
  "card/enrich",
  "hub/{chat-card,console,hub-api,pairing,triggers}",
  "pages/{options,pages,panel,repository,sites}"
])

/** Only in `pnpm test:full`: one needs a Firefox, one takes minutes, one is for pictures. */
const FULL = filesOf(["pages/{browsing-day,firefox,view-states}"])

// One browser at a time, because two would slow each other down on a small machine. The files share their modules, and
// each starts a browser and a sandbox of its own, which takes a second. The timeouts are for hangs, not for speed.
export default defineConfig({
  test: {
    projects: [
      { extends: true, test: { name: "main", include: MAIN } },
      { extends: true, test: { name: "wide", include: filesOf(["**/*"]), exclude: [...MAIN, ...FULL] } },
      { extends: true, test: { name: "full", include: FULL } }
    ],
    globalSetup: "tests/ready.ts",
    env: {
      // The programs that tests start share their compiled code.
      NODE_COMPILE_CACHE: join(import.meta.dirname, "node_modules/.cache/compiled"),
      // For browser profiles, and files that browser processes share.
      TMPDIR: hasRoomInMemory() ? MEMORY : tmpdir()
    },
    fileParallelism: false,
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 5_000, interval: 25 } }
  }
})
