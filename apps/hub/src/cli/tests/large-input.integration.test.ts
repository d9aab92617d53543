/** `inlay run` with large inputs: they work up to the limit, and are refused with an error beyond it. */
import { truncateSync, writeFileSync } from "node:fs"
import { join } from "node:path"

import { startSandbox, type RunningSandbox } from "@inlay/codehost-sandbox"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

import { inlayJson, type ErrorDocument } from "../../testing/processes/command.ts"
import { temporaryDirectories } from "../../testing/temporary.ts"

const MEGABYTE = 1024 * 1024
/** `pnpm test:full` uses 40 MB. */
const LARGE = Number(process.env["INLAY_MEGABYTES"] ?? 16) * MEGABYTE
const WRITE = ["run", "codehost_create_or_update_file_contents"]
const directory = temporaryDirectories()

let sandbox: RunningSandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.close())

const env = () => ({ ...sandbox.env, INLAY_DATA: directory() })

/** Input for the step with a file of the given size. */
const input = (path: string, bytes: number): string =>
  JSON.stringify({ owner: "acme", repo: "widgets", path, content: "line of text\n".repeat(bytes / 13) })

describe(`a file of ${LARGE / MEGABYTE} MB`, () => {
  it("on standard input", async () => {
    const { json, code } = await inlayJson([...WRITE, "--input", "-"], {
      env: env(),
      stdin: input("from-stdin.txt", LARGE)
    })
    expect([code, json]).toMatchObject([0, { created: true, path: "from-stdin.txt" }])
  })

  it("in a file; if its end is broken, the error names the position", async () => {
    const file = join(directory(), "input.json")
    const text = input("from-file.txt", LARGE)
    writeFileSync(file, text)
    const { json, code } = await inlayJson([...WRITE, "--input", `@${file}`], { env: env() })
    expect([code, json]).toMatchObject([0, { created: true, path: "from-file.txt" }])
    writeFileSync(file, `${text} x`)
    const failure = await inlayJson<ErrorDocument>([...WRITE, "--input", `@${file}`], { env: env() })
    expect(failure.json.error).toMatchObject({
      reason: "Invalid",
      fields: [
        {
          field: "input",
          message: `is not JSON at line 1, column ${text.length + 2}: Unexpected non-whitespace character after JSON`
        }
      ]
    })
  })
})

describe("more than 150 MB", () => {
  const refusal = { reason: "Invalid", fields: [{ field: "input", message: expect.stringMatching(/150 MB/) }] }

  it("in a file", async () => {
    const file = join(directory(), "input.json")
    writeFileSync(file, "")
    truncateSync(file, 151 * MEGABYTE)
    const { json, code } = await inlayJson<ErrorDocument>([...WRITE, "--input", `@${file}`], { env: env() })
    expect([code, json.error]).toMatchObject([1, refusal])
  })

  it("on standard input", async () => {
    const options = { env: env(), stdin: " ".repeat(151 * MEGABYTE) }
    const { json, code } = await inlayJson<ErrorDocument>([...WRITE, "--input", "-"], options)
    expect([code, json.error]).toMatchObject([1, refusal])
  })
})

it("nested deeper than anything is", async () => {
  const text = `{"body":${"[".repeat(100_000)}${"]".repeat(100_000)}}`
  const { json, code } = await inlayJson<ErrorDocument>(["run", "codehost_api_call", "--input", "-"], {
    env: env(),
    stdin: text
  })
  expect([code, json.error]).toMatchObject([1, { reason: "Invalid", message: expect.stringMatching(/200 levels/) }])
})
