import { expect, test } from "vitest"

import { at, linksOf, objects, startFor } from "../testing/bench.ts"

const { ask } = startFor()

const widgets = "/repos/acme/widgets"

/** Commits these files on top of `parent` and returns the commit's SHA. */
const commitOf = async (files: Readonly<Record<string, string>>, parent = "main"): Promise<string> => {
  const tip = await ask(`${widgets}/commits/${parent}`)
  const tree = await ask(`${widgets}/git/trees`, {
    body: {
      base_tree: at(tip.body, "commit", "tree", "sha"),
      tree: Object.entries(files).map(([path, content]) => ({ path, mode: "100644", type: "blob", content }))
    }
  })
  const body = { message: "Many", tree: at(tree.body, "sha"), parents: [at(tip.body, "sha")] }
  const sha = String(at((await ask(`${widgets}/git/commits`, { body })).body, "sha"))
  await ask(`${widgets}/git/refs`, { body: { ref: `refs/heads/many-${sha.slice(0, 7)}`, sha } })
  return sha
}

const manyFiles = (count: number, folder: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`${folder}/${String(index).padStart(5, "0")}.txt`, `${index}\n`])
  )

test("a commit of many files has pages of 300, up to 3,000", async () => {
  const sha = await commitOf(manyFiles(3_100, "many"))
  const first = await ask(`${widgets}/commits/${sha}`)
  expect([objects(at(first.body, "files")).length, at(first.body, "stats", "additions")]).toEqual([300, 3_100])
  expect(new URL(linksOf(first)["last"] ?? "").searchParams.get("page")).toBe("10")
  const last = await ask(linksOf(first)["last"] ?? "")
  expect(at(last.body, "files", 299, "filename")).toBe("many/02999.txt")
  const small = await ask(`${widgets}/commits/${sha}?per_page=100&page=2`)
  expect(at(small.body, "files", 0, "filename")).toBe("many/00100.txt")
  const comparison = await ask(`${widgets}/compare/main...${sha}`)
  expect(objects(at(comparison.body, "files")).length).toBe(300)
})

test("a comparison of many commits has pages, oldest first, of which only the first has files; without them, the newest 250", async () => {
  const { body: tip } = await ask(`${widgets}/commits/main`)
  let sha = await commitOf({ "one.txt": "1" })
  const { body: one } = await ask(`${widgets}/git/commits/${sha}`)
  for (let count = 2; count <= 260; count += 1) {
    const body = { message: `Commit ${count}`, tree: at(one, "tree", "sha"), parents: [sha] }
    sha = String(at((await ask(`${widgets}/git/commits`, { body })).body, "sha"))
  }
  const comparison = `${widgets}/compare/${String(at(tip, "sha"))}...${sha}`
  const messages = (body: unknown) => objects(at(body, "commits")).map((commit) => at(commit, "commit", "message"))
  const first = await ask(`${comparison}?per_page=100`)
  expect([at(first.body, "total_commits"), at(first.body, "files", 0, "filename")]).toEqual([260, "one.txt"])
  expect([messages(first.body)[1], messages(first.body).length]).toEqual(["Commit 2", 100])
  const last = await ask(linksOf(first)["last"] ?? "")
  expect([messages(last.body).at(-1), messages(last.body).length]).toEqual(["Commit 260", 60])
  expect([at(last.body, "files"), linksOf(last)["next"]]).toEqual([[], undefined])
  const whole = await ask(comparison)
  expect([messages(whole.body)[0], messages(whole.body).length]).toEqual(["Commit 11", 250])
  expect(linksOf(whole)).toEqual({})
})

test("a folder of many files is cut at 1,000 without saying so; its tree has all of them", async () => {
  const sha = await commitOf(manyFiles(1_200, "many"))
  const list = await ask(`${widgets}/contents/many?ref=${sha}`)
  expect([objects(list.body).length, list.headers.has("link")]).toEqual([1_000, false])
  const tree = await ask(`${widgets}/git/trees/${sha}?recursive=1`)
  expect(objects(at(tree.body, "tree")).filter(({ path }) => String(path).startsWith("many/")).length).toBe(1_200)
})

test("a diff of many files or lines is not returned as text", async () => {
  const diff = { headers: { accept: "application/vnd.github.diff" } }
  const many = await ask(`${widgets}/commits/${await commitOf(manyFiles(301, "many"))}`, diff)
  expect([many.status, at(many.body, "errors", 0, "code")]).toEqual([406, "too_large"])
  expect(at(many.body, "message")).toMatch(/^Sorry, the diff exceeded the maximum number of files \(300\)\./)
  const long = await commitOf({ "long.txt": "line\n".repeat(25_000) })
  const refusal = await ask(`${widgets}/commits/${long}`, diff)
  expect(at(refusal.body, "message")).toMatch(/number of lines \(20000\)/)
  const { body } = await ask(`${widgets}/commits/${long}`)
  expect([at(body, "files", 0, "additions"), at(body, "files", 0, "patch")]).toEqual([25_000, undefined])
})

test("a changed word in a long file is one line of its patch", async () => {
  const lines = Array.from({ length: 20_000 }, (_, index) => `line ${index}`)
  const before = await commitOf({ "long.txt": `${lines.join("\r\n")}\r\n` })
  lines[10_000] = "another"
  const sha = await commitOf({ "long.txt": `${lines.join("\r\n")}\r\n` }, before)
  const { body } = await ask(`${widgets}/commits/${sha}`)
  expect(at(body, "files", 0)).toMatchObject({ additions: 1, deletions: 1, changes: 2 })
})

test("a file of several megabytes is returned only as raw bytes", async () => {
  const content = Buffer.alloc(5 * 1024 * 1024, "0123456789abcde\n")
  const body = { message: "Large", content: content.toString("base64") }
  const answer = await ask(`${widgets}/contents/large.txt`, { method: "PUT", body })
  expect([answer.status, at(answer.body, "content", "size")]).toEqual([201, content.length])
  const { body: file } = await ask(`${widgets}/contents/large.txt`)
  expect([at(file, "encoding"), at(file, "content")]).toEqual(["none", ""])
  const raw = await ask(`${widgets}/contents/large.txt`, { headers: { accept: "application/vnd.github.raw+json" } })
  expect(raw.text.length).toBe(content.length)
})

test("bodies up to the maximum length are accepted, longer ones are not", async () => {
  const body = "x".repeat(65_536)
  const answer = await ask(`${widgets}/issues`, { body: { title: "Long", body } })
  expect([answer.status, String(at(answer.body, "body")).length]).toEqual([201, 65_536])
  const issue = `${widgets}/issues/${String(at(answer.body, "number"))}`
  const longer = await ask(issue, { method: "PATCH", body: { body: `${body}x` } })
  expect([longer.status, at(longer.body, "errors", 0, "message")]).toEqual([
    422,
    "body is too long (maximum is 65536 characters)"
  ])
  expect((await ask(`${issue}/comments`, { body: { body } })).status).toBe(201)
  expect((await ask(`${issue}/comments`, { body: { body: `${body}x` } })).status).toBe(422)
})
