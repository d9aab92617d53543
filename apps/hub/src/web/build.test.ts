import { build } from "vite"
import { expect, it } from "vitest"

// Tests run with NODE_ENV=test, and so does a build that one of them starts.
it.each(["vite.config.ts", "vite.chat-card.config.ts"])(
  "a page is built for production and names no folder of this machine, whatever NODE_ENV is: %s",
  async (configFile) => {
    const result = await build({ configFile, logLevel: "silent", build: { write: false } })
    if (!("output" in result)) throw new Error("the build made no single output")
    const text = result.output.map((file) => (file.type === "chunk" ? file.code : String(file.source))).join("\n")
    expect(text).not.toContain("fileName:")
    expect(text).not.toContain(process.cwd())
  },
  30_000
)
