import { execFileSync } from "node:child_process"
import { randomBytes } from "node:crypto"
import { chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs"

import { ProviderError } from "@inlay/core-http/ProviderError"
import { afterEach, describe, expect, it, vi } from "vitest"

import { adviceFor } from "../../cli/words.ts"
import { keyFile } from "../../storage/paths.ts"
import { temporaryDirectories } from "../../testing/temporary.ts"
import { read, readOrMake, replaceFile, withNew } from "./secret-key.ts"

const directory = temporaryDirectories()
const bytes = randomBytes(32)
const withEnv = (value: string) => ({ directory: directory(), env: { INLAY_SECRET_KEY: value } })

const failure = (work: () => unknown): string => {
  try {
    work()
  } catch (error) {
    if (error instanceof ProviderError && error.reason._tag === "Refused") return `${error.message} ${adviceFor(error)}`
    throw error
  }
  throw new Error("it did not fail")
}

afterEach(() => vi.restoreAllMocks())

describe("INLAY_SECRET_KEY", () => {
  it("is one key, however its 32 bytes are written", () => {
    const encodings = ["base64", "base64url", "hex"] as const
    const ids = encodings.map((form) => read(withEnv(` ${bytes.toString(form)}\n`))?.keys[0].id)
    expect(new Set([...ids, read(withEnv(bytes.toString("hex").toUpperCase()))?.keys[0].id]).size).toBe(1)
    expect(bytes.toString("hex")).not.toContain(ids[0])
  })

  it("may be several: the first seals", () => {
    const [one, two] = [randomBytes(32).toString("base64"), randomBytes(32).toString("hex")]
    const ids = (text: string) => read(withEnv(text))?.keys.map(({ id }) => id)
    expect(ids(`${one}, ${two}`)).toEqual([...(ids(one) ?? []), ...(ids(two) ?? [])])
  })

  it.each([
    ["too short", randomBytes(16).toString("base64")],
    ["too long", randomBytes(33).toString("base64")],
    ["half a hex", randomBytes(31).toString("hex")],
    ["a pass phrase", "correct horse battery staple"],
    ["one bad of two", `${bytes.toString("base64")},canary-bad`]
  ])("says how to make one, and not what it was: %s", (_, value) => {
    const message = failure(() => read(withEnv(value)))
    expect(message).toContain("openssl rand -base64 32")
    expect(message).not.toContain(value.split(",").at(-1))
  })

  it("blank counts as not given; then there is no key, and nothing is made by reading", () => {
    const here = withEnv("  ")
    expect(read(here)).toBeUndefined()
    expect(existsSync(keyFile(here.directory))).toBe(false)
  })
})

describe("the key file", () => {
  const empty = () => ({ directory: directory(), env: {} })

  it("is created once, readable only by its owner", () => {
    const here = empty()
    const key = readOrMake(here)
    expect(key.source).toBe("file")
    expect(readOrMake(here).texts).toEqual(key.texts)
    expect(statSync(keyFile(here.directory)).mode & 0o777).toBe(0o600)
    expect(readdirSync(here.directory)).toEqual(["secret.key"])
  })

  it.each([0o640, 0o604, 0o620, 0o602, 0o644, 0o777])("is refused if others may use it: %o", (mode) => {
    const here = empty()
    readOrMake(here)
    chmodSync(keyFile(here.directory), mode)
    expect(failure(() => readOrMake(here))).toContain(`chmod 600 '${keyFile(here.directory)}'`)
  })

  it("is refused if it belongs to somebody else", () => {
    const here = empty()
    readOrMake(here)
    vi.spyOn(process, "getuid").mockReturnValue(4242)
    expect(failure(() => read(here))).toMatch(/another user.*chown/)
  })

  it("is refused if it is not a key, or empty, and stays as it is", () => {
    for (const text of ["", "\n", "not a key\n"]) {
      const here = empty()
      writeFileSync(keyFile(here.directory), text, { mode: 0o600 })
      expect(failure(() => readOrMake(here))).toContain("Restore the file")
      expect(readFileSync(keyFile(here.directory), "utf8")).toBe(text)
    }
  })

  it.skipIf(process.platform === "win32")("says what to do where this process may open no more files", () => {
    const here = empty()
    readOrMake(here)
    const program = `
      import { openSync } from "node:fs"
      import { read } from ${JSON.stringify(new URL("secret-key.ts", import.meta.url).href)}
      try { while (openSync("/dev/null")); } catch {}
      try { read(${JSON.stringify(here)}) } catch (error) { console.log(error.message, error.reason.remedy.text) }`
    const limited = ["-c", `ulimit -n 64; exec "$0" --input-type=module --eval "$1"`, process.execPath, program]
    expect(execFileSync("/bin/sh", limited, { encoding: "utf8" })).toMatch(/cannot be read \(EMFILE\).*ulimit -n/)
  })

  it("takes a new key before the old ones, and nothing of a killed process stays", () => {
    const here = empty()
    const key = readOrMake(here)
    writeFileSync(`${keyFile(here.directory)}.0a1b2c`, "of a process that was killed")
    replaceFile(here.directory, withNew(key))
    const after = read(here)
    expect(after?.keys.slice(1)).toEqual(key.keys)
    expect(after?.keys[0].id).not.toBe(key.keys[0].id)
    expect(statSync(keyFile(here.directory)).mode & 0o777).toBe(0o600)
    expect(readdirSync(here.directory)).toEqual(["secret.key"])
  })
})
