// `pnpm sandbox record`: records responses of the user's own account as fixtures, until it is stopped.

import { resolve } from "node:path"
import { parseArgs } from "node:util"

import { record } from "@inlay/sandbox-kit/recorder"

import { messageOf, quit, readPort, serveUntilStopped } from "./command.ts"

const help = `Saves the responses of a real service as fixtures, with names, addresses, numbers and dates replaced.

Usage: pnpm sandbox record <address> [--to DIR] [--keep NAMES] [--port PORT]

  <address>     the service's base address: https://api.provider.example/v1
  --to DIR      where the fixtures go (default ./fixtures); existing files are not overwritten
  --keep NAMES  fields whose values are kept, separated by commas: seniority,plan
  --port PORT   where to listen on 127.0.0.1 (default: a free port)
  --help        show this

Replace the service's address with the one that this command prints, and use your account as usual: requests are
forwarded unchanged and cost the same. Keys and cookies are not saved. Read each file before you share it: it may
contain personal data that no rule recognizes.
`

const readArguments = (args: ReadonlyArray<string>) => {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      to: { type: "string", default: "fixtures" },
      keep: { type: "string", default: "" },
      port: { type: "string", default: "0" },
      help: { type: "boolean", short: "h", default: false }
    }
  })
  const [address, ...others] = positionals
  if (values.help) return undefined
  if (address === undefined || others.length > 0) throw new Error("give exactly one address of a service")
  if (!URL.canParse(address)) throw new Error(`${address} is not a valid address; it must begin with https://`)
  const keep = values.keep.split(",").flatMap((name) => name.trim() || [])
  return { service: new URL(address), folder: resolve(values.to), keep, port: readPort(values.port) }
}

export const recordService = async (args: ReadonlyArray<string>): Promise<void> => {
  let options: ReturnType<typeof readArguments>
  try {
    options = readArguments(args)
  } catch (error) {
    return quit(`${messageOf(error)}\nTry pnpm sandbox record --help.`, 2)
  }
  if (options === undefined) return void process.stdout.write(help)
  const { service, folder } = options
  const onAnswer = (line: string): void => void process.stdout.write(`${line}\n`)
  const recorder = await record({ ...options, onAnswer }).catch((error: unknown) => quit(messageOf(error), 1))
  serveUntilStopped(recorder)
  process.stdout.write(`${recorder.origin} forwards requests to ${service.href} and writes fixtures to ${folder}\n`)
}
