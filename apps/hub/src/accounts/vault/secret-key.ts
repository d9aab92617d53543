/**
 * Where the vault's keys come from: `INLAY_SECRET_KEY`, or else a file in the data directory that only its owner can read.
 * The first key seals, every key opens. A file is made when the first secret is to be sealed, whole or not at all.
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

import { ProviderError } from "@inlay/core-http/ProviderError"
import type { Remedy } from "@inlay/core-http/Remedy"

import { makeDirectory } from "../../storage/DataDirectory.ts"
import { faultOfFile, quote } from "../../storage/ownership.ts"
import { holdFor } from "../known-secrets.ts"
import { KEY_BYTES, keyOf, type Key, nodeCrypto } from "./cipher.ts"

export const VARIABLE = "INLAY_SECRET_KEY"

export const keyFile = (directory: string): string => join(directory, "secret.key")

/** Where keys are looked for. */
export interface Surroundings {
  readonly directory: string
  readonly env: Readonly<Record<string, string | undefined>>
}

export interface Keys {
  readonly source: "environment" | "file"
  /** At least one; the first seals. */
  readonly keys: readonly [Key, ...ReadonlyArray<Key>]
  /** What `keys` were made of, in the same order. */
  readonly texts: ReadonlyArray<string>
}

const OWNER_ONLY = 0o600
const OTHERS = 0o077
const HOW_TO_MAKE = "Make one with `openssl rand -base64 32`."

/** @param remedy as a sentence, or as a fact */
export const refusal = (what: string, remedy: string | Remedy, nothing?: "sent"): ProviderError =>
  new ProviderError({
    provider: "inlay",
    operation: "vault",
    reason: {
      _tag: "Refused",
      guard: "vault",
      what,
      remedy: typeof remedy === "string" ? { to: "read", text: remedy } : remedy,
      ...(nothing !== undefined && { nothing })
    }
  })

const bytesOf = (text: string): Uint8Array | undefined => {
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, "hex")
  if (!/^[A-Za-z0-9+/_-]{43}=?$/.test(text)) return undefined
  const bytes = Buffer.from(text, "base64url")
  return bytes.length === KEY_BYTES ? bytes : undefined
}

/** The keys of a text that separates several by commas or line breaks. Throws a ProviderError that repeats none of it. */
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
      source === "environment" ? HOW_TO_MAKE : "Put back the file as it was: nothing else opens the stored accounts."
    )
  })
  const [first, ...others] = keys
  if (first === undefined) {
    throw refusal(`${name} is empty.`, "Put back the file as it was: nothing else opens the stored accounts.")
  }
  return { source, keys: [first, ...others], texts }
}

/** No link is followed and no pipe waited for. Windows has neither flag: `undefined` adds nothing. */
const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants
/** Room for a thousand keys. */
const MAX_FILE_BYTES = 65_536

/** A file's text, where it is there and nobody else can read it. Looks at what it has opened, not at the name. */
const readOwn = (file: string): string | undefined => {
  let descriptor: number
  try {
    descriptor = openSync(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
  } catch (cause) {
    const code = codeOf(cause)
    if (code === "ENOENT") return undefined
    if (code === "ELOOP") {
      throw refusal(`The key file ${file} is a symbolic link.`, "Put the file itself in its place; nothing was read.")
    }
    throw refusal(`The key file ${file} cannot be read (${code}).`, "Let your user alone read it: chmod 600, chown.")
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
      throw refusal(
        `The key file ${file} is too large to hold keys (${stats.size} bytes).`,
        "Put back the file as it was."
      )
    }
    return readFileSync(descriptor, "utf8")
  } finally {
    closeSync(descriptor)
  }
}

const codeOf = (cause: unknown): string => (cause instanceof Error && "code" in cause ? String(cause.code) : "unknown")

/** The keys, or nothing where there are none. Throws a ProviderError where they cannot be used. */
export const read = ({ directory, env }: Surroundings): Keys | undefined => {
  const variable = env[VARIABLE]?.trim() ?? ""
  if (variable !== "") return parse(variable, "environment", VARIABLE)
  const file = keyFile(directory)
  const text = readOwn(file)
  return text === undefined ? undefined : parse(text, "file", `The key file ${file}`)
}

const syncDirectory = (directory: string): void => {
  // Windows cannot open a directory.
  if (process.platform === "win32") return
  const descriptor = openSync(directory, constants.O_RDONLY)
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/** Writes a file beside the key file, on the disk before its name is; `place` gives it that name. The caller has the database to itself. */
const write = (directory: string, texts: ReadonlyArray<string>, place: (from: string, to: string) => void): void => {
  makeDirectory(directory)
  const file = keyFile(directory)
  // Only one process writes at a time: what stands here is of one that was killed.
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

/** The keys; makes the file where there are none. Two processes at once agree on one. */
export const readOrMake = (surroundings: Surroundings): Keys => {
  const keys = read(surroundings)
  if (keys !== undefined) return keys
  try {
    write(surroundings.directory, [random()], linkSync)
  } catch (cause) {
    // Another process was faster; its file is whole.
    if (codeOf(cause) !== "EEXIST") throw cause
  }
  const newKeys = read(surroundings)
  if (newKeys === undefined) throw refusal("The key file that was just made is gone.", "Run it again.")
  return newKeys
}

/** Puts these keys into the file, in this order. */
export const replaceFile = (directory: string, texts: ReadonlyArray<string>): void =>
  write(directory, texts, renameSync)

/** A new key before those that are there. */
export const withNew = ({ texts }: Pick<Keys, "texts">): ReadonlyArray<string> => [random(), ...texts]
