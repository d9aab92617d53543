// Requests from the panel: the card is not drawn into its page, and a link in the page is looked up like a page.
import * as Effect from "effect/Effect"
import { assert, describe } from "vitest"

import { BOB, OF, SUBJECT, connect, live, preview } from "../../../tests/whole-worker.ts"

describe("with the panel beside the page", () => {
  live(
    "an answer is shown only in the panel, and a card in the page is removed",
    Effect.gen(function* () {
      const { state, enrich } = yield* connect()
      yield* enrich()
      assert.lengthOf(state.drawn, 1)
      state.panelBeside = true
      const outcome = yield* enrich()
      assert.strictEqual(outcome.state === "match" ? outcome.inPage : outcome.state, "here")
      assert.lengthOf(state.drawn, 1)
      assert.strictEqual(state.erased, 1)
    })
  )
})

describe("a link in the page", () => {
  live(
    "costs nothing to preview, and is bought for its own subject, without a card",
    Effect.gen(function* () {
      const { state, ask } = yield* connect()
      const view = yield* ask("preview", { ...preview, link: BOB })
      assert.strictEqual(view.state === "ready" ? view.subject.name : view.state, "bob-tan")
      assert.lengthOf(state.sent, 0)
      const subject = { ...OF, tabId: 1, subject: `person ${BOB}`, link: BOB }
      const outcome = yield* ask("enrich", { ...subject, consent: "charge", upTo: 2, place: "page" })
      assert.strictEqual(outcome.state === "match" ? outcome.inPage : outcome.state, "here")
      assert.lengthOf(state.sent, 1)
      assert.lengthOf(state.drawn, 0)
      assert.strictEqual((yield* ask("note", subject)).text, "")
    })
  )

  live(
    "cannot claim to be another subject",
    Effect.gen(function* () {
      const { state, ask } = yield* connect()
      const outcome = yield* ask("enrich", {
        ...SUBJECT,
        link: BOB,
        consent: "charge",
        upTo: 2,
        place: "popup"
      })
      assert.strictEqual(outcome.state === "failed" ? outcome.error.own?.is : outcome.state, "movedOn")
      assert.lengthOf(state.sent, 0)
    })
  )
})
