import { gunzipSync, inflateRawSync } from "node:zlib"

import { expect, test } from "vitest"

import { type RequestOptions, at, objects, startFor } from "../testing/bench.ts"

const { ask, control, sandbox } = startFor()

const widgets = "/repos/acme/widgets"
const actions = `${widgets}/actions`

/** The URL that the API redirects to. */
const addressOf = async (path: string, options?: RequestOptions): Promise<string> => {
  const answer = await ask(path, options)
  expect([answer.status, answer.text]).toEqual([302, ""])
  return answer.headers.get("location") ?? ""
}
const bytesAt = async (address: string) => Buffer.from(await (await fetch(address)).arrayBuffer())

const runsBy = async (status: string) =>
  objects(at((await ask(`${actions}/runs?status=${status}&per_page=5`)).body, "workflow_runs"))
const jobOf = async (run: unknown) =>
  String(at((await ask(`${actions}/runs/${String(run)}/jobs`)).body, "jobs", 0, "id"))

/** Reads names and contents of the files in a zip from its central directory. */
const unzip = (zip: Buffer): Readonly<Record<string, string>> => {
  const end = zip.lastIndexOf(Buffer.from("PK\x05\x06", "latin1"))
  const files: Record<string, string> = {}
  let entry = zip.readUInt32LE(end + 16)
  for (let rest = zip.readUInt16LE(end + 10); rest > 0; rest--) {
    const [packedLength, nameLength] = [zip.readUInt32LE(entry + 20), zip.readUInt16LE(entry + 28)]
    const local = zip.readUInt32LE(entry + 42)
    const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const name = zip.subarray(entry + 46, entry + 46 + nameLength).toString()
    files[name] = inflateRawSync(zip.subarray(from, from + packedLength)).toString()
    entry += 46 + nameLength + zip.readUInt16LE(entry + 30) + zip.readUInt16LE(entry + 32)
  }
  return files
}

test("a job's log: on another host, as text, with the service's timestamps and byte order mark", async () => {
  const [run] = await runsBy("failure")
  const address = await addressOf(`${actions}/jobs/${await jobOf(run?.["id"])}/logs`)
  expect(new URL(address).hostname).toBe("localhost")
  expect(new URL(address).origin).not.toBe(sandbox().origin)
  const response = await fetch(address)
  expect(response.headers.get("content-type")).toBe("text/plain; charset=utf-8")
  const bytes = Buffer.from(await response.arrayBuffer())
  expect(bytes.subarray(0, 3).toString("hex")).toBe("efbbbf")
  const lines = bytes.toString("utf8").trimEnd().split("\n")
  expect(lines.at(-1)).toMatch(/^2026-\S+Z ##\[error\]Process completed with exit code 1\.$/)
  expect(lines.length).toBeGreaterThan(300)
  const part = await fetch(address, { headers: { range: `bytes=${bytes.length - 10}-` } })
  expect([part.status, (await part.text()).length]).toEqual([206, 10])
})

test("a log may be long", async () => {
  await control("/settings", { logLines: 50_000 })
  const [run] = await runsBy("success")
  const bytes = await bytesAt(await addressOf(`${actions}/jobs/${await jobOf(run?.["id"])}/logs`))
  expect(bytes.length).toBeGreaterThan(3_000_000)
})

test("a run's logs: a zip of texts", async () => {
  const [run] = await runsBy("success")
  const files = unzip(await bytesAt(await addressOf(`${actions}/runs/${String(run?.["id"])}/logs`)))
  expect(Object.keys(files)).toEqual(["0_build.txt", "build/1_Set up job.txt", "build/2_Run npm test.txt"])
  expect(files["0_build.txt"]).toContain("300 tests passed")
})

test("an artifact: listed, downloaded, expired", async () => {
  const { body } = await ask(`${actions}/artifacts?per_page=100`)
  const all = objects(at(body, "artifacts"))
  const files = unzip(await bytesAt(await addressOf(String(all[0]?.["archive_download_url"]))))
  expect(Object.keys(files)).toEqual(["report.json", "summary.txt"])
  const run = String(at(all[0], "workflow_run", "id"))
  expect(at((await ask(`${actions}/runs/${run}/artifacts`)).body, "artifacts", 0)).toEqual(all[0])
  expect((await ask(`${actions}/artifacts/${String(all[0]?.["id"])}`)).body).toEqual(all[0])
  await control("/clock", { advanceSeconds: 40 * 86_400 })
  const answer = await ask(String(all[0]?.["archive_download_url"]))
  expect([answer.status, at(answer.body, "message")]).toEqual([410, "Artifact has expired"])
  expect((await ask(`${actions}/artifacts/${String(all[0]?.["id"])}/tar`)).status).toBe(404)
})

test("archives: the files of a commit, links and executables too", async () => {
  const zip = unzip(await bytesAt(await addressOf("/repos/mona/dotfiles/zipball/main")))
  const names = Object.keys(zip)
  expect(names.every((name) => /^mona-dotfiles-[0-9a-f]{7}\//.test(name))).toBe(true)
  const start = names.find((name) => name.endsWith("/docs/start.md"))
  expect(zip[start ?? ""]).toBe("../README.md")
  const tar = gunzipSync(await bytesAt(await addressOf(`${widgets}/tarball/feature/a/b`)))
  expect(tar.subarray(0, 100).toString()).toMatch(/^acme-widgets-[0-9a-f]{7}\//)
  expect(tar.subarray(257, 262).toString()).toBe("ustar")
  expect((await ask(`${widgets}/tarball/no-such-branch`)).status).toBe(404)
})

test("the storage: refuses a token, a forged address and an expired one", async () => {
  const address = await addressOf(`${widgets}/zipball/main`)
  const withToken = await fetch(address, { headers: { authorization: "Bearer sandbox-token-not-a-secret" } })
  expect([withToken.status, withToken.headers.get("x-ms-error-code")]).toEqual([400, "InvalidAuthenticationInfo"])
  expect((await fetch(address.replace("sig=", "sig=x"))).status).toBe(403)
  expect((await fetch(address)).status).toBe(200)
  await control("/clock", { advanceSeconds: 301 })
  const late = await fetch(address)
  expect([late.status, late.headers.get("x-ms-error-code")]).toEqual([403, "AuthenticationFailed"])
  const calls = objects(at((await control("/calls")).body, "calls")).slice(-3)
  expect(calls.map(({ query, status }) => [query, status])).toEqual([
    ["", 403],
    ["", 200],
    ["", 403]
  ])
})

test("users without read access get no address", async () => {
  const [run] = await runsBy("success")
  const logs = `${actions}/runs/${String(run?.["id"])}/logs`
  const nobody = await ask(logs, { token: null })
  expect([nobody.status, at(nobody.body, "message")]).toEqual([403, "Must have admin rights to Repository."])
  expect((await ask(`/repos/acme/gadgets/zipball/main`, { token: null })).status).toBe(404)
  await ask(`${actions}/workflows/ci.yml/dispatches`, { body: { ref: "main" } })
  const [queued] = await runsBy("queued")
  expect((await ask(`${actions}/runs/${String(queued?.["id"])}/logs`)).status).toBe(404)
})
