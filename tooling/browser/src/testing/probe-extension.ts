// A small extension for the browser tests: says what it can see, and counts how often its worker was born.

import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"

const manifest = {
  manifest_version: 3,
  name: "Probe",
  version: "1.0.0",
  permissions: ["activeTab", "scripting", "storage"],
  optional_host_permissions: ["http://127.0.0.1/*", "http://localhost/*", "http://shop.example.com/*"],
  action: { default_popup: "popup.html" },
  background: { service_worker: "worker.js" }
}

const worker = `
const born = crypto.randomUUID()
chrome.runtime.onMessage.addListener((message, sender, answer) => { answer(born) })
`

const popupPage = `<!doctype html><meta charset="utf-8"><title>probe</title>
<style>body { margin: 0; width: 320px; height: 180px; font: 13px system-ui, sans-serif }
  p { margin: 0 }
  @media (prefers-color-scheme: dark) { body { background: #111; color: #eee } }</style>
<p id="url">?</p><button id="ask">Ask</button><p id="answer"></p><script src="popup.js"></script>`

const popupScript = `
chrome.tabs.query({ active: true, lastFocusedWindow: true }).then(([tab]) => {
  document.getElementById("url").textContent = tab?.url ?? "hidden"
})
document.getElementById("ask").onclick = async () => {
  const granted = await chrome.permissions.request({ origins: ["http://localhost/*"] })
  document.getElementById("answer").textContent = granted ? "yes" : "no"
}
`

/** Writes the extension into a new folder and answers with its path. */
export const writeProbeExtension = (folder: string, over: Readonly<Record<string, unknown>> = {}): string => {
  mkdirSync(folder, { recursive: true })
  const files = {
    "manifest.json": JSON.stringify({ ...manifest, ...over }),
    "worker.js": worker,
    "popup.html": popupPage,
    "popup.js": popupScript
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return folder
}
