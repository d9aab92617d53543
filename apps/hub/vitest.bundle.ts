/** The program as it is published, built once before the tests start it hundreds of times: it starts in a third of the time. */
import { execFileSync } from "node:child_process"

export const setup = (): void => {
  execFileSync(process.execPath, ["--run", "build"], {
    cwd: import.meta.dirname,
    stdio: ["ignore", "ignore", "inherit"]
  })
}
