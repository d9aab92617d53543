/** Polls the history of issues with a label whose name is null, which the published description allows. */
import { expect, it } from "vitest"

import { at, user, writtenPolls } from "./written-polls.ts"

const { serve, poll } = writtenPolls()

const widgets = { owner: "acme", repo: "widgets" }
const issue = {
  id: 1,
  number: 7,
  title: "It squeaks",
  state: "open",
  html_url: "https://codehost.example/acme/widgets/issues/7",
  created_at: at(0),
  updated_at: at(60)
}
const labeled = (id: number, name: string | null) => ({
  id,
  event: "labeled",
  actor: user(3),
  created_at: at(60),
  label: { name, color: null },
  issue
})

it("reports the other labels, and that there was a change", async () => {
  const listed = async (id: string) => {
    serve((path) => (path === "/repos/acme/widgets/issues/events" ? { body: [] } : undefined))
    const { cursor } = await poll(id, widgets)
    serve((path) =>
      path === "/repos/acme/widgets/issues/events" ? { body: [labeled(2, "bug"), labeled(1, null)] } : undefined
    )
    return (await poll(id, widgets, cursor)).occurrences.map(({ data }) => data.label)
  }
  expect(await listed("new_label_on_issue")).toEqual(["bug"])
  expect(new Set(await listed("updated_issue"))).toEqual(new Set(["bug", undefined]))
})
