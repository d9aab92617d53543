import { expect, it } from "vitest"

import { errors } from "../../tests/samples/failures.ts"
import { nextStep } from "./next-step.ts"
import { problemText } from "./problem.ts"

it("points at the credit log once", () => {
  for (const error of [errors.unknownCharge, errors.failedCharge]) {
    const { title, text } = nextStep(error, true)
    expect([title, ...text].join(" ").match(/credit log/g)).toHaveLength(1)
  }
})

it("says nothing twice: what an error of the extension heads is not repeated under it", () => {
  for (const error of [errors.movedOn, errors.expired, errors.keyLost, errors.hostDenied, errors.notConnectedAnyMore]) {
    const { title, text } = nextStep(error, true)
    expect(`${title}. ${text.join(" ")}`).toContain(problemText(error))
  }
})

it("leads to the settings where the account is missing, by the fact and not by the words", () => {
  const missing = {
    ...errors.unauthorized,
    operation: "accounts",
    what: "No account is there.",
    remedy: { to: "connect" }
  } as const
  expect(nextStep(missing, true)).toMatchObject({
    title: "The stored account cannot be opened",
    text: ["No account is there. Open the options and connect an account."],
    does: "options"
  })
})

it("leads to a restart where the browser brings the worker no message", () => {
  const unheard = { reason: "Unavailable", what: "", provider: "inlay", operation: "preview" } as const
  expect(nextStep({ ...unheard, own: { is: "unheard" } }, true)).toMatchObject({
    title: "The browser cannot reach the extension’s worker",
    label: "Restart the extension",
    does: "restart"
  })
})
