// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/preact"
import type { ComponentType } from "preact"
import { useEffect } from "preact/hooks"
import { afterEach, expect, it, vi } from "vitest"

import { Head } from "../ui/Head.tsx"
import type { Section, SectionProps, Topic } from "./section.ts"
import { sections } from "./sections.gen.ts"
import { Sections } from "./sections.tsx"

afterEach(cleanup)

type Loaded = { readonly View: ComponentType<SectionProps> }

const FAILED = "The section second could not be shown: broken."

const shows = (name: string): Loaded => ({ View: ({ tab }: SectionProps) => <p>{`${name} of ${tab.address}`}</p> })
const section = (load: () => Promise<Loaded>, topic: Topic = "site", host = "here"): Section => ({
  applies: (address) => (address.includes(host) ? topic : undefined),
  view: { load }
})
const good = (name: string, topic?: Topic) => section(() => Promise.resolve(shows(name)), topic)
const open = (of: Readonly<Record<string, Section>>) => {
  const send = () => Promise.reject(new Error("no section of this test asks the worker"))
  const tab = { address: "https://here.example/", tabId: 1, send }
  return render(<Sections of={of} tab={tab} onSettings={() => undefined} />)
}

it("shows the sections that apply, in order, and loads no others", async () => {
  const elsewhere = vi.fn<() => Promise<Loaded>>()
  const { container } = open({
    first: good("first"),
    second: section(elsewhere, "site", "elsewhere"),
    third: good("third")
  })
  expect(container.textContent).toBe("")
  await screen.findByText("third of https://here.example/")
  expect(container.textContent).toBe("first of https://here.example/third of https://here.example/")
  expect(elsewhere).not.toHaveBeenCalled()
})

it("shows the heading known from the address while the first section's view loads", async () => {
  const loads: Array<(loaded: Loaded) => void> = []
  const slow = (heading: string): Section => ({
    ...section(() => new Promise((resolve) => loads.push(resolve)), "subject"),
    heading: () => Promise.resolve(heading)
  })
  const { container } = open({ first: slow("acme/widgets"), second: slow("here.example") })
  expect((await screen.findByRole("heading", { level: 1 })).textContent).toBe("acme/widgets")
  expect(container.querySelector("section")?.getAttribute("aria-busy")).toBe("true")
  expect(container.textContent).not.toContain("here.example")
  for (const load of loads) load({ View: () => <p>its view</p> })
  await screen.findAllByText("its view")
  expect(screen.queryByRole("heading")).toBeNull()
})

it("orders sections: the page's subject, then the site's owner, then additional ones", async () => {
  const { container } = open({
    traffic: good("traffic", "beside"),
    company: good("company"),
    repository: good("repository", "subject")
  })
  await screen.findByText("traffic of https://here.example/")
  expect([...container.querySelectorAll("p")].map((p) => p.textContent?.split(" ")[0])).toEqual([
    "repository",
    "company",
    "traffic"
  ])
})

it("gives the popup's heading to the first section that has content", async () => {
  const sectionWith = (title: string): Loaded => ({ View: ({ shell }) => <Head shell={shell} title={title} /> })
  const nothing: Loaded = {
    View: ({ onNothing }) => {
      useEffect(() => onNothing("Nothing about this repository."), [])
      return null
    }
  }
  const { container } = open({
    company: section(() => Promise.resolve(sectionWith("Acme"))),
    repository: section(() => Promise.resolve(nothing), "subject"),
    traffic: section(() => Promise.resolve(sectionWith("Traffic")), "beside")
  })
  await screen.findByRole("heading", { level: 1, name: "Acme" })
  expect(screen.getByRole("heading", { level: 2, name: "Traffic" })).toBeDefined()
  expect(screen.getAllByRole("button", { name: "Settings" })).toHaveLength(1)
  expect(container.textContent).not.toMatch(/Nothing/)
})

it("puts a section with a record first, which then replaces the sections within it", async () => {
  const company: Loaded = {
    View: ({ shell, onRecord }) => (
      <>
        <Head shell={shell} title="Acme" />
        <button type="button" onClick={() => onRecord(true)}>
          show
        </button>
        <button type="button" onClick={() => onRecord(false)}>
          forget
        </button>
      </>
    )
  }
  const { container } = open({
    company: section(() => Promise.resolve(company)),
    traffic: { ...good("traffic", "subject"), within: "company" },
    repository: good("repository", "subject")
  })
  await screen.findByText("traffic of https://here.example/")
  expect(screen.queryByRole("heading", { level: 1 })).toBeNull()
  fireEvent.click(await screen.findByRole("button", { name: "show" }))
  await screen.findByRole("heading", { level: 1, name: "Acme" })
  expect(container.textContent).toBe("Acmeshowforgetrepository of https://here.example/")
  fireEvent.click(screen.getByRole("button", { name: "forget" }))
  await screen.findByText("traffic of https://here.example/")
  expect(screen.queryByRole("heading", { level: 1 })).toBeNull()
})

