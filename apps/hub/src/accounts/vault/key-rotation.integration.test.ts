/**
 * `kill -9` during a key rotation, at every critical step and at random moments: all accounts can be opened afterwards.
 */
import { spawn } from "node:child_process"
import { randomBytes } from "node:crypto"
import { once } from "node:events"
import { readdirSync, readFileSync, statSync } from "node:fs"

import { describe, expect, it } from "vitest"

import { keyFile } from "../../storage/paths.ts"
import { inlay, inlayJson, main, environment } from "../../testing/processes/command.ts"
import { temporaryDirectories } from "../../testing/temporary.ts"
import { CANARIES, look, newAccount, save, tamper } from "../../testing/vault-world.ts"

const directory = temporaryDirectories()
const [ONE, TWO] = CANARIES
const BOTH = [`one=${ONE}`, `two=${TWO}`]

const two = async () => {
  const at = directory()
  await save(at, newAccount("one", ONE))
  await save(at, newAccount("two", TWO))
  return at
}

/** Signals the process just before or after it replaces the key file for the n-th time. */
const killing = (when: "before" | "after", n: number, signal = "SIGKILL"): string => {
  const kill = `process.kill(process.pid, "${signal}")`
  const script = `
    import fs from "node:fs"
    import { syncBuiltinESMExports } from "node:module"
    const rename = fs.renameSync
    let n = 0
    fs.renameSync = (from, to) => {
      n++
      if (n === ${n} && ${when === "before"}) ${kill}
      rename(from, to)
      if (n === ${n} && ${when === "after"}) ${kill}
    }
    syncBuiltinESMExports()`
  return `data:text/javascript,${encodeURIComponent(script)}`
}

const rotate = (at: string, nodeArgs: ReadonlyArray<string> = []) =>
  inlay(["accounts", "rotate-key", "--data", at], { nodeArgs })

const keys = (at: string) => readFileSync(keyFile(at), "utf8").trim().split("\n")

describe("a rotation that is killed", () => {
  it.each([
    ["before the new key is there", "before", 1, 1],
    ["with the new key there, and nothing sealed with it", "after", 1, 2],
    ["with everything sealed anew, and the old key there", "before", 2, 2],
    ["with the old key gone", "after", 2, 1]
  ] as const)("%s, leaves all accounts open", async (_, when, n, remaining) => {
    const at = await two()
    const old = keys(at)
    const { code } = await rotate(at, ["--import", killing(when, n)])
    expect([code, keys(at).length]).toEqual([null, remaining])
    expect(await look(at)).toEqual(BOTH)
    expect((await rotate(at)).code).toBe(0)
    expect([await look(at), keys(at).length, keys(at).includes(old[0] ?? "")]).toEqual([BOTH, 1, false])
    expect(readdirSync(at).filter((name) => name.startsWith("secret.key"))).toEqual(["secret.key"])
  })

  it("by Ctrl-C, says that it has to be run again, because the old key is still there", async () => {
    const at = await two()
    const { code, stderr } = await rotate(at, ["--import", killing("after", 1, "SIGINT")])
    expect([code, keys(at).length]).toEqual([130, 2])
    expect(stderr).toMatch(
      /^Interrupted: Stopped; all accounts still work, and the old key is still needed\.\s+Run it again\.$/m
    )
    expect(await look(at)).toEqual(BOTH)
  })

  it("at any moment, leaves all accounts open", async () => {
    const at = await two()
    const startMillis = Date.now()
    await rotate(at)
    const usual = Date.now() - startMillis
    for (let round = 0; round < 8; round++) {
      const child = spawn(process.execPath, [main, "accounts", "rotate-key", "--data", at], { env: environment() })
      // Within the last part of the run, where the rotation happens. Most of the start is loading.
      setTimeout(() => child.kill("SIGKILL"), usual * (0.6 + round / 20))
      await once(child, "close")
      expect(await look(at)).toEqual(BOTH)
    }
  })
})

describe("a rotation with the variable", () => {
  it("is refused with one key, with which everything is encrypted already: nothing would change", async () => {
    const at = await two()
    const [key = ""] = keys(at)
    const { code, stderr } = await inlay(["accounts", "rotate-key", "--data", at], { env: { INLAY_SECRET_KEY: key } })
    expect([code, stderr.replaceAll(/\s+/g, " ")]).toEqual([
      1,
      expect.stringMatching(/INLAY_SECRET_KEY holds only the key .* already.* Put the new key before it/)
    ])
    const both = { INLAY_SECRET_KEY: `${randomBytes(32).toString("base64")},${key}` }
    const changed = await inlay(["accounts", "rotate-key", "--data", at], { env: both })
    expect([changed.code, changed.stdout]).toEqual([
      0,
      expect.stringMatching(/^2 accounts encrypted with the first key/)
    ])
  })
})

describe("rotations and connections at once", () => {
  it("leave every account open, and one key", async () => {
    const at = await two()
    const connect = (name: string) =>
      inlay(
        ["connect", "salesdata", "--no-check", "--name", name, "--set", "base_url=http://127.0.0.1:9", "--data", at],
        {
          stdin: "canary-key-of-somebody"
        }
      )
    const results = await Promise.all([rotate(at), connect("a"), rotate(at), connect("b"), connect("c")])
    expect(results.map(({ code, stderr }) => [code, stderr])).toEqual(results.map(() => [0, ""]))
    expect(await look(at)).toHaveLength(5)
    expect((await rotate(at)).code).toBe(0)
    expect(keys(at)).toHaveLength(1)
    expect(tamper(at, (database) => database.prepare("SELECT DISTINCT key_id FROM secrets").all())).toHaveLength(1)
  })

  it("a rotation waits for a connection that has read the keys and not stored its account yet", async () => {
    const at = await two()
    // Tries to rotate the key, for at most 1.5 s, whenever the connection has just read the key file.
    const script = `
      import { spawnSync } from "node:child_process"
      import fs from "node:fs"
      import { syncBuiltinESMExports } from "node:module"
      const read = fs.readFileSync
      let reads = 0
      fs.readFileSync = (file, ...rest) => {
        const text = read(file, ...rest)
        if (typeof file === "number" && ++reads > 2) {
          const args = [${JSON.stringify(main)}, "accounts", "rotate-key", "--data", ${JSON.stringify(at)}]
          spawnSync(process.execPath, args, { timeout: 1500, killSignal: "SIGKILL" })
        }
        return text
      }
      syncBuiltinESMExports()`
    const connection = await inlay(
      ["connect", "salesdata", "--no-check", "--name", "late", "--set", "base_url=http://127.0.0.1:9", "--data", at],
      { stdin: "canary-key", nodeArgs: ["--import", `data:text/javascript,${encodeURIComponent(script)}`] }
    )
    expect([connection.code, connection.stderr]).toEqual([0, ""])
    expect(await look(at)).toHaveLength(3)
  })

  it("two first connections agree on one key file", async () => {
    const at = directory()
    const connect = (name: string) =>
      inlayJson(
        ["connect", "salesdata", "--no-check", "--name", name, "--set", "base_url=http://127.0.0.1:9", "--data", at],
        {
          stdin: "canary-key-of-somebody"
        }
      )
    const results = await Promise.all(["a", "b", "c"].map(connect))
    expect(results.map(({ code }) => code)).toEqual([0, 0, 0])
    expect(await look(at)).toHaveLength(3)
    expect([keys(at).length, statSync(keyFile(at)).mode & 0o777]).toEqual([1, 0o600])
  })
})
