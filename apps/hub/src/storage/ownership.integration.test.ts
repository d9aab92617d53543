/**
 * A data directory that another user could have prepared is rejected at once and left untouched, with one sentence that
 * says what to do.
 */
import { execFileSync } from "node:child_process"
import { chmodSync, chownSync, lchownSync, lstatSync, mkdirSync, renameSync, symlinkSync } from "node:fs"
import { join } from "node:path"

import { describe, expect, it, onTestFinished, vi } from "vitest"

import { inlay, inlayJson, type ErrorDocument } from "../testing/processes/command.ts"
import { temporaryDirectories } from "../testing/temporary.ts"
import { commandJson } from "../testing/threads/command.ts"
import { makeDirectory } from "./DataDirectory.ts"

const directory = temporaryDirectories()
const STRANGER = 12_345
const isRoot = process.getuid?.() === 0

const connect = (at: string) =>
  commandJson<ErrorDocument>(
    ["connect", "salesdata", "--no-check", "--name", "a", "--set", "base_url=http://127.0.0.1:9", "--data", at],
    { stdin: "canary-key-of-somebody" }
  )

/** A directory with a database and a key. */
const usedDirectory = async (): Promise<string> => {
  const at = join(directory(), "data")
  await connect(at)
  return at
}

const fifo = (path: string): void => void execFileSync("mkfifo", ["-m", "600", path])
const replacing = (path: string, put: (path: string, before: string) => void): void => {
  renameSync(path, `${path}.before`)
  put(path, `${path}.before`)
}

interface Case {
  readonly name: string
  readonly spoil: (at: string) => void
  readonly what: RegExp
  readonly fix: RegExp
  readonly rootOnly?: true
}

const CASES: ReadonlyArray<Case> = [
  {
    name: "a directory that its group can write",
    spoil: (at) => chmodSync(at, 0o770),
    what: /written by other users \(mode 0770\)/,
    fix: /chmod go-w '/
  },
  {
    name: "a directory that everybody can write",
    spoil: (at) => chmodSync(at, 0o707),
    what: /written by other users/,
    fix: /chmod go-w '/
  },
  {
    name: "another user's directory",
    spoil: (at) => chownSync(at, STRANGER, STRANGER),
    what: /belongs to another user/,
    fix: /^Run this as that user, such as with `sudo -u '#12345'`.* chown .* In a container, give .*\/data\/inlay', with INLAY_DATA/,
    rootOnly: true
  },
  {
    name: "another user's link to a directory",
    spoil: (at) =>
      replacing(at, (path, before) => {
        symlinkSync(before, path)
        lchownSync(path, STRANGER, STRANGER)
      }),
    what: /belongs to another user/,
    fix: /chown/,
    rootOnly: true
  },
  {
    name: "another user's database",
    spoil: (at) => chownSync(join(at, "inlay.db"), STRANGER, STRANGER),
    what: /inlay\.db belongs to another user/,
    fix: /chown/,
    rootOnly: true
  },
  {
    name: "a database that everybody can write",
    spoil: (at) => chmodSync(join(at, "inlay.db"), 0o666),
    what: /inlay\.db can be written by other users \(mode 0666\)/,
    fix: /chmod go-w '/
  },
  {
    name: "a link in place of the database",
    spoil: (at) => replacing(join(at, "inlay.db"), (path, before) => symlinkSync(before, path)),
    what: /inlay\.db is a symbolic link/,
    fix: /Move it away/
  },
  {
    name: "a link that leads nowhere",
    spoil: (at) => replacing(join(at, "inlay.db"), (path) => symlinkSync("/nonexistent/inlay.db", path)),
    what: /inlay\.db is a symbolic link/,
    fix: /Move it away/
  },
  {
    name: "a pipe in place of the database",
    spoil: (at) => replacing(join(at, "inlay.db"), fifo),
    what: /inlay\.db is a named pipe/,
    fix: /Move it away/
  },
  {
    name: "a pipe in place of its log",
    spoil: (at) => fifo(join(at, "inlay.db-wal")),
    what: /inlay\.db-wal is a named pipe/,
    fix: /Move it away/
  },
  {
    name: "a link in place of its log",
    spoil: (at) => symlinkSync(join(at, "elsewhere"), join(at, "inlay.db-wal")),
    what: /inlay\.db-wal is a symbolic link/,
    fix: /Move it away/
  },
  {
    name: "a directory in place of the database",
    spoil: (at) => replacing(join(at, "inlay.db"), (path) => mkdirSync(path)),
    what: /inlay\.db is a directory/,
    fix: /Move it away/
  },
  {
    name: "a pipe in place of the key file",
    spoil: (at) => replacing(join(at, "secret.key"), fifo),
    what: /secret\.key is a named pipe/,
    fix: /Move it away/
  },
  {
    name: "a link in place of the key file",
    spoil: (at) => replacing(join(at, "secret.key"), (path, before) => symlinkSync(before, path)),
    what: /secret\.key is a symbolic link/,
    fix: /Replace it with the file itself/
  },
  {
    name: "a device in place of the key file",
    spoil: (at) =>
      replacing(join(at, "secret.key"), (path) => execFileSync("mknod", ["-m", "600", path, "c", "1", "5"])),
    what: /secret\.key is a device/,
    fix: /Move it away/,
    rootOnly: true
  },
  {
    name: "a key file of a gigabyte",
    spoil: (at) =>
      replacing(join(at, "secret.key"), (path) => execFileSync("sh", ["-c", `umask 077; truncate -s 1G "$0"`, path])),
    what: /too large to hold keys/,
    fix: /Restore the file/
  }
]

