// The contents of the seeded issues, identical in every sandbox.

import { isoSeconds } from "../frame/clock.ts"
import type { StateReason } from "./issues.ts"

export interface SeedIssue {
  readonly title: string
  readonly body: string | null
  readonly author: string
  readonly at: string
  readonly labels?: ReadonlyArray<string>
  readonly assignees?: ReadonlyArray<string>
  readonly milestone?: string
  readonly type?: string
  readonly comments?: ReadonlyArray<readonly [login: string, text: string]>
  /** The reason for closing. */
  readonly closed?: StateReason
  readonly locked?: true
}

/** More comments than fit on one page. */
const manyComments = Array.from({ length: 35 }, (_, index): readonly [string, string] => [
  index % 2 === 0 ? "linus" : "ada",
  `Remark ${index + 1} about turning.`
])

export const writtenIssues: ReadonlyArray<SeedIssue> = [
  {
    title: "Widgets turn backwards",
    body: "They should turn *forwards*.\n\n@mona can you look?",
    author: "linus",
    at: "2025-01-20T09:00:00Z",
    labels: ["bug", "area: turning"],
    assignees: ["mona", "ada"],
    milestone: "v1.3",
    type: "Bug",
    comments: [
      ["mona", "I can see it too."],
      ["linus", "Thanks, @mona-lisa is not me."]
    ]
  },
  { title: "Widgets wobble", body: null, author: "edsger", at: "2025-01-25T09:00:00Z", comments: manyComments },
  {
    title: "Document the left turn",
    body: "There is only the right one.",
    author: "ada",
    at: "2025-02-10T09:00:00Z",
    labels: ["documentation", "good first issue"],
    closed: "completed"
  },
  {
    title: "Blue widgets",
    body: "Why are none of them blue?",
    author: "margaret",
    at: "2025-02-11T09:00:00Z",
    labels: ["enhancement", "wontfix"],
    closed: "not_planned"
  },
  {
    title: "Widgets considered harmful",
    body: "A long discussion.",
    author: "edsger",
    at: "2025-03-01T09:00:00Z",
    comments: [["linus", "No."]],
    closed: "not_planned",
    locked: true
  },
  {
    title: "Turning is slow on old machines",
    body: "It takes half a minute.",
    author: "grace",
    at: "2025-03-15T09:00:00Z",
    labels: ["area: turning", "prio/high"],
    assignees: ["hubot"],
    milestone: "v2.0"
  },
  {
    title: "The same as number 1",
    body: "Widgets turn backwards here as well.",
    author: "barbara",
    at: "2025-04-01T09:00:00Z",
    labels: ["duplicate"],
    closed: "duplicate"
  },
  {
    title: 'Support "quoted" names & <angles>',
    body: "Names such as `a&b` — also ünïcödé 🎡 — break.\r\nOn Windows too.",
    author: "barbara",
    at: "2025-04-20T09:00:00Z",
    labels: ["bug"]
  },
  {
    title: "Release 1.2",
    body: "- [ ] tag\n- [ ] announce",
    author: "mona",
    at: "2025-05-05T09:00:00Z",
    milestone: "v1.2",
    type: "Task",
    closed: "completed"
  },
  {
    title: "Widgets that glow",
    body: "In the dark.",
    author: "ada",
    at: "2025-05-20T09:00:00Z",
    labels: ["enhancement", "help wanted"],
    assignees: ["ada"],
    milestone: "v1.3",
    type: "Feature"
  }
]

const subjects = ["Widget", "Turning", "The catalogue", "The build", "A dark theme", "The example", "Packaging"]
const troubles = [
  "fails on Mondays",
  "is too slow",
  "needs a test",
  "could be simpler",
  "is not documented",
  "looks odd",
  "crashes at night"
]
const people = ["mona", "ada", "grace", "linus", "margaret", "barbara", "edsger", "hubot", "dependabot[bot]"]
const labelSets = [
  ["bug"],
  ["enhancement"],
  ["documentation"],
  ["question"],
  ["bug", "prio/high"],
  [],
  ["help wanted", "area: turning"]
]

const firstDay = Date.parse("2026-09-02T00:00:00Z")
const lastDay = Date.parse("2026-09-30T00:00:00Z")

const nth = <A>(items: ReadonlyArray<A>, index: number, fallback: A): A => items[index % items.length] ?? fallback

/** The generated issue with this index, out of about `count`. Issues were opened one after the other. */
export const generatedIssue = (index: number, count: number): SeedIssue => {
  // Some generated issues are closed, so more than `count` are generated.
  const step = (lastDay - firstDay) / (count * 1.5)
  const isClosed = index % 8 === 7
  return {
    title: `${nth(subjects, index, "")} ${nth(troubles, Math.floor(index / subjects.length), "")} (${index + 1})`,
    body: index % 10 === 9 ? null : `Seen ${index + 1} times.${index % 6 === 5 ? " Ask @hubot." : ""}`,
    author: nth(people, index * 5, "mona"),
    at: isoSeconds(firstDay + Math.floor(index * step)),
    labels: nth(labelSets, index, []),
    assignees: index % 3 === 0 ? [nth(["mona", "ada", "hubot", "grace"], index, "mona")] : [],
    ...(index % 5 === 0 ? { milestone: nth(["v1.3", "v2.0"], index, "v1.3") } : {}),
    ...(index % 9 === 0 ? { type: "Bug" } : {}),
    comments: Array.from({ length: index % 4 }, (_, at): readonly [string, string] => [
      nth(people, index + at, "mona"),
      `Remark ${at + 1}.`
    ]),
    ...(isClosed ? { closed: index % 16 === 7 ? "completed" : "not_planned" } : {})
  }
}
