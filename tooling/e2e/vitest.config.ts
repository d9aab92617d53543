import { existsSync, statfsSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

import { configDefaults, defineConfig } from "vitest/config"

const MEMORY = "/dev/shm"
/** The space required. Containers often have only 64 MB there. */
const ROOM_BYTES = 2 * 1024 ** 3

const hasRoomInMemory = (): boolean => {
  if (!existsSync(MEMORY)) return false
  const { bavail, bsize } = statfsSync(MEMORY)
  return bavail * bsize >= ROOM_BYTES
}

// One browser at a time, because two would slow each other down on a small machine. The files share their modules, and
// each starts a browser and a sandbox of its own, which takes a second. The timeouts are for hangs, not for speed.
export default defineConfig({
  test: {
    include: ["tests/**/*.e2e.ts"],
    // Only in `pnpm test:full`: one needs a Firefox, one takes minutes, one is for pictures.
    exclude: [
      ...configDefaults.exclude,
      ...(process.env["INLAY_WHOLE"]
        ? []
        : ["firefox", "browsing-day", "view-states"].map((name) => `tests/pages/${name}.e2e.ts`))
    ],
    globalSetup: "tests/ready.ts",
    env: {
      // Programs of the tests start from source. With a shared cache, their types are stripped and they are compiled
      // only once.
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
