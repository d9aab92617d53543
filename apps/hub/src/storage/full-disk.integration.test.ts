/**
 * A disk that is almost full: nothing is taken for a running server or for damage. The limit of a file's size stands in
 * for the disk: the small files of a lock still fit, and the database's own do not.
 */
import { spawnSync } from "node:child_process"
import { readdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"

import { expect, it } from "vitest"

import { inlay, main, environment, type ErrorDocument } from "../testing/processes/command.ts"
import { temporaryDirectories } from "../testing/temporary.ts"

const directory = temporaryDirectories()

interface Checkup {
  readonly data: { readonly problems: ReadonlyArray<{ what: string; fix: string }>; readonly repaired: [] }
}

/** Runs the command where no file can grow beyond a number of blocks of 512 bytes. */
const onFullDisk = (blocks: number, ...args: ReadonlyArray<string>): string => {
  const limited = [
    "-c",
    `trap '' XFSZ; ulimit -f ${blocks}; exec "$@"`,
    "sh",
    process.execPath,
    main,
    ...args,
    "--json"
  ]
  return spawnSync("sh", limited, { env: environment(), encoding: "utf8" }).stdout
}

it.skipIf(process.platform === "win32")("a sound database is not renamed as damaged", async () => {
  const data = directory()
  expect((await inlay(["tokens", "create", "ci", "--data", data])).code).toBe(0)
  const before = readdirSync(data).filter((name) => name.startsWith("inlay.db"))
  const { data: report } = JSON.parse(onFullDisk(48, "doctor", "--repair", "--data", data)) as Checkup
  expect([report.repaired, report.problems.map(({ what }) => what)]).toEqual([
    [],
    [expect.stringContaining("disk I/O error")]
  ])
  expect((await inlay(["doctor", "--data", data])).stdout).toMatch(/^ok +Data directory/)
  expect(readdirSync(data).filter((name) => name.startsWith("inlay.db"))).toEqual(before)
})

it.skipIf(process.platform === "win32")(
  "doctor says that nothing can be stored, although all can be read",
  async () => {
    const data = directory()
    expect((await inlay(["tokens", "create", "ci", "--data", data])).code).toBe(0)
    // Readers need 32 KB for the index of the log.
    const { data: report } = JSON.parse(onFullDisk(72, "doctor", "--data", data)) as Checkup
    expect(report.problems).toEqual([
      { what: expect.stringMatching(/cannot be used: .*disk/), fix: expect.stringContaining("Free some disk space") }
    ])
    expect((await inlay(["doctor", "--data", data])).stdout).toMatch(/^ok +Data directory/)
  }
)

it.skipIf(process.platform === "win32")("a server is refused because of the disk, not of another server", async () => {
  const data = directory()
  expect((await inlay(["tokens", "create", "ci", "--data", data])).code).toBe(0)
  const { error } = JSON.parse(onFullDisk(0, "serve", "--port", "0", "--data", data)) as ErrorDocument
  expect([error.reason, error.message]).toEqual(["Refused", expect.stringContaining("disk")])
})

it("a lock that cannot be read is not another server", async () => {
  const data = directory()
  expect((await inlay(["tokens", "create", "ci", "--data", data])).code).toBe(0)
  writeFileSync(join(data, "server.db"), "no database, whatever is in its place. ".repeat(100), { mode: 0o600 })
  const { stdout } = await inlay(["serve", "--port", "0", "--data", data, "--json"])
  expect((JSON.parse(stdout) as ErrorDocument).error.message).toMatch(/server\.db/)
})