it("says that there is nothing, why, and where to go instead, only if no section has content", async () => {
  const nothing = (why: string): Loaded => ({
    View: ({ onNothing }) => {
      useEffect(() => onNothing(why), [])
      return null
    }
  })
  open({
    one: section(() => Promise.resolve(nothing("Open a profile."))),
    two: section(() => Promise.resolve(nothing("Open a repository.")))
  })
  await screen.findByRole("heading", { level: 1, name: "Nothing to show here" })
  await screen.findByText("Open a profile.")
  await screen.findByText("Open a repository.")
  cleanup()
  open({ one: section(() => Promise.reject(new Error("never")), "site", "elsewhere") })
  await screen.findByRole("heading", { level: 1, name: "Nothing to show here" })
})

it("adds a section that learns only now that it applies, in its own place", async () => {
  let knows = false
  const late: Section = {
    applies: () => (knows ? "subject" : undefined),
    appliesNow: async () => {
      knows = true
      return knows
    },
    view: shows("late").View
  }
  const unsure: Section = {
    ...section(vi.fn<() => Promise<Loaded>>(), "site", "elsewhere"),
    appliesNow: () => Promise.reject(new Error("no worker"))
  }
  const { container } = open({ first: good("first"), unsure, late })
  await screen.findByText("late of https://here.example/")
  expect(container.textContent).toBe("late of https://here.example/first of https://here.example/")
})

it("waits for no section: a slow one appears later, in its own place", async () => {
  const slow = Promise.withResolvers<Loaded>()
  const { container } = open({ first: section(() => slow.promise), second: good("second") })
  await screen.findByText("second of https://here.example/")
  slow.resolve(shows("first"))
  await screen.findByText("first of https://here.example/")
  expect(container.textContent).toBe("first of https://here.example/second of https://here.example/")
})

const throws = (): never => {
  throw new Error("broken")
}

it.each<[string, Section]>([
  ["cannot be loaded", section(() => Promise.reject(new Error("broken")))],
  ["throws where it is asked for its view", section(throws)],
  ["throws where it is drawn", section(() => Promise.resolve({ View: throws }))]
])("shows an error in the place of a section that %s, and shows the others", async (_, brokenSection) => {
  const { container } = open({ first: good("first"), second: brokenSection, third: good("third") })
  await screen.findByText(FAILED, { exact: false })
  await screen.findByText("third of https://here.example/")
  const withButton = `${FAILED} Restart the extension`
  expect(container.textContent).toBe(`first of https://here.example/${withButton}third of https://here.example/`)
})

it("shows an error after the others for a section that cannot tell whether it applies", async () => {
  const { container } = open({
    first: good("first"),
    second: { ...good("never"), applies: throws },
    third: good("third")
  })
  await screen.findByText(FAILED, { exact: false })
  expect(container.textContent).toMatch(
    /^first of https:\/\/here.example\/third of https:\/\/here.example\/The section/
  )
})

it("restarts the extension with the button beside the error", async () => {
  const reload = vi.fn<() => void>()
  vi.stubGlobal("chrome", { ...globalThis.chrome, runtime: { ...globalThis.chrome?.runtime, reload } })
  open({ first: section(throws) })
  fireEvent.click(await screen.findByRole("button", { name: "Restart the extension" }))
  expect(reload).toHaveBeenCalledOnce()
  vi.unstubAllGlobals()
})

it("shows the bare error if what explains it cannot be loaded either", async () => {
  vi.doMock("./section-problem.tsx", () => Promise.reject(new Error("gone")))
  const { container } = open({ first: good("first"), second: section(throws) })
  await screen.findByText("broken")
  expect(container.textContent).toBe("first of https://here.example/broken")
  vi.doUnmock("./section-problem.tsx")
})

it("includes the lookup, which is about the site's owner", () => {
  expect(sections["enrich"]?.applies("https://acme.example/")).toBe("site")
})
