import { describe, expect, it } from "vitest"

import { isWanted, pageOf, plain, type Happening } from "./event.ts"

const OF = { plugin: "codehost", account: "hub:team", trigger: "codehost_new_issue", place: "acme/widgets" }
const happening = (over: Partial<Happening> = {}): Happening => ({
  ...OF,
  id: "1",
  text: "#1 It squeaks",
  url: "https://code.acme.example/acme/widgets/issues/1",
  ...over
})

describe("an event is wanted", () => {
  const choice = { ...OF, title: "New issue" }
  it("of the chosen trigger, account and place", () => {
    expect(isWanted(choice, happening({ place: "Acme/Widgets" }))).toBe(true)
    for (const over of [
      { trigger: "codehost_new_star" },
      { account: "hub:other" },
      { account: "team" },
      { plugin: "another" },
      { place: "acme/widgets-2" },
      { place: "" }
    ]) {
      expect(isWanted(choice, happening(over)), JSON.stringify(over)).toBe(false)
    }
  })

  it("of a whole owner, or of the whole account, if that was chosen", () => {
    expect(isWanted({ ...choice, place: "Acme" }, happening())).toBe(true)
    expect(isWanted({ ...choice, place: "acm" }, happening())).toBe(false)
    expect(isWanted({ ...choice, place: "" }, happening({ place: "" }))).toBe(true)
    expect(isWanted({ ...choice, place: "" }, happening())).toBe(true)
  })
})

describe("a click opens", () => {
  const settings = { base_url: "https://code.acme.example/api/v3" }
  it("the event's page, also if the service gives it below its repository", () => {
    expect(pageOf(happening(), settings)).toBe("https://code.acme.example/acme/widgets/issues/1")
    expect(pageOf(happening({ url: "issues/7" }), settings)).toBe("https://code.acme.example/acme/widgets/issues/7")
    expect(
      pageOf(happening({ url: "http://127.0.0.1:9/repo/acme/widgets/issues/1" }), { page_site: "127.0.0.1:9/repo" })
    ).toBe("http://127.0.0.1:9/repo/acme/widgets/issues/1")
  })

  it.each([
    "https://elsewhere.example/acme/widgets/issues/1",
    "https://code.acme.example.evil.example/acme/widgets",
    "https://code.acme.example@evil.example/acme/widgets",
    "https://mona:secret@code.acme.example/acme/widgets",
    "http://code.acme.example/acme/widgets/issues/1",
    "https://code.acme.example/acme/other/issues/1",
    "https://code.acme.example/settings/profile",
    "javascript:alert(1)",
    "data:text/html,x",
    "//evil.example/acme/widgets",
    `https://code.acme.example/acme/widgets/${"a".repeat(400)}`
  ])("nothing of %s", (url) => {
    expect(pageOf(happening({ url }), settings)).toBe("")
  })

  it("nothing if the event has no page, or its repository no name", () => {
    expect(pageOf(happening({ url: "", place: "" }), settings)).toBe("")
    expect(pageOf(happening({ place: "../.." }), settings)).toBe("")
  })
})

it("a text is one line of plain characters, with a length limit", () => {
  expect(plain("<b>It</b>\nsqueaks \u202Eevil\u2066 \u0000!")).toBe("<b>It</b> squeaks evil !")
  expect(plain("می\u200Cخواهم 👩\u200D🚒")).toBe("می\u200Cخواهم 👩\u200D🚒")
  expect(plain("😀".repeat(300)).length).toBeLessThanOrEqual(200)
  expect(plain("a😀".repeat(300)).isWellFormed()).toBe(true)
})
