/** The simulated services as servers of their own: says what connects to them, and ends with its standard input. */
import { startSandbox as startCodeHost } from "@inlay/codehost-sandbox"
import { startSandbox } from "@inlay/salesdata-sandbox"

const { env, examples, close } = await startSandbox()
const codehost = await startCodeHost()
process.stdout.write(`${JSON.stringify({ env, examples, codehost: codehost.env })}\n`)
process.stdin.resume().once("end", () => void Promise.all([close(), codehost.close()]))
