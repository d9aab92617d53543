import { preact } from "@preact/preset-vite"
import type { Plugin } from "vite"
import { defineConfig } from "wxt"

import { effectStandIns } from "./build/effect-stand-ins.ts"
import { checkFolder, literalPaths } from "./build/literal-paths.ts"
import { pageChunks } from "./build/page-chunks.ts"
import { TRUSTED_TYPES, wholeWorker, workerParts } from "./build/worker-parts.ts"
import { workerTextFiles } from "./locales/worker.ts"
import { namesFor, optionalHosts, optionalPermissions } from "./store/permissions.ts"

const LOADING_STYLES = ["vite:build-import-analysis", "native:import-analysis-build"]

/**
 * Leaves `import()` as it is. Vite wraps each in code that loads the part's style sheet first, and no lazily loaded part
 * has one of its own. That code is 1.7 KB on every page, and 20 to 70 bytes at every import.
 */
const plainImports: Plugin = {
  name: "plain-imports",
  configResolved: ({ plugins }) => {
    const all = plugins as Array<Plugin>
    all.splice(0, all.length, ...all.filter(({ name }) => !LOADING_STYLES.includes(name)))
  }
}

checkFolder(import.meta.dirname)

export default defineConfig({
  manifestVersion: 3,
  imports: false,
  hooks: { "build:publicAssets": (_wxt, files) => void files.push(...workerTextFiles) },
  vite: ({ browser }) => ({
    plugins: [
      preact(),
      plainImports,
      literalPaths,
      effectStandIns,
      pageChunks,
      browser === "chrome" ? workerParts : wholeWorker()
    ],
    // Both support `light-dark()`. For older targets it would be rewritten into twice as much CSS.
    build: {
      target: ["chrome123", "firefox140"],
      modulePreload: false,
      // No code here reads a property or makes a schema for its side effects. Assuming otherwise would keep 40 KB in
      // the worker.
      rolldownOptions: { treeshake: { propertyReadSideEffects: false, manualPureFunctions: ["Schema"] } }
    }
  }),
  manifest: ({ browser }) => ({
    default_locale: "en",
    name: "__MSG_name__",
    description: "__MSG_description__",
    permissions: namesFor(browser),
    optional_permissions: optionalPermissions.map(({ name }) => name),
    optional_host_permissions: [...optionalHosts.patterns],
    ...(browser === "chrome" && { minimum_chrome_version: "123" }),
    // The ledger and the paid answers must outlive a window, and a private window must leave nothing behind. The two
    // conflict, so the extension does not run in private windows.
    incognito: "not_allowed",
    action: { default_title: "__MSG_action__" },
    commands: {
      _execute_action: { suggested_key: { default: "Alt+Shift+I" } },
      "open-panel": { suggested_key: { default: "Alt+Shift+O" }, description: "__MSG_openPanel__" }
    },
    ...(browser === "chrome" && { side_panel: { default_path: "panel.html" } }),
    ...(browser === "firefox" && {
      sidebar_action: {
        default_panel: "panel.html",
        default_title: "Inlay",
        default_icon: "icon/32.png",
        open_at_install: false
      }
    }),
    content_security_policy: {
      extension_pages: `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self' https: http://localhost:* http://127.0.0.1:*; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types ${browser === "chrome" ? TRUSTED_TYPES : "'none'"}`
    },
    ...(browser === "firefox" && {
      browser_specific_settings: {
        gecko: {
          id: "inlay@inlay.example",
          // The first version with data_collection_permissions. JSON source text access, which keeps long integers
          // exact, came in 135.
          strict_min_version: "140.0",
          // What is sent to the user's own accounts: the key, who is looked up, thereby which page was visited, and the
          // title of a page of the user's own site.
          // https://extensionworkshop.com/documentation/develop/firefox-builtin-data-consent/
          data_collection_permissions: {
            required: ["authenticationInfo", "browsingActivity", "personallyIdentifyingInfo", "websiteContent"]
          }
        }
      }
    })
  })
})
