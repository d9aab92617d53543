/** The built extension, used from its output folder. */
import { spawn } from "node:child_process"
import { fileURLToPath } from "node:url"

const app = fileURLToPath(new URL("../../../../apps/extension/", import.meta.url))

export const extensionDir = `${app}.output/chrome-mv3`

/** Builds it from its sources, in about two seconds. What the build says is shown only where it fails. */
export const buildExtension = (): Promise<void> =>
  new Promise((resolve, reject) => {
    const build = spawn(process.execPath, [`${app}node_modules/wxt/bin/wxt.mjs`, "build"], {
      cwd: app,
      stdio: ["ignore", "pipe", "pipe"]
    })
    let output = ""
    for (const stream of [build.stdout, build.stderr])
      stream.on("data", (chunk: Buffer) => (output += chunk.toString()))
    build.on("error", reject)
    build.on("exit", (code) =>
      code === 0 ? resolve() : reject(new Error(`The extension could not be built:\n${output}`))
    )
  })
