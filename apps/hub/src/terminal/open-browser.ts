/** Opens an address in the user's browser, by the system's own command for it. */
import { spawn } from "node:child_process"

import * as Effect from "effect/Effect"

/** What opens an address; the address is one argument, and no shell reads it. */
const opener = (platform: NodeJS.Platform): readonly [command: string, ...before: ReadonlyArray<string>] => {
  if (platform === "darwin") return ["open"]
  return platform === "win32" ? ["rundll32", "url.dll,FileProtocolHandler"] : ["xdg-open"]
}

/** Does nothing where there is no such command: whoever calls this shows the address as well. */
export const openBrowser = (address: string, platform: NodeJS.Platform = process.platform): Effect.Effect<void> =>
  Effect.sync(() => {
    const [command, ...before] = opener(platform)
    const child = spawn(command, [...before, address], { stdio: "ignore", detached: true })
    child.on("error", () => {})
    child.unref()
  })
