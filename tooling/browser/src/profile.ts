// Works on the browser profile's files: the id that an extension will get, and host permissions granted before the
// launch.
//
// A headless browser never answers the question of `permissions.request`, so the answer is written beforehand into
// `Default/Preferences`, where Chromium stores it. Found by experiment with Chromium 150:
//   active_permissions           the grant is in force when the browser starts; `contains` is true, fetch has no CORS
//   runtime_granted_permissions  the grant is not in force, but `request` in a click handler answers true by itself
//   granted_permissions          has neither effect on its own

import { createHash } from "node:crypto"
import { existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs"
import { join } from "node:path"

type Json = { [key: string]: unknown }

const isObject = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value)

const readObject = (path: string): Json => {
  const value: unknown = JSON.parse(readFileSync(path, "utf8"))
  if (!isObject(value)) throw new Error(`${path} is not a JSON object.`)
  return value
}

/** Fails if the folder has no readable manifest, usually because the extension was not built. */
export const readManifest = (extensionDir: string): Json => {
  const path = join(extensionDir, "manifest.json")
  if (!existsSync(path))
    throw new Error(`There is no extension in ${extensionDir}: manifest.json is missing. Has it been built?`)
  return readObject(path)
}

/**
 * Returns the id that Chromium gives an unpacked extension: the first 16 bytes of the SHA-256 of the manifest's public
 * key or, without a key, of the folder's absolute path; hexadecimal digits written as a to p.
 */
export const extensionIdOf = (extensionDir: string): string => {
  const { key } = readManifest(extensionDir)
  const path = Buffer.from(realpathSync(extensionDir), process.platform === "win32" ? "utf16le" : "utf8")
  const source = typeof key === "string" ? Buffer.from(key, "base64") : path
  const digits = createHash("sha256").update(source).digest("hex").slice(0, 32)
  return digits.replace(/[0-9a-f]/g, (digit) => String.fromCharCode(97 + Number.parseInt(digit, 16)))
}

/** Converts `https://host:port` to the match pattern used for permissions. A pattern is returned unchanged. */
export const matchPatternOf = (origin: string): string =>
  origin.endsWith("/*") ? origin : `${new URL(origin).origin}/*`

export interface Grants {
  /** In force from the start, as if granted long ago. */
  readonly granted: ReadonlyArray<string>
  /** Not in force; `permissions.request` answers yes. */
  readonly answered: ReadonlyArray<string>
  /** Permissions other than hosts, such as `notifications`: not in force; `permissions.request` answers yes. */
  readonly answeredNames: ReadonlyArray<string>
}

const child = (parent: Json, name: string): Json => {
  const value = parent[name]
  const object = isObject(value) ? value : {}
  parent[name] = object
  return object
}

const addHosts = (settings: Json, kind: string, origins: ReadonlyArray<string>): void => {
  if (origins.length === 0) return
  const kindSettings = child(settings, kind)
  const hosts = Array.isArray(kindSettings.explicit_host) ? kindSettings.explicit_host : []
  kindSettings.explicit_host = [...new Set([...hosts, ...origins.map(matchPatternOf)])]
  for (const rest of ["api", "manifest_permissions", "scriptable_host"]) kindSettings[rest] ??= []
}

/** Adds grants to the profile's preferences and keeps what a browser wrote there. The browser must not be running. */
export const writeGrants = (
  profileDir: string,
  extensionId: string,
  { granted, answered, answeredNames }: Grants
): void => {
  const path = join(profileDir, "Default", "Preferences")
  mkdirSync(join(profileDir, "Default"), { recursive: true })
  const preferences = existsSync(path) ? readObject(path) : {}
  const extensions = child(preferences, "extensions")
  child(extensions, "ui").developer_mode = true
  const settings = child(child(extensions, "settings"), extensionId)
  addHosts(settings, "active_permissions", granted)
  addHosts(settings, "granted_permissions", granted)
  addHosts(settings, "runtime_granted_permissions", [...granted, ...answered])
  if (answeredNames.length > 0) child(settings, "runtime_granted_permissions").api = [...answeredNames]
  writeFileSync(path, JSON.stringify(preferences))
}
