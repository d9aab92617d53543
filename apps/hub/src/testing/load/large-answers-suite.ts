/**
 * Long responses of any content, from the provider's socket to the agent: the resources they may use, and that no key
 * leaks.
 */
import { largeAnswers } from "@inlay/core-http/testing/large-answers"
import { afterAll, beforeAll, expect, it } from "vitest"

import { temporaryDirectories } from "../temporary.ts"
import { KEY, startLoaded } from "./loaded-hub.ts"

/** Limits for a response of 16 MB. The README states them. */
const MAX_CPU_MILLIS = 2_000
const MAX_HOLD_MILLIS = 100
const MAX_TIMES = 10
const MAX_REPLY_BYTES = 64 * 1024

const WIDGETS = { owner: "acme", repo: "widgets" }

interface Asked {
  readonly step: string
  readonly input: object
  /** The same request for another subject. */
  readonly warmUp: object
}

const steps: Readonly<Record<string, Asked>> = {
  "API Call": {
    step: "codehost_api_call",
    input: { method: "GET", endpoint: "/repos/acme/widgets/things" },
    warmUp: { method: "GET", endpoint: "/repos/acme/widgets" }
  },
  "a list": { step: "codehost_list_commits", input: WIDGETS, warmUp: { ...WIDGETS, repo: "other" } },
  "a search": {
    step: "salesdata_people_search",
    input: { company: "estuary" },
    warmUp: { company: "other" }
  },
  "a person": {
    step: "salesdata_people_enrichment",
    input: { email: "ada@example.com" },
    warmUp: { email: "bob@example.com" }
  }
}

/**
 * Sends every matching response to every step.
 * @param others the factor by which the limits may be exceeded when other tests share the machine and the processor's
 * caches
 */
export const largeAnswersSuite = (
  others: number,
  named: (answer: string) => boolean,
  stepNames: ReadonlyArray<string> = Object.keys(steps)
) => {
  const directory = temporaryDirectories()
  let world: Awaited<ReturnType<typeof startLoaded>>
  beforeAll(async () => {
    world = await startLoaded(directory)
  })
  afterAll(() => world.close())

  const answers = largeAnswers(KEY).filter(({ name }) => named(name))
  const cases = answers.flatMap((answer) => stepNames.map((kind) => [answer.name, kind, answer] as const))
  it.each(cases)("%s, to %s", async (_, kind, answer) => {
    const one = steps[kind]
    if (one === undefined) throw new Error(`no step is ${kind}`)
    const { reply, ...taken } = await world.take(answer, one.step, one.input, one.warmUp)
    expect(reply).not.toContain(KEY)
    expect(Buffer.byteLength(reply)).toBeLessThan(MAX_REPLY_BYTES)
    expect(taken).toSatisfy(
      () =>
        taken.cpuMillis <= MAX_CPU_MILLIS * others &&
        taken.holdMillis <= MAX_HOLD_MILLIS * others &&
        taken.times <= MAX_TIMES * others,
      JSON.stringify(taken)
    )
  })
}
