import { describe, expect, it } from "vitest"

import { clients, reasonOf } from "../../tests/clients.ts"

const { client, calls } = clients()

describe("a gist", () => {
  it("has files, which are changed, renamed and deleted by name", async () => {
    const { gists } = await client()
    const record = await gists.create({ files: { "a.md": "a", "b.md": "b", "c.md": "c" }, description: "Three" })
    expect(record).toMatchObject({ public: false, description: "Three" })
    const gist_id = record.id
    await gists.update({ gist_id, files: { "a.md": "A", "b.md": { filename: "d.md" }, "c.md": null } })
    const { files } = await gists.get({ gist_id })
    expect(Object.fromEntries(Object.entries(files).map(([name, file]) => [name, file?.content]))).toEqual({
      "a.md": "A",
      "d.md": "b"
    })
    expect((await gists.page({ username: "mona" })).items.map(({ id }) => id)).toContain(gist_id)
  })

  it("is changed without the undefined fields of a file", async () => {
    const { gists } = await client()
    const { id: gist_id } = await gists.create({ files: { "a.md": "a" } })
    const files = { "a.md": { filename: "b.md", content: undefined as never } }
    expect(Object.keys((await gists.update({ gist_id, files })).files)).toEqual(["b.md"])
  })

  it.each([[{}], [{ "a.md": "" }], [{ "a/b.md": "x" }], [{ "a.md": { content: "" } }], ["a.md"]])(
    "is not created from %j",
    async (files) => {
      const { gists } = await client()
      const refusal = { _tag: "Invalid", fields: [{ field: expect.stringMatching(/^files\b/) }] }
      expect(await reasonOf(gists.create({ files: files as never }))).toMatchObject(refusal)
      expect(await reasonOf(gists.update({ gist_id: "abc", files: files as never }))).toMatchObject(refusal)
      expect(await calls()).toEqual([])
    }
  )

  it.each(["", "../x", "a/b"])("has no id %j", async (gist_id) => {
    const { gists } = await client()
    expect(await reasonOf(gists.get({ gist_id }))).toMatchObject({ _tag: "Invalid", fields: [{ field: "gist_id" }] })
    expect(await calls()).toEqual([])
  })
})
