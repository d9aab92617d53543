/** Reads one report in this process and sends the peak memory to the parent. */
import { clients } from "./clients.ts"

const [name = "", origin = "", rowCount = "0"] = process.argv.slice(2)
const read = await clients[name]?.(origin)
if (read === undefined) throw new Error(`unknown client ${name}`)
await read(1)
const before = process.memoryUsage.rss()
await read(Number(rowCount))
process.send?.(process.resourceUsage().maxRSS * 1024 - before, () => process.disconnect?.())
