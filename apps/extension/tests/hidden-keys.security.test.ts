// @vitest-environment happy-dom
/**
 * A provider echoes the account's key, split by invisible characters: neither a card nor a copy of one may join it
 * again.
 */
import { assert } from "@effect/vitest"
import { hiddenForms, reveal } from "@inlay/core-http/testing/hidden-keys"
import { copyable, visible } from "@inlay/ui/text/visible"
import * as Effect from "effect/Effect"
import { vi } from "vitest"

import { cardText } from "../ui/text/card-text.ts"
import { draw, standInPage } from "./english-card.ts"
import { ANN, connect, KEY, live } from "./whole-worker.ts"

const BESIDE = "Ngā Kai 👩‍👩‍👧 می‌خواهم"
const FORMS = hiddenForms(KEY).map(([, text]) => text)

const textsOf = (value: unknown): ReadonlyArray<string> => {
  if (typeof value === "string") return [value]
  return typeof value === "object" && value !== null ? Object.entries(value).flat().flatMap(textsOf) : []
}

/** As it arrives, as it is drawn, and as it is copied. */
const hides = (value: unknown) => {
  for (const text of textsOf(value)) {
    for (const form of [text, visible(text), visible(text, "url"), copyable(text), copyable(text, "url")]) {
      assert.notInclude(reveal(form), KEY)
    }
  }
}

/** What the card in the page draws. */
const words = (within: ParentNode): ReadonlyArray<string> =>
  [...within.querySelectorAll("[data-text]")].map((element) => element.getAttribute("data-text") ?? "")

live(
  "a match in the popup, in the page and in copies",
  Effect.gen(function* () {
    const { state, enrich } = yield* connect()
    state.serve = () => ({
      status: 200,
      body: {
        person: {
          full_name: BESIDE,
          location: FORMS.join(" "),
          emails: FORMS.map((form) => ({ email: form, type: form })),
          phones: FORMS.map((form) => ({ number: form, type: form })),
          company: { name: FORMS.slice(0, 20).join(", "), domain: FORMS.at(-1) },
          profile_url: ANN
        }
      }
    })
    const outcome = yield* enrich()
    if (outcome.state !== "match") return assert.fail(JSON.stringify(outcome))
    const { card } = outcome
    assert.strictEqual(card.title, BESIDE)
    // What would be visible if nothing were hidden.
    assert.include(reveal(FORMS.join(" ")), KEY)
    hides(outcome)
    hides(cardText(card))
    hides(state.drawn)
    assert.isAbove(card.sections.flatMap(({ rows }) => rows).length, 0)

    location.href = `${ANN}/`
    const appended = vi.spyOn(ShadowRoot.prototype, "append")
    standInPage()
    assert.strictEqual(draw({ subject: outcome.subject, card, charged: 2 }), "drawn")
    const root = appended.mock.contexts.at(-1)
    const drawn = root instanceof ShadowRoot ? words(root) : []
    assert.include(drawn.join(" "), "Ngā Kai")
    hides(drawn)
    hides(drawn.join(" "))
    // The card looks at the page's address until it is removed.
    draw(null)
  })
)

live(
  "a refusal in the popup",
  Effect.gen(function* () {
    const { state, enrich } = yield* connect()
    const errors = FORMS.map((form) => ({ field: form, message: form }))
    state.serve = () => ({ status: 422, body: { message: FORMS.slice(0, 8).join(" "), errors } })
    const outcome = yield* enrich()
    assert.strictEqual(outcome.state, "failed")
    hides(outcome)
  })
)
