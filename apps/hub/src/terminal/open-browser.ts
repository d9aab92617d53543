/** Opens an address in the user's browser with the operating system's command. */
import { spawn } from "node:child_process"

import * as Effect from "effect/Effect"

/** The command that opens an address. The address is passed as one argument, without a shell. */
const opener = (platform: NodeJS.Platform): readonly [command: string, ...before: ReadonlyArray<string>] => {
  if (platform === "darwin") return ["open"]
  return platform === "win32" ? ["rundll32", "url.dll,FileProtocolHandler"] : ["xdg-open"]
}

/** Does nothing if there is no such command, so callers must also show the address. */
export const openBrowser = (address: string, platform: NodeJS.Platform = process.platform): Effect.Effect<void> =>
  Effect.sync(() => {
    const [command, ...before] = opener(platform)
    const child = spawn(command, [...before, address], { stdio: "ignore", detached: true })
    child.on("error", () => {})
    child.unref()
  })