interface Listed {
  readonly problems: ReadonlyArray<{ readonly what: string; readonly fix: string }>
}

describe.skipIf(process.platform === "win32")("refused", () => {
  it.each(CASES)("$name", async ({ spoil, what, fix, rootOnly }) => {
    if (rootOnly === true && !isRoot) return
    const at = await usedDirectory()
    spoil(at)
    const { code, json } = await commandJson<ErrorDocument | ReadonlyArray<Listed>>(["accounts", "--data", at])
    // Without their key, the accounts are still listed, each with its problem.
    const [problem] =
      "error" in json ? [{ what: json.error.message, fix: json.error.fix }] : json.flatMap(({ problems }) => problems)
    expect([code, problem]).toEqual([1, { what: expect.stringMatching(what), fix: expect.stringMatching(fix) }])
  })

  it.each([
    ["accounts"],
    ["charges"],
    ["tokens"],
    ["triggers", "--health"],
    ["doctor"],
    ["console"],
    ["forget", "a@x.example", "--yes"]
  ])("a directory that cannot be looked into, for %s", async (...args) => {
    const at = join(directory(), "loop")
    // Stands for a directory that only another user may enter, which does not stop root.
    symlinkSync(at, at)
    const { code, stdout } = await inlayJson([...args, "--data", at])
    expect([code, stdout]).toEqual([1, expect.stringMatching(/cannot be used: ELOOP/)])
  })

  it.runIf(isRoot)("the directory of a service that runs as root is to be used as root", async () => {
    const at = await usedDirectory()
    const asStranger = vi.spyOn(process, "getuid").mockReturnValue(STRANGER)
    onTestFinished(() => asStranger.mockRestore())
    const remedy = { to: "read", text: expect.stringMatching(/^Run this as that user, such as with `sudo -u '#0'`/) }
    expect(() => makeDirectory(at)).toThrow(expect.objectContaining({ remedy }))
  })

  it("a new account creates nothing where a link in place of the database points", async () => {
    const at = directory()
    const target = join(directory(), "victim")
    symlinkSync(target, join(at, "inlay.db"))
    expect((await connect(at)).json.error.message).toMatch(/symbolic link/)
    expect(lstatSync(target, { throwIfNoEntry: false })).toBeUndefined()
  })
})

describe("still works", () => {
  it("the user's own link to the directory", async () => {
    const at = await usedDirectory()
    const link = join(directory(), "link")
    symlinkSync(at, link)
    expect((await inlayJson<ReadonlyArray<unknown>>(["accounts", "--data", link])).json).toHaveLength(1)
  })

  it.runIf(isRoot)("a link that root made, as systemd does for a DynamicUser", async () => {
    const at = await usedDirectory()
    const link = join(directory(), "link")
    symlinkSync(at, link)
    chownSync(at, STRANGER, STRANGER)
    const asStranger = vi.spyOn(process, "getuid").mockReturnValue(STRANGER)
    onTestFinished(() => asStranger.mockRestore())
    expect(() => makeDirectory(link)).not.toThrow()
  })

  it("a cache of compiled code that others can write is not used, and nothing fails", async () => {
    const caches = directory()
    mkdirSync(join(caches, "inlay"))
    chmodSync(join(caches, "inlay"), 0o777)
    const { code } = await inlay(["tools"], { env: { XDG_CACHE_HOME: caches } })
    expect([code, lstatSync(join(caches, "inlay", "compiled"), { throwIfNoEntry: false })]).toEqual([0, undefined])
  })
})
