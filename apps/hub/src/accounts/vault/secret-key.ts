/**
 * The vault's keys: from `INLAY_SECRET_KEY`, or else from a file in the data directory that only its owner can read.
 * The first key seals, and every key opens. The file is created atomically when the first secret is sealed.
 */
import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  linkSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync
} from "node:fs"
import { basename, join } from "node:path"

import type { ProviderError } from "@inlay/core-http/ProviderError"
import type { Remedy } from "@inlay/core-http/Remedy"

import { codeOf } from "../../error-code.ts"
import { hubError } from "../../hub-error.ts"
import { makeDirectory } from "../../storage/DataDirectory.ts"
import { faultOfFile, quote } from "../../storage/ownership.ts"
import { keyFile } from "../../storage/paths.ts"
import { holdFor } from "../known-secrets.ts"
import { KEY_BYTES, keyOf, type Key, nodeCrypto } from "./cipher.ts"

export const VARIABLE = "INLAY_SECRET_KEY"

/** Where keys are looked up. */
export interface KeySources {
  readonly directory: string
  readonly env: Readonly<Record<string, string | undefined>>
}

export interface Keys {
  readonly source: "environment" | "file"
  /** At least one; the first seals. */
  readonly keys: readonly [Key, ...ReadonlyArray<Key>]
  /** The texts that `keys` were parsed from, in the same order. */
  readonly texts: ReadonlyArray<string>
}

const OWNER_ONLY = 0o600
const OTHERS = 0o077
const HOW_TO_MAKE = "Make one with `openssl rand -base64 32`."
const RESTORE = "Restore the file: nothing else can decrypt the stored accounts."

/** Makes the error of an unusable vault or key. @param remedy a sentence or a structured remedy */
export const refusal = (what: string, remedy: string | Remedy, nothing?: "sent"): ProviderError =>
  hubError("vault", {
    _tag: "Refused",
    guard: "vault",
    what,
    remedy: typeof remedy === "string" ? { to: "read", text: remedy } : remedy,
    ...(nothing !== undefined && { nothing })
  })

const bytesOf = (text: string): Uint8Array | undefined => {
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, "hex")
  if (!/^[A-Za-z0-9+/_-]{43}=?$/.test(text)) return undefined
  const bytes = Buffer.from(text, "base64url")
  return bytes.length === KEY_BYTES ? bytes : undefined
}

/** Parses keys separated by commas or line breaks. Throws a ProviderError that contains none of the text. */
const parse = (text: string, source: Keys["source"], name: string): Keys => {
  const texts = text
    .split(/[,\r\n]+/)
    .map((part) => part.trim())
    .filter((part) => part !== "")
  holdFor(name, texts)
  const keys = texts.map((part, index) => {
    const bytes = bytesOf(part)
    if (bytes !== undefined) return keyOf(bytes)
    const which = texts.length === 1 ? "" : ` no. ${index + 1}`
    throw refusal(
      `${name} holds no usable key: its value${which} is not 32 bytes in base64 or hex, but ${part.length} characters of something else.`,
      source === "environment" ? HOW_TO_MAKE : RESTORE
    )
  })
  const [first, ...others] = keys
  if (first === undefined) {
    throw refusal(`${name} is empty.`, RESTORE)
  }
  return { source, keys: [first, ...others], texts }
}

/** Follows no link and does not wait for a pipe. Windows has neither flag: `undefined` adds nothing. */
const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants
/** Enough for a thousand keys. */
const MAX_FILE_BYTES = 65_536

/**
 * Reads a file if it exists and nobody else can access it. Checks the opened file rather than its name, to avoid a
 * race.
 */
