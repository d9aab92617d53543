// `pnpm sandbox`: serves until it receives SIGINT or SIGTERM.

import { parseArgs } from "node:util"

import { messageOf, quit, readPort, serveUntilStopped } from "./command.ts"

const help = `Simulated providers and demo pages, on this machine only.

Usage: pnpm sandbox [--port 4680] [--json]

  --port PORT  where to listen on 127.0.0.1; 0 picks a free port (default 4680)
  --json       print one JSON line when ready, and nothing else
  --help       show this

\`pnpm sandbox record\` saves the responses of a real service as fixtures: \`pnpm sandbox record --help\`.
`

const readArguments = (): { readonly port: number; readonly json: boolean; readonly help: boolean } => {
  try {
    const { values } = parseArgs({
      options: {
        port: { type: "string", default: "4680" },
        json: { type: "boolean", default: false },
        help: { type: "boolean", short: "h", default: false }
      }
    })
    return { ...values, port: readPort(values.port) }
  } catch (error) {
    return quit(`${messageOf(error)}\nTry --help.`, 2)
  }
}

const isInUse = (error: unknown): boolean => error instanceof Error && "code" in error && error.code === "EADDRINUSE"

const main = async (): Promise<void> => {
  const options = readArguments()
  if (options.help) {
    process.stdout.write(help)
    return
  }
  // Imported after the arguments were checked, because loading every provider takes longer than reporting wrong usage.
  const { startSandbox } = await import("./index.ts")
  const { listingJson, listingText } = await import("./listing.ts")
  const sandbox = await startSandbox({ port: options.port }).catch((error: unknown) =>
    quit(
      isInUse(error)
        ? `port ${options.port} is in use; choose another one with --port, or 0 for a free one`
        : `cannot listen on port ${options.port}: ${messageOf(error)}`,
      1
    )
  )
  // Registered before the listing is printed, because its reader may stop the sandbox at once.
  serveUntilStopped(sandbox)
  const text = options.json ? listingJson(sandbox) : listingText(sandbox.origin, sandbox.descriptions)
  process.stdout.write(`${text}\n`)
}

if (process.argv[2] === "record") {
  const { recordService } = await import("./record.ts")
  await recordService(process.argv.slice(3))
} else await main()
