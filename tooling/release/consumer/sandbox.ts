/** Starts the simulated services as servers, prints how to connect to them, and ends when its standard input ends. */
import { startSandbox as startCodeHost } from "@inlay/codehost-sandbox"
import { startSandbox } from "@inlay/salesdata-sandbox"

const { env, examples, close } = await startSandbox()
const codehost = await startCodeHost()
process.stdout.write(`${JSON.stringify({ env, examples, codehost: codehost.env })}\n`)
process.stdin.resume().once("end", () => void Promise.all([close(), codehost.close()]))
