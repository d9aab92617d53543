import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { Readable } from "node:stream"

import type { AccountKind, Field } from "@inlay/agent-plugin/Account"
import type { Plugin } from "@inlay/agent-plugin/Plugin"
import * as Effect from "effect/Effect"
import { describe, expect, it, onTestFinished } from "vitest"

import { temporaryDirectories } from "../../testing/temporary.ts"
import { checkFlags, fromFlags, fromText, readInput } from "./account-values.ts"

const directory = temporaryDirectories()

const field = (name: string, more: Partial<Field> = {}): Field => ({
  name,
  label: name,
  help: "",
  type: "text",
  required: true,
  secret: false,
  ...more
})
const kindOf = (title: string, ...fields: ReadonlyArray<Field>) => ({ id: title, title, fields }) as AccountKind

const secret = field("api_key", { secret: true })
const keyFile = field("key_file", { secret: true, type: "file" })
const KEY = kindOf("Key", field("site"), secret)
const FILE = kindOf("Key file", field("region"), keyFile)
const plugin = { accountKinds: [KEY, FILE] } as unknown as Plugin

const fieldsOf = async (effect: Effect.Effect<unknown, unknown>) => {
  const error = await Effect.runPromise(Effect.flip(effect))
  const { reason } = error as { readonly reason: object }
  return reason
}

describe("a flag of an account", () => {
  it("sets a setting, or names the file of a secret", async () => {
    const path = join(directory(), "key.json")
    writeFileSync(path, '{"private_key":"x"}\n')
    expect(await Effect.runPromise(fromFlags(KEY, ["site=a=b"]))).toEqual({ site: "a=b" })
    expect(await Effect.runPromise(fromFlags(FILE, [`key_file=${path}`]))).toEqual({
      key_file: '{"private_key":"x"}\n'
    })
  })

  it("of another kind is refused with the settings of this one, and named by its place among several", async () => {
    expect(await fieldsOf(fromFlags(KEY, ["region=eu"]))).toMatchObject({
      fields: [{ field: "--set", message: "is not a setting of Key; its settings are site" }]
    })
    expect(await fieldsOf(fromFlags(FILE, ["region=eu", "site=a"]))).toMatchObject({
      fields: [{ field: "--set no. 2", message: "is not a setting of Key file; its settings are region, key_file" }]
    })
  })

  it("that is none, or a secret, is refused before anything is opened, and not repeated", async () => {
    for (const flags of [["canary"], ["=canary"], ["sight=canary"]]) {
      const reason = await fieldsOf(checkFlags(plugin, flags))
      expect(reason).toMatchObject({
        fields: [{ field: "--set", message: "must be FIELD=VALUE, with one of the settings site, region, key_file" }]
      })
      expect(JSON.stringify(reason)).not.toContain("canary")
    }
    const reason = await fieldsOf(checkFlags(plugin, ["nothing", "api_key=canary"]))
    expect(reason).toMatchObject({ _tag: "Refused", guard: "vault", nothing: "stored" })
    expect(JSON.stringify(reason)).not.toContain("canary")
    expect(await Effect.runPromise(checkFlags(plugin, ["site=a", "key_file=key.json"]))).toBeUndefined()
  })

  it.each([
    ["nowhere.json", undefined, "names a file that cannot be read"],
    ["latin1.json", Buffer.from('{"client":"Zoë"}', "latin1"), "names a file that is not UTF-8 text"],
    ["empty.json", " \n", "names a file that is empty, or longer than 100000 bytes"],
    ["long.json", "x".repeat(100_001), "names a file that is empty, or longer than 100000 bytes"]
  ])("names a file that holds a key: not %s", async (name, text, message) => {
    const path = join(directory(), name)
    if (text !== undefined) writeFileSync(path, text)
    expect(await fieldsOf(fromFlags(FILE, [`key_file=${path}`]))).toMatchObject({
      fields: [{ field: "key_file", message }]
    })
  })
})

describe("standard input", () => {
  const read = (kind: AccountKind, secrets: ReadonlyArray<Field>, text: string) =>
    Effect.runPromise(fromText(kind, secrets, text))

  it("is the only secret as it is, or a line for each field", async () => {
    expect(await read(KEY, [secret], "\uFEFF a=secret \r\n\r\n")).toEqual({ api_key: "a=secret" })
    expect(await read(KEY, [secret], "\uFEFFsite=here\r\napi_key=a=b\n")).toEqual({ site: "here", api_key: "a=b" })
    expect(await read(FILE, [keyFile], ' {\n"private_key": "x"\n}\n')).toEqual({
      key_file: '{\n"private_key": "x"\n}'
    })
  })

  it("with a line that is neither names the line, and does not repeat it", async () => {
    const reason = await fieldsOf(fromText(KEY, [secret], "site=here\ncanary\n"))
    expect(reason).toMatchObject({
      fields: [
        {
          field: "standard input, line 2,",
          message: "must be of the form field=value, with one of the fields site, api_key"
        }
      ]
    })
    expect(JSON.stringify(reason)).not.toContain("canary")
  })

  it("is text in UTF-8, or in UTF-16 with its mark: a secret with other bytes would be another one", async () => {
    const stdin = process.stdin
    onTestFinished(() => void Object.defineProperty(process, "stdin", { value: stdin }))
    const pipe = (bytes: Buffer) => Object.defineProperty(process, "stdin", { value: Readable.from([bytes]) })
    pipe(Buffer.from("\uFEFFZoë", "utf16le"))
    expect(await Effect.runPromise(readInput)).toBe("Zoë")
    pipe(Buffer.from("Zoë", "latin1"))
    expect(await fieldsOf(readInput)).toMatchObject({
      fields: [{ field: "standard input", message: "is not UTF-8 text" }]
    })
  })
})
