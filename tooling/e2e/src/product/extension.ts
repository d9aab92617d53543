/** The built extension, used from its output folder. */
import { spawn } from "node:child_process"
import { cpSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

import { isCurrent } from "@inlay/release/current"

const root = fileURLToPath(new URL("../../../../", import.meta.url))
const app = join(root, "apps/extension")

const outputs = { chrome: join(app, ".output/chrome-mv3"), firefox: join(app, ".output/firefox-mv3") }

type Target = keyof typeof outputs

/** The variable that names a folder to use instead of the build's own: a copy that later builds do not change. */
export const COPY_VARIABLE = "INLAY_E2E_EXTENSION"

export const extensionDir = (): string => process.env[COPY_VARIABLE] ?? outputs.chrome

/** A copy of the extension that does not ask for a permission. The caller must remove it. */
export const copyWithout = (permission: string): string => {
  const folder = mkdtempSync(join(tmpdir(), "inlay-extension-"))
  cpSync(extensionDir(), folder, { recursive: true })
  const file = join(folder, "manifest.json")
  const manifest = JSON.parse(readFileSync(file, "utf8")) as { readonly permissions: ReadonlyArray<string> }
  const permissions = manifest.permissions.filter((one) => one !== permission)
  writeFileSync(file, JSON.stringify({ ...manifest, permissions }))
  return folder
}

/** Builds the extension from source in about two seconds. The build's output is shown only if it fails. */
export const buildExtension = (target: Target = "chrome"): Promise<void> =>
  new Promise((resolve, reject) => {
    const build = spawn(process.execPath, [join(app, "node_modules/wxt/bin/wxt.mjs"), "build", "-b", target, "--mv3"], {
      cwd: app,
      // Always a production build, whatever runs it.
      env: { ...process.env, NODE_ENV: "production" },
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

/** Builds the extension if the build is missing or older than its sources. */
export const buildWhereStale = async (target: Target = "chrome"): Promise<void> => {
  if (!isCurrent(join(outputs[target], "manifest.json"), [app, join(root, "packages")])) await buildExtension(target)
}

/** Returns the folder of an up-to-date build for a browser. */
export const buildFor = async (target: Target): Promise<string> => {
  await buildWhereStale(target)
  return outputs[target]
}
