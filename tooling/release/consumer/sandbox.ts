/** `@inlay/salesdata-sandbox` as a server of its own: says what connects to it, and ends with its standard input. */
import { startSandbox } from "@inlay/salesdata-sandbox"

const { env, examples, close } = await startSandbox()
process.stdout.write(`${JSON.stringify({ env, examples })}\n`)
process.stdin.resume().once("end", () => void close())