const readOwn = (file: string): string | undefined => {
  let descriptor: number
  try {
    descriptor = openSync(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
  } catch (cause) {
    const code = codeOf(cause)
    if (code === "ENOENT") return undefined
    if (code === "ELOOP") {
      throw refusal(`The key file ${file} is a symbolic link.`, "Replace it with the file itself; nothing was read.")
    }
    throw refusal(
      `The key file ${file} cannot be read (${code}).`,
      code === "EMFILE" || code === "ENFILE"
        ? "Too many files and connections are open: allow more (`ulimit -n`, or LimitNOFILE of a service)."
        : "Make it readable only by your user: chmod 600, chown."
    )
  }
  try {
    const stats = fstatSync(descriptor)
    if (stats.isFile() && stats.uid === process.getuid?.() && (stats.mode & OTHERS) !== 0) {
      throw refusal(
        `The key file ${file} can be read or written by others (mode ${(stats.mode & 0o777).toString(8).padStart(4, "0")}).`,
        `Run \`chmod 600 ${quote(file)}\`; if somebody may have read it, also \`inlay accounts rotate-key\` and new secrets.`
      )
    }
    const fault = faultOfFile(file, stats)
    if (fault !== undefined) throw refusal(`The key file ${fault.what}.`, fault.remedy)
    if (stats.size > MAX_FILE_BYTES) {
      throw refusal(`The key file ${file} is too large to hold keys (${stats.size} bytes).`, "Restore the file.")
    }
    return readFileSync(descriptor, "utf8")
  } finally {
    closeSync(descriptor)
  }
}

/** Reads the keys of the variable; undefined if it is not set. Throws a ProviderError if they cannot be used. */
export const readVariable = (env: KeySources["env"]): Keys | undefined => {
  const variable = env[VARIABLE]?.trim() ?? ""
  return variable === "" ? undefined : parse(variable, "environment", VARIABLE)
}

/** Reads the keys; undefined if there are none. Throws a ProviderError if they cannot be used. */
export const read = ({ directory, env }: KeySources): Keys | undefined => {
  const keys = readVariable(env)
  if (keys !== undefined) return keys
  const file = keyFile(directory)
  const text = readOwn(file)
  return text === undefined ? undefined : parse(text, "file", `The key file ${file}`)
}

const syncDirectory = (directory: string): void => {
  // Windows cannot open a directory.
  if (process.platform === "win32") return
  const descriptor = openSync(directory, O_RDONLY)
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/**
 * Writes a temporary file beside the key file and syncs it before `place` gives it the final name. The caller must hold
 * the database exclusively.
 */
const write = (directory: string, texts: ReadonlyArray<string>, place: (from: string, to: string) => void): void => {
  makeDirectory(directory)
  const file = keyFile(directory)
  // Only one process writes at a time: any temporary file here was left by a process that was killed.
  for (const name of readdirSync(directory)) if (name.startsWith(`${basename(file)}.`)) rmSync(join(directory, name))
  const beside = `${file}.${nodeCrypto().randomBytes(6).toString("hex")}`
  try {
    const descriptor = openSync(beside, "wx", OWNER_ONLY)
    try {
      writeSync(descriptor, `${texts.join("\n")}\n`)
      fsyncSync(descriptor)
    } finally {
      closeSync(descriptor)
    }
    place(beside, file)
  } finally {
    rmSync(beside, { force: true })
  }
  syncDirectory(directory)
}

const random = (): string => nodeCrypto().randomBytes(KEY_BYTES).toString("base64")

/** Reads the keys, and creates the file if there are none. Concurrent processes end up with the same key. */
export const readOrMake = (keySources: KeySources): Keys => {
  const keys = read(keySources)
  if (keys !== undefined) return keys
  try {
    write(keySources.directory, [random()], linkSync)
  } catch (cause) {
    // Another process was faster; its file is complete.
    if (codeOf(cause) !== "EEXIST") throw cause
  }
  const newKeys = read(keySources)
  if (newKeys === undefined) throw refusal("The key file that was just created is gone.", "Run it again.")
  return newKeys
}

/** Replaces the keys in the file, in this order. */
export const replaceFile = (directory: string, texts: ReadonlyArray<string>): void =>
  write(directory, texts, renameSync)

/** A new key, followed by the existing ones. */
export const withNew = ({ texts }: Pick<Keys, "texts">): ReadonlyArray<string> => [random(), ...texts]
