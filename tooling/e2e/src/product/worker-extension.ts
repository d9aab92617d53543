/** An extension that consists of only a service worker, bundled from source into a folder of its own. */
import { mkdtempSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

import { build } from "vite"

const manifest = {
  manifest_version: 3,
  name: "Worker under test",
  version: "1.0.0",
  optional_host_permissions: ["http://127.0.0.1/*", "https://127.0.0.1/*"],
  background: { service_worker: "worker.js", type: "module" }
}

/** Every port of the loopback address, to be granted at launch. */
export const loopback = manifest.optional_host_permissions

/**
 * @param entry the module that the worker runs
 * @returns the extension's folder, which the caller must remove
 */
export const buildWorkerExtension = async (entry: string): Promise<string> => {
  const folder = mkdtempSync(join(tmpdir(), "inlay-worker-"))
  await build({
    configFile: false,
    logLevel: "warn",
    root: folder,
    build: {
      outDir: folder,
      // The oldest Chromium that the real extension supports.
      target: "chrome123",
      minify: false,
      lib: { entry, formats: ["es"], fileName: () => "worker.js" }
    }
  })
  writeFileSync(join(folder, "manifest.json"), JSON.stringify(manifest))
  return folder
}
