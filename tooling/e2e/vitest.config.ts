import { existsSync, statfsSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

import { configDefaults, defineConfig } from "vitest/config"

const MEMORY = "/dev/shm"
/** Containers often have 64 MB there. */
const ROOM_BYTES = 2 * 1024 ** 3

const hasRoomInMemory = (): boolean => {
  if (!existsSync(MEMORY)) return false
  const { bavail, bsize } = statfsSync(MEMORY)
  return bavail * bsize >= ROOM_BYTES
}

// One browser at a time: two would wait for each other on a small machine. The files share their modules, and each starts a
// browser and a sandbox of its own: that is a second. The limits are for hangs, not for speed.
export default defineConfig({
  test: {
    include: ["tests/**/*.e2e.ts"],
    // One needs a Firefox, one takes minutes, one is for pictures: in `pnpm test:full`.
    exclude: [
      ...configDefaults.exclude,
      ...(process.env["INLAY_WHOLE"]
        ? []
        : ["firefox", "browsing-day", "view-states"].map((name) => `tests/pages/${name}.e2e.ts`))
    ],
    globalSetup: "tests/ready.ts",
    env: {
      // Programs of the tests start from source: their types are stripped, and they are compiled, once.
      NODE_COMPILE_CACHE: join(import.meta.dirname, "node_modules/.cache/compiled"),
      // Browsers' profiles and what their processes share.
      TMPDIR: hasRoomInMemory() ? MEMORY : tmpdir()
    },
    fileParallelism: false,
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 5_000, interval: 25 } }
  }
})
