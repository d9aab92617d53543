// Prints the result of every fault over undici, each in a separate process, and saves it in `artifacts`.
import { mkdirSync, writeFileSync } from "node:fs"

import { playTable, tableText } from "../src/testing/bad-answers/index.ts"
import { startFaultServer } from "../src/testing/fault-server.ts"
import { playApart } from "./apart.ts"

const folder = new URL("../../../artifacts/", import.meta.url)
/** More would compete for processor time, since every process has to start first. */
const PROCESSES = 2

const server = await startFaultServer()
const peaks = new Map<string, number>()
const rows = await playTable(
  server,
  async (scene) => {
    const { played, peakBytes } = await playApart(scene, server.at["json-as-image"].origin)
    peaks.set(scene.origin, peakBytes)
    return played
  },
  PROCESSES
)
await server.close()

const text = tableText(rows, {
  title: "peak MB",
  of: (fault) => ((peaks.get(server.at[fault].origin) ?? 0) / 1e6).toFixed(1)
})
mkdirSync(folder, { recursive: true })
writeFileSync(new URL("bad-answers-undici.txt", folder), text)
process.stdout.write(text)
