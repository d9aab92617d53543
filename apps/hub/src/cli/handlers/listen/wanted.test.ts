import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"

import { plugins } from "../../../plugins.gen.ts"
import { wantedEvents } from "./wanted.ts"

const filtersOf = async (...filters: ReadonlyArray<string>) => {
  const choice = { trigger: "codehost_new_pull_request", repo: "acme/widgets", target: undefined, filters }
  return (await Effect.runPromise(wantedEvents(plugins, choice))).filters
}

describe("a filter", () => {
  it.each([
    ["title=It squeaks", { title: "It squeaks" }],
    ["title=a=b", { title: "a=b" }],
    ["title=2026", { title: "2026" }],
    ["label=true", { label: "true" }],
    ["label=null", { label: "null" }],
    ["title={a}", { title: "{a}" }],
    ['title={"a":1}', { title: '{"a":1}' }],
    ['title="It squeaks"', { title: "It squeaks" }],
    ['label=["bug","7"]', { label: ["bug", "7"] }],
    ["draft=true", { draft: true }]
  ])("%s", async (text, filters) => {
    expect(await filtersOf(text)).toEqual(filters)
  })

  it("that is repeated has several values", async () => {
    expect(await filtersOf("label=bug", 'label=["a","b"]', "draft=false")).toEqual({
      label: ["bug", "a", "b"],
      draft: false
    })
  })

  it.each([
    ["draft=yes", "--filter draft"],
    ["bogus=1", "--filter bogus"],
    ["title", "--filter"],
    ["=bug", "--filter"]
  ])("%s is refused", async (text, field) => {
    await expect(filtersOf(text)).rejects.toMatchObject({ reason: { _tag: "Invalid", fields: [{ field }] } })
  })
})

describe("a target", () => {
  const targetOf = async (target: { readonly repo?: string; readonly target?: string }) => {
    const choice = { trigger: "codehost_new_pull_request", repo: undefined, target: undefined, filters: [], ...target }
    return (await Effect.runPromise(wantedEvents(plugins, choice))).target
  }

  it("is a repository, or JSON", async () => {
    const widgets = { owner: "acme", repo: "widgets" }
    expect(await targetOf({ repo: "acme/widgets" })).toEqual(widgets)
    expect(await targetOf({ target: JSON.stringify(widgets) })).toEqual(widgets)
  })

  it.each([
    [{ repo: "widgets" }, "--repo", "must be owner/name, such as acme/widgets"],
    [{ repo: "acme/widgets/issues" }, "--repo", "must be owner/name, such as acme/widgets"],
    [{ repo: "acme/widgets", target: "{}" }, "--repo", "cannot be combined with --target"],
    [{ target: "acme/widgets" }, "--target", "must be JSON"]
  ])("%j is refused", async (target, field, message) => {
    await expect(targetOf(target)).rejects.toMatchObject({
      reason: { _tag: "Invalid", fields: [{ field, message }] }
    })
  })
})
